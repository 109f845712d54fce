/// What a remembered view is found by.
struct ViewName: Hashable {
  /// The database's path without links.
  var database: String
  /// The table's name.
  var table: String
  /// The name that a person has saved it under, or nil for the view as it was left.
  var name: String?
}
