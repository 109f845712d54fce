import Records

/// A row that was changed here and that somebody else has changed or deleted, so that a choice is needed to write it.
public struct UnsettledRow: Hashable, Sendable {
  /// Its place among those that were found, from 1; one that was found later has a greater one.
  public let number: Int
  /// The row.
  public let id: RecordID
  /// The fields that both have changed, in their order; none where the row is gone.
  public let conflicts: [Conflict]

  /// Whether another row has its key.
  public var isReplaced = false

  /// Whether it is there no more.
  public var isGone: Bool { conflicts.isEmpty }
}
