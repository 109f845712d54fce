/// Rows of one table that become one.
public struct Merge: Hashable, Sendable {
  /// Whose value a field of the row that stays gets.
  public enum Choice: Hashable, Sendable {
    /// That of a row, by its place in `ids`.
    case row(Int)
    /// Those of all rows: the parts of lists, or texts one after the other.
    case all
  }

  /// The rows; the first one stays.
  public var ids: [RecordID]
  /// What was chosen, by field.
  ///
  /// Otherwise the row that stays keeps what it has; its empty fields are filled from the others in their order, and lists
  /// are joined.
  public var choices: [Int: Choice]
  /// What the rows held when the person chose, each as a hash; empty if nobody has looked.
  public var seen: [UInt64]

  /// Makes a merge of its parts.
  public init(_ ids: [RecordID], choices: [Int: Choice] = [:], seen: [UInt64] = []) {
    (self.ids, self.choices, self.seen) = (ids, choices, seen)
  }
}
