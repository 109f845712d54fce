/// The Core Data entities whose rows a table holds, according to the database's own table of entities.
///
/// A row has its entity's number in `Z_ENT`, its number of saves in `Z_OPT`, and a key above `Z_MAX`, the largest key of
/// the root entity and its descendants.
package struct CoreDataEntity {
  package let number: Int64
  package let largestKey: Int64
  package let names: [Int64: String]

  package struct Row {
    package let number: Int64
    package let name: String
    package let parent, largestKey: Int64

    package init(number: Int64, name: String, parent: Int64, largestKey: Int64) {
      (self.number, self.name, self.parent, self.largestKey) = (number, name, parent, largestKey)
    }
  }

  package init?(table: String, among rows: [Row]) {
    guard let root = rows.first(where: { ("Z" + $0.name).isSameName(as: table) }) else { return nil }
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

  package static let table = "Z_PRIMARYKEY"
  package static let (key, entity, version) = ("Z_PK", "Z_ENT", "Z_OPT")
  package static let columns: Set = [key, entity, version]
}
