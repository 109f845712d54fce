import Records

/// A row and its table.
package struct TreePlace: Hashable, Sendable {
  package let table: Text
  package let name: RowName

  package init(_ name: RowName, of table: Text) { (self.table, self.name) = (table, name) }
}

/// What the view looks up in a tree.
///
/// The lists may have rows too many, each once and in any order; the view looks at each of them itself.
package protocol TreeIndex {
  func row(_ name: RowName, of table: Text) throws(SyncError) -> TreeRow?
  /// The rows of a table that have these values in these columns, each among the writes of its cell.
  func rows(of table: Text, columns: [Text], values: [TreeValue]) throws(SyncError) -> [RowName]
  /// The rows that have a reference to this one among the writes of a cell, in a column that references its table.
  func rows(pointingTo name: RowName, of table: Text) throws(SyncError) -> [TreePlace]
  /// The rows of a table that have a number among the writes of their key.
  func claims(of table: Text, key: Int64) throws(SyncError) -> [RowName]
  /// The rows of a table that have a number among the writes of their key which another row has among its own.
  func contested(of table: Text) throws(SyncError) -> [RowName]
  /// The rows of `TreeFormat.same` that name this one, gone or not.
  func sameRows(naming name: RowName, of table: Text) throws(SyncError) -> [TreeRow]
}
