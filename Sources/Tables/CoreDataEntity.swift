/// The Core Data entities whose rows a table holds, according to the database's own table of entities.
///
/// A row has its entity's number in `Z_ENT`, the number of times it was saved in `Z_OPT`, and a key that was never
/// used before: the largest one, `Z_MAX`, is stored with the entity that the table is named after, and applies to all
/// entities that descend from it.
package struct CoreDataEntity {
  /// The number of the entity that the table is named after.
  package let number: Int64
  /// The largest key that was ever used.
  package let largestKey: Int64
  /// The entities whose rows the table holds, by number.
  package let names: [Int64: String]

  /// A row of `Z_PRIMARYKEY`.
  package struct Row {
    package let number: Int64
    package let name: String
    package let parent: Int64
    package let largestKey: Int64

    /// Creates one from its parts.
    package init(number: Int64, name: String, parent: Int64, largestKey: Int64) {
      (self.number, self.name, self.parent, self.largestKey) = (number, name, parent, largestKey)
    }
  }

  /// Finds the entity that a table is named after, if there is one.
  package init?(table: String, among rows: [Row]) {
    guard let root = rows.first(where: { ("Z" + $0.name).isSameName(as: table) }) else {
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

  /// The table with a row for each entity.
  package static let table = "Z_PRIMARYKEY"
  /// The columns of a row that belong to Core Data.
  package static let (key, entity, version) = ("Z_PK", "Z_ENT", "Z_OPT")
  /// All of them.
  package static let columns: Set = [key, entity, version]
}
