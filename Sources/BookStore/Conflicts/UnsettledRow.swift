import Records

/// A row that was changed here and that somebody else has also changed or deleted, so that writing it needs a choice.
public struct UnsettledRow: Hashable, Sendable {
  /// Its number, from 1; rows that are found later have greater numbers.
  public let number: Int
  /// The row.
  public let id: RecordID
  /// The fields that both have changed, in their order; empty if the row is gone.
  public let conflicts: [Conflict]

  /// Whether another row has its key.
  public var isReplaced = false

  /// Whether the row is gone.
  public var isGone: Bool { conflicts.isEmpty }
}
