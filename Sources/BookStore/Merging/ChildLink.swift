import Listings
import Records
import SQLite
import Tables

/// A foreign key that leads to a table, with the table that has it.
struct ChildLink {
  /// The table with the foreign key.
  let child: TableSQL
  /// The columns of the foreign key.
  let columns: [String]
  /// The columns that it points to, as many.
  let targets: [String]

  /// The foreign keys that lead to a table.
  static func all(to parent: TableSQL, in database: Database) throws(StoreError) -> [ChildLink] {
    let reader = SchemaReader(connection: database.connection)
    var links: [ChildLink] = []
    for entry in try database.tables(pointingTo: parent.schema.table) where entry.kind == .table {
      for key in try reader.foreignKeys(of: entry.name)
      where key.table.isSameName(as: parent.schema.table) && key.columns.count == key.targets.count {
        links.append(
          ChildLink(child: try database.sql(of: entry.id), columns: key.columns, targets: key.targets))
      }
    }
    return links
  }

  /// The rows that point to a row.
  func rows(pointingTo id: RecordID, _ parent: TableSQL, on connection: Connection) throws(StoreError)
    -> [RecordID]
  {
    // The parent's column comes first, because its collation is the one that counts (foreignkeys.html, 3).
    let pointing = zip(targets, columns).map { "p.\(quoted($0)) = c.\(quoted($1))" }
    let isRow = parent.schema.key.columns.map { "p.\(quoted($0)) = ?" }
    let keys = child.schema.key.columns.map { "c.\(quoted($0))" }
    let text = """
      SELECT \(keys.separated(by: ", ")) FROM main.\(quoted(parent.schema.table)) AS p \
      CROSS JOIN main.\(quoted(child.schema.table)) AS c WHERE \((isRow + pointing).separated(by: " AND "))
      """
    return try connection.rows(text, id.values) { [child] in child.id(in: $0) }
  }
}
