/// A field that was edited here and changed by another program since its row was read.
///
/// It stays dirty until one of the three values is chosen; meanwhile the other fields of its record are written.
public struct Conflict: Hashable, Sendable {
  /// The row.
  public var id: RecordID
  /// The field's index in the schema.
  public var field: Int
  /// The value in the database when the row was read.
  public var original: Value
  /// The value set here.
  public var mine: Value
  /// The value that the last write-back found in the database.
  public var theirs: Value

  /// The value to keep.
  public enum Choice: Hashable, Sendable, CaseIterable {
    case mine
    case theirs
    case original
  }

  /// Creates a conflict.
  public init(id: RecordID, field: Int, original: Value, mine: Value, theirs: Value) {
    (self.id, self.field, self.original, self.mine, self.theirs) = (id, field, original, mine, theirs)
  }

  /// The value for a choice.
  public subscript(choice: Choice) -> Value {
    switch choice {
    case .mine: mine
    case .theirs: theirs
    case .original: original
    }
  }
}
