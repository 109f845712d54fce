/// A merge of several rows of a table into one.
public struct Merge: Hashable, Sendable {
  /// The source of a field's value in the merged row.
  public enum Choice: Hashable, Sendable {
    case row(Int)
    /// The values of all rows: the items of lists, or texts one after the other.
    case all
  }

  /// The rows; the first one stays.
  public var ids: [RecordID]
  /// The choices by field.
  ///
  /// Without a choice the remaining row keeps its value, its empty fields are filled from the others in order, and lists are
  /// joined.
  public var choices: [Int: Choice]
  /// Hashes of the rows' contents when the person chose; empty if nobody reviewed them.
  public var seen: [UInt64]

  /// Creates a merge.
  public init(_ ids: [RecordID], choices: [Int: Choice] = [:], seen: [UInt64] = []) {
    (self.ids, self.choices, self.seen) = (ids, choices, seen)
  }
}
