import Listings
import Records
import SQLite
import Tables

/// A foreign key that points to a table, with its own table.
struct ChildLink {
  let child: TableSQL
  /// The table as users know it: a row that joins rows to a shelf is a shelf to them.
  let shown: Schema
  let columns: [String]
  /// The columns that the foreign key points to.
  let targets: [String]

  static func all(to parent: TableSQL, in database: Database) throws(StoreError) -> [ChildLink] {
    let reader = SchemaReader(connection: database.connection)
    var links: [ChildLink] = []
    for entry in try database.tables(pointingTo: parent.schema.table) where entry.kind == .table {
      for key in try reader.foreignKeys(of: entry.name)
      where key.table.isSameName(as: parent.schema.table) && key.columns.count == key.targets.count {
        let child = try database.sql(of: entry.id)
        let shown = try shown(child.schema, besides: parent.schema.table, in: database)
        links.append(ChildLink(child: child, shown: shown, columns: key.columns, targets: key.targets))
      }
    }
    return links
  }

  private static func shown(
    _ child: Schema, besides table: String, in database: Database
  ) throws(StoreError) -> Schema {
    let other = child.references.first { !$0.table.isSameName(as: table) }
    guard child.isJoining, let other, let entry = database.entry(named: other.table) else { return child }
    var (shown, nouns) = (child, try database.schema(of: entry.id))
    (shown.singular, shown.plural) = (nouns.singular, nouns.plural)
    return shown
  }

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
