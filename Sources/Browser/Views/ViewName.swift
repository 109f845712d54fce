/// The key of a remembered view.
struct ViewName: Hashable {
  /// The database's path with links resolved.
  var database: String
  /// The table's name; empty for the result of a statement.
  var table: String
  /// The name that it was saved under, or nil for the last view of the table.
  var name: String?
}
