/// How much of a table an export from the screens has.
public enum ExportExtent: Hashable, Sendable {
  /// The marked rows, or those that the list shows, with its columns.
  case shown
  /// All rows with all fields, in the order of the list.
  case all
}
