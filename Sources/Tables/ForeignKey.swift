/// A foreign key as a table declares it.
package struct ForeignKey {
  /// The number that groups the rows of this key in SQLite's list.
  package let id: Int64
  /// The table that it points to.
  package let table: String
  /// The columns in its own table.
  package var columns: [String] = []
  /// The columns it points to; empty if the declaration has none and so means the primary key.
  package var targets: [String] = []
  /// What happens to the row when the row it points to is deleted.
  package var deletion = Deletion.noAction

  /// What a foreign key does when the row that it points to is deleted (foreignkeys.html, 4.3).
  package enum Deletion: String {
    case noAction = "NO ACTION"
    case cascade = "CASCADE"
    case setNull = "SET NULL"
    case setDefault = "SET DEFAULT"
  }
}
