/// A field that was edited here and changed by another program since its row was read.
///
/// The field stays dirty until a value is chosen; the other fields of its record are written.
public struct Conflict: Hashable, Sendable {
  /// The row.
  public var id: RecordID
  /// The field's index in the schema.
  public var field: Int
  /// The value when the row was read, the value set here, and the value that the last write-back found.
  public var original, mine, theirs: Value

  /// The value to keep.
  public enum Choice: Hashable, Sendable, CaseIterable {
    case mine
    case theirs
    case original
  }

  package init(id: RecordID, field: Int, original: Value, mine: Value, theirs: Value) {
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
