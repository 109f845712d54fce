import Records

/// A requested change of a table's fields; the answer is a question that shows the statement.
public enum FieldRequest: Hashable, Sendable {
  case add(NewField)
  case rename(Int, to: String)
  case remove(Int)
}
