/// What an export from the screens has.
public enum ExportExtent: Hashable, Sendable {
  /// The marked rows, with the columns of the list.
  case marked
  /// The rows that the list shows, with its columns.
  case list
  /// All rows with all fields, in the order of the list.
  case all
  /// The lines of a screen, as they are shown.
  case lines(LineTable)
  /// The values of a field of the list that have some words, or all for an empty text, each with its number of rows.
  case values(field: Int, words: String)
}
