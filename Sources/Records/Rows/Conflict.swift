/// A field that was set here and that somebody else has changed in the database since its row was read.
///
/// It stays dirty until one of the three values is chosen; the other fields of its record are written meanwhile.
public struct Conflict: Hashable, Sendable {
  /// The row.
  public var id: RecordID
  /// The field's index in the schema.
  public var field: Int
  /// What the database held when the row was read.
  public var original: Value
  /// What was set here.
  public var mine: Value
  /// The database's value, as of the last write-back that looked at it.
  public var theirs: Value

  /// Which of the values the database is to hold.
  public enum Choice: Hashable, Sendable, CaseIterable {
    /// What was set here.
    case mine
    /// The database's value.
    case theirs
    /// What the database held when the row was read.
    case original
  }

  /// Makes a conflict of its parts.
  public init(id: RecordID, field: Int, original: Value, mine: Value, theirs: Value) {
    self.id = id
    self.field = field
    self.original = original
    self.mine = mine
    self.theirs = theirs
  }

  /// The value that a choice stands for.
  public subscript(choice: Choice) -> Value {
    switch choice {
    case .mine: mine
    case .theirs: theirs
    case .original: original
    }
  }
}
