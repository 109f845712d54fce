struct ViewName: Hashable {
  /// The database's path with links resolved.
  var database: String
  /// Empty for the result of a statement.
  var table: String
  /// Nil for the last view of the table.
  var name: String?
}
