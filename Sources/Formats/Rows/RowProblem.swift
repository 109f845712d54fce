/// What is odd about a row; it is imported nonetheless.
public enum RowProblem: Hashable, Sendable {
  /// It has another number of cells than the header.
  case ragged(expected: Int, found: Int)
  /// A cell is not UTF-8, and was taken for Windows-1252.
  case notUTF8(column: String)
  /// It has no title.
  case untitled
  /// A cell has no value of the expected form, and is kept in the row as it was only.
  case unread(column: String)
  /// A cell has a text that is no value of its field, which stays as it is.
  case unfit(column: String, text: String)
  /// Only the first of several values of a cell is in its field.
  case partlyRead(column: String, text: String)
  /// A date has its day and its month in another order than the dates before it.
  case otherOrder(column: String, text: String)
  /// A shelf of this name is taken for no status.
  case unknownStatus(String)
  /// Junk between two records was skipped.
  case junk
}
