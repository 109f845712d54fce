/// Which entities of Core Data a table keeps the rows of, as the database's own table of them says.
///
/// A row has its entity's number in `Z_ENT`, the number of times it was saved in `Z_OPT`, and a key that no row had
/// before: the largest one, `Z_MAX`, is kept with the entity that the table is named after, and counts for all entities that
/// descend from it.
struct CoreDataEntity {
  /// The number of the entity that the table is named after.
  let number: Int64
  /// The largest key that a row has had.
  let largestKey: Int64
  /// The entities whose rows the table has, by their numbers.
  let names: [Int64: String]

  /// A row of `Z_PRIMARYKEY`.
  struct Row {
    let number: Int64
    let name: String
    let parent: Int64
    let largestKey: Int64
  }

  /// Finds the entity that a table is named after, or nothing where none is.
  init?(table: String, among rows: [Row]) {
    guard let root = rows.first(where: { "z" + $0.name.lowercased() == table.lowercased() }) else {
      return nil
    }
    number = root.number
    largestKey = root.largestKey
    var names = [root.number: root.name]
    var count = 0
    while count < names.count {
      count = names.count
      for row in rows where names[row.parent] != nil { names[row.number] = row.name }
    }
    self.names = names
  }

  /// The table that has a row for each entity.
  static let table = "Z_PRIMARYKEY"
  /// The columns of a row that are Core Data's own.
  static let (key, entity, version) = ("Z_PK", "Z_ENT", "Z_OPT")
  /// All of them.
  static let columns: Set = [key, entity, version]
}
