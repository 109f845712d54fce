import Records

/// A row that was changed here and changed or deleted by another program, so that writing it needs a choice.
public struct UnsettledRow: Hashable, Sendable {
  /// A number from 1 that increases in the order in which rows are found.
  public let number: Int
  /// The row.
  public let id: RecordID
  /// The fields that both have changed, in order; empty if the row is gone.
  public let conflicts: [Conflict]

  /// Whether another row has its key.
  public var isReplaced = false

  /// Whether the row is gone.
  public var isGone: Bool { conflicts.isEmpty }
}
