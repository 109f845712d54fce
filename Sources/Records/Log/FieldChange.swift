/// A change of a table's columns.
public enum FieldChange: Hashable, Sendable {
  /// Adds a column; `definition` is the SQL after its name: `TEXT CHECK (…)`.
  case addition(column: String, definition: String)
  /// Removes a column; `definition` is the dropped column's SQL, empty until read.
  case removal(column: String, definition: String = "")
  case renaming(column: String, to: String)

  /// The name of the column before the change, or of the added column.
  public var column: String {
    switch self {
    case .addition(let column, _), .removal(let column, _), .renaming(let column, _): column
    }
  }

  /// The inverse change.
  public var reversed: FieldChange {
    switch self {
    case .addition(let column, let definition): .removal(column: column, definition: definition)
    case .removal(let column, let definition): .addition(column: column, definition: definition)
    case .renaming(let column, let name): .renaming(column: name, to: column)
    }
  }
}
