package struct ForeignKey {
  /// The number that groups the rows of this key in SQLite's list.
  package let id: Int64
  package let table: String
  package var columns: [String] = []
  /// The columns it points to; empty if the declaration omits them, which means the primary key.
  package var targets: [String] = []
  package var deletion = Deletion.noAction

  /// What a foreign key does when the row that it points to is deleted (foreignkeys.html, 4.3).
  package enum Deletion: String {
    case noAction = "NO ACTION"
    case cascade = "CASCADE"
    case setNull = "SET NULL"
    case setDefault = "SET DEFAULT"
  }
}
