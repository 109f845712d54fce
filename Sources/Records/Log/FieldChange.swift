/// A change of a table's columns: one is added, removed or renamed.
public enum FieldChange: Hashable, Sendable {
  /// Adds a column; the definition is what follows its name in SQL: `TEXT CHECK (…)`.
  case addition(column: String, definition: String)
  /// Removes a column; the definition is the one that it had, and empty as long as the store has not looked.
  case removal(column: String, definition: String = "")
  /// Gives a column another name.
  case renaming(column: String, to: String)

  /// The name of the column before the change, or of the one that is added.
  public var column: String {
    switch self {
    case .addition(let column, _), .removal(let column, _), .renaming(let column, _): column
    }
  }

  /// The change that takes this one back.
  public var reversed: FieldChange {
    switch self {
    case .addition(let column, let definition): .removal(column: column, definition: definition)
    case .removal(let column, let definition): .addition(column: column, definition: definition)
    case .renaming(let column, let name): .renaming(column: name, to: column)
    }
  }
}
