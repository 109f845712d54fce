import Records

/// A change of a table's fields that a person asks for; the answer is a question with the statement that makes it.
public enum FieldRequest: Hashable, Sendable {
  /// Add a field.
  case add(NewField)
  /// Give a field, by its index in the schema, another name.
  case rename(Int, to: String)
  /// Remove a field, by its index in the schema.
  case remove(Int)
}
