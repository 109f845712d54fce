import Records

/// The rows or lines that an export writes.
public enum ExportExtent: Hashable, Sendable {
  /// The marked rows, with the columns of the list.
  case marked
  /// The rows that the list shows, with its columns.
  case list
  /// All rows with all fields, in the order of the list.
  case all
  /// The lines of a screen, as they are shown.
  case lines(LineTable)
  /// The lines of the history, or of the changes of a step, that have some words, or all for an empty text.
  case history(step: Int64? = nil, words: String)
  /// The values of a field of the list that have some words, or all for an empty text, each with its number of rows.
  case values(field: Int, words: String)
}

/// The lines that a screen shows, as a table.
public struct LineTable: Hashable, Sendable {
  /// The names of the columns.
  public let columns: [String]
  /// The values of each line, as many as there are columns.
  public let rows: [[Value]]
}
