/// A foreign key as a table declares it.
struct ForeignKey {
  /// The number by which the table's other rows of the list say that they belong to it.
  let id: Int64
  /// The table that it points to.
  let table: String
  /// The columns of its own table.
  var columns: [String] = []
  /// The columns it points to; empty where it names none and so means the primary key.
  var targets: [String] = []
  /// What becomes of the row when the one that it points to is deleted.
  var deletion = Deletion.noAction

  /// What a foreign key does when the row that it points to is deleted (foreignkeys.html, 4.3).
  enum Deletion: String {
    case noAction = "NO ACTION"
    case cascade = "CASCADE"
    case setNull = "SET NULL"
    case setDefault = "SET DEFAULT"
  }
}
