import Records
import SQLite

/// A table as the library declares it, with the columns of the primary key first.
struct LibraryTable: Hashable, Sendable {
  let name: String
  let columns: [Column]
  let keyCount: Int
  /// Whether the key is a rowid and no reference, so that it can change without making the row another one.
  var hasFreeKey: Bool
  /// Whether the table has a rowid that is not a column.
  let hasHiddenRowID: Bool
  /// The columns of each unique key except the primary key, if it compares bytes.
  fileprivate(set) var uniques: [[Int]] = []
  var references: [Reference] = []
  fileprivate(set) var statements: [String] = []

  struct Column: Hashable, Sendable {
    let name: String
    /// A type name with the column's affinity.
    let type: String
    let affinity: Affinity
    let isStrict: Bool
    let isRequired: Bool
    let standard: Value
    let isStandardConstant: Bool
  }

  /// A foreign key of one column to the whole primary key of a table.
  struct Reference: Hashable, Sendable {
    let place: Int
    let table: String
  }

  /// Whether the key is an integer primary key, which is never NULL.
  var isKeyRowID: Bool { keyCount == 1 && columns[0].type == "INTEGER" }

  func reference(at place: Int) -> Reference? { references.first { $0.place == place } }
}

struct LibraryTables {
  private(set) var tables: [LibraryTable] = []
  /// The non-empty tables without a declared primary key, whose rows cannot be matched between machines.
  private(set) var keyless: [String] = []
  private(set) var otherStatements: [String] = []
  private let connection: Connection
  private let schema: String

  /// Reads the tables, except those that SQLite or a module such as FTS5 keeps for itself.
  init(_ connection: Connection, of schema: String = "lib") throws(SyncError) {
    (self.connection, self.schema) = (connection, schema)
    let list =
      "SELECT name, wr, strict FROM pragma_table_list WHERE schema = ? AND type = 'table' ORDER BY name"
    for (name, isWithoutRowID, isStrict) in try rows(
      list, [.text(Text(schema))], { ($0.string(at: 0), $0.integer(at: 1) != 0, $0.integer(at: 2) != 0) })
    where !name.lowercased().hasPrefix("sqlite_") {
      if let table = try table(name, isWithoutRowID, isStrict) {
        tables.append(table)
      } else if try !rows("SELECT 1 FROM \(schema).\(quoted(name)) LIMIT 1", [], { _ in true }).isEmpty {
        keyless.append(name)
      }
    }
    for place in tables.indices {
      tables[place].references = try references(of: tables[place])
      if tables[place].reference(at: 0) != nil { tables[place].hasFreeKey = false }
    }
    tables = Self.parentsFirst(tables)
    try readStatements()
  }

  private func rows<Result>(
    _ sql: String, _ values: [Value], _ read: (PreparedStatement) throws(StoreError) -> Result
  ) throws(SyncError) -> [Result] {
    try store { () throws(StoreError) in try connection.uncachedStatement(sql).rows(binding: values, read) }
  }

  // MARK: A table

  private func table(
    _ name: String, _ isWithoutRowID: Bool, _ isStrict: Bool
  ) throws(SyncError) -> LibraryTable? {
    let sql =
      #"SELECT name, type, pk, dflt_value, "notnull" FROM pragma_table_xinfo(?, ?) WHERE hidden = 0 ORDER BY cid"#
    let all = try rows(sql, [.text(Text(name)), .text(Text(schema))]) {
      (
        name: $0.string(at: 0), type: $0.string(at: 1), key: Int($0.integer(at: 2)),
        standard: $0.value(at: 3),
        isRequired: $0.integer(at: 4) != 0
      )
    }
    let key = all.filter { $0.key > 0 }.sorted { $0.key < $1.key }
    guard let first = key.first else { return nil }
    let isRowID = !isWithoutRowID && key.count == 1 && first.type.uppercased() == "INTEGER"
    var columns: [LibraryTable.Column] = []
    for column in key + all.filter({ $0.key == 0 }) {
      var type = Self.word(of: column.type, isStrict: isStrict)
      // A key that is not a rowid must not become one in the shadow.
      if key.count == 1, column.key > 0, !isRowID, type == "INTEGER" { type = "INT" }
      let standard = try standard(column.standard)
      columns.append(
        .init(
          name: column.name, type: type, affinity: Affinity(declaredType: type),
          isStrict: isStrict && column.type.uppercased() != "ANY",
          isRequired: column.isRequired || column.key > 0, standard: standard ?? .null,
          isStandardConstant: standard != nil))
    }
    var table = LibraryTable(
      name: name, columns: columns, keyCount: key.count, hasFreeKey: isRowID,
      hasHiddenRowID: !isRowID && !isWithoutRowID)
    table.uniques = try uniques(of: table)
    return table
  }

  private func standard(_ text: Value) throws(SyncError) -> Value? {
    guard let bytes = text.bytes else { return .null }
    let literal = String(decoding: bytes, as: UTF8.self)
    if literal.uppercased().hasPrefix("CURRENT_") || literal.hasPrefix("(") { return nil }
    do throws(StoreError) {
      return try connection.uncachedStatement("SELECT \(literal)").firstRow { $0.value(at: 0) }
    } catch { return nil }
  }

  /// A type name with the same affinity; `ANY` in a strict table preserves values (stricttables.html, 2).
  private static func word(of type: String, isStrict: Bool) -> String {
    if isStrict, type.uppercased() == "ANY" { return "BLOB" }
    return switch Affinity(declaredType: type) {
    case .text: "TEXT"
    case .numeric: "NUMERIC"
    case .integer, .wholeCoordinate: "INTEGER"
    case .real, .coordinate: "REAL"
    case .blob: "BLOB"
    }
  }

  private func uniques(of table: LibraryTable) throws(SyncError) -> [[Int]] {
    let sql = #"""
      SELECT l.name, x.name, x.coll FROM pragma_index_list(?1, ?2) AS l, pragma_index_xinfo(l.name, ?2) AS x
      WHERE l."unique" AND l.origin <> 'pk' AND NOT l.partial AND x.key ORDER BY l.name, x.seqno
      """#
    let parts = try rows(sql, [.text(Text(table.name)), .text(Text(schema))]) {
      (index: $0.string(at: 0), column: $0.string(at: 1), collation: $0.string(at: 2))
    }
    return Dictionary(grouping: parts, by: \.index).values.compactMap { parts in
      let places = parts.compactMap { part in table.columns.firstIndex { $0.name == part.column } }
      return places.count == parts.count && parts.allSatisfy { $0.collation == "BINARY" } ? places : nil
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  // MARK: References

  private func references(of table: LibraryTable) throws(SyncError) -> [LibraryTable.Reference] {
    let sql = #"SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?, ?) ORDER BY id, seq"#
    let parts = try rows(sql, [.text(Text(table.name)), .text(Text(schema))]) {
      (id: $0.integer(at: 0), parent: $0.string(at: 1), from: $0.string(at: 2), target: $0.value(at: 3))
    }
    var references: [LibraryTable.Reference] = []
    for parts in Dictionary(grouping: parts, by: \.id).sorted(by: { $0.key < $1.key }).map(\.value)
    where parts.count == 1 {
      guard let parent = tables.first(where: { $0.name.lowercased() == parts[0].parent.lowercased() }),
        parent.keyCount == 1,
        parts[0].target.bytes.map({
          String(decoding: $0, as: UTF8.self).lowercased() == parent.columns[0].name.lowercased()
        }) ?? true,
        let place = table.columns.firstIndex(where: { $0.name.lowercased() == parts[0].from.lowercased() }),
        !references.contains(where: { $0.place == place })
      else { continue }
      references.append(.init(place: place, table: parent.name))
    }
    return references
  }

  private static func parentsFirst(_ tables: [LibraryTable]) -> [LibraryTable] {
    var (sorted, seen): ([LibraryTable], Set<String>) = ([], [])
    func visit(_ table: LibraryTable) {
      guard seen.insert(table.name).inserted else { return }
      for reference in table.references {
        if let parent = tables.first(where: { $0.name == reference.table }) { visit(parent) }
      }
      sorted.append(table)
    }
    tables.forEach(visit)
    return sorted
  }

  private mutating func readStatements() throws(SyncError) {
    let sql = """
      SELECT tbl_name, sql FROM \(schema).sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name NOT IN (SELECT name FROM pragma_table_list WHERE schema = ?1 AND type = 'shadow')
      ORDER BY type <> 'table', rowid
      """
    for (name, statement) in try rows(sql, [.text(Text(schema))], { ($0.string(at: 0), $0.string(at: 1)) }) {
      if let place = tables.firstIndex(where: { $0.name == name }) {
        tables[place].statements.append(statement)
      } else {
        otherStatements.append(statement)
      }
    }
  }
}
