/// How much of a table an export from the screens has.
public enum ExportExtent: Hashable, Sendable {
  /// The marked rows, with the columns of the list.
  case marked
  /// The rows that the list shows, with its columns.
  case list
  /// All rows with all fields, in the order of the list.
  case all
}
