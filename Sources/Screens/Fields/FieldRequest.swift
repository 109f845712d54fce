import Records

/// A requested change of a table's fields; the answer is a question that shows the statement.
public enum FieldRequest: Hashable, Sendable {
  /// Add a field.
  case add(NewField)
  /// Rename a field, by its index in the schema.
  case rename(Int, to: String)
  /// Remove a field, by its index in the schema.
  case remove(Int)
}
