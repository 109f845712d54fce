import Records

/// The rows or lines that an export writes.
public enum ExportExtent: Hashable, Sendable {
  case marked
  case list
  /// All rows with all fields, in the order of the list.
  case all
  case lines(LineTable)
  /// Only matching lines; all for an empty text.
  case history(step: Int64? = nil, words: String)
  /// Only matching values, each with its number of rows; all for an empty text.
  case values(field: Int, words: String)
}

/// The lines of a screen as a table.
public struct LineTable: Hashable, Sendable {
  /// The names of the columns.
  public let columns: [String]
  /// The values of each line, one for each column.
  public let rows: [[Value]]
}
