import Records
import SQLite

/// The tables of a library that a sync handles; the library is attached to the shadow as `lib`.
struct LibraryTables {
  /// The synced tables; they have no number in the shadow yet.
  private(set) var tables: [Description] = []
  /// The non-empty tables without a declared primary key, whose rows cannot be matched between machines.
  private(set) var keyless: [String] = []

  struct Description: Hashable {
    let file: FileTable
    let affinities: [String]
    let defaults: [Value]
    let isRowID, hasHiddenRowID: Bool
    var references: [SyncedTable.Reference] = []
  }

  /// Reads the tables, except those of SQLite itself and those that a module such as FTS5 keeps for itself.
  init(_ connection: Connection) throws(SyncError) {
    let list =
      "SELECT name, wr, strict FROM pragma_table_list WHERE schema = 'lib' AND type = 'table' ORDER BY name"
    let names = try store { () throws(StoreError) in
      try connection.uncachedStatement(list).rows {
        (name: $0.string(at: 0), isWithoutRowID: $0.integer(at: 1) != 0, isStrict: $0.integer(at: 2) != 0)
      }
    }
    for (name, isWithoutRowID, isStrict) in names where !name.lowercased().hasPrefix("sqlite_") {
      if let table = try Self.table(name, isWithoutRowID, isStrict, connection) {
        tables.append(table)
      } else {
        keyless.append(name)
      }
    }
    for place in tables.indices {
      tables[place].references = try references(of: tables[place].file, connection)
    }
  }

  private static func table(
    _ name: String, _ isWithoutRowID: Bool, _ isStrict: Bool, _ connection: Connection
  ) throws(SyncError) -> Description? {
    let sql =
      "SELECT name, type, pk, dflt_value FROM pragma_table_xinfo(?, 'lib') WHERE hidden = 0 ORDER BY cid"
    let columns = try store { () throws(StoreError) in
      try connection.uncachedStatement(sql).rows(binding: [.text(Text(name))]) {
        (
          name: $0.string(at: 0), type: $0.string(at: 1), key: Int($0.integer(at: 2)),
          standard: $0.value(at: 3)
        )
      }
    }
    let key = columns.indices.filter { columns[$0].key > 0 }.sorted { columns[$0].key < columns[$1].key }
    if key.isEmpty { return nil }
    let file = FileTable(name: name, columns: columns.map(\.name), key: key)
    var affinities = columns.map { Self.word(of: $0.type, isStrict: isStrict) }
    let isRowID = !isWithoutRowID && key.count == 1 && columns[key[0]].type.uppercased() == "INTEGER"
    for (column, place) in file.places.enumerated() {
      affinities[place] = Self.word(of: columns[column].type, isStrict: isStrict)
    }
    // A key that is not a rowid must not become one in the shadow.
    if key.count == 1, !isRowID, affinities[0] == "INTEGER" { affinities[0] = "INT" }
    var defaults = columns.map { _ in Value.null }
    for (column, place) in file.places.enumerated() {
      defaults[place] = try standard(columns[column].standard, connection)
    }
    return Description(
      file: file, affinities: affinities, defaults: defaults, isRowID: isRowID,
      hasHiddenRowID: !isRowID && !isWithoutRowID)
  }

  /// The value of a column's default; NULL for one that is not constant.
  private static func standard(_ text: Value, _ connection: Connection) throws(SyncError) -> Value {
    guard let bytes = text.bytes else { return .null }
    let sql = "SELECT \(String(decoding: bytes, as: UTF8.self))"
    do throws(StoreError) {
      return try connection.uncachedStatement(sql).firstRow { $0.value(at: 0) } ?? .null
    } catch { return .null }
  }

  /// A type name with the same affinity; in a strict table `ANY` preserves values (stricttables.html, 2).
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

  private func required(_ table: FileTable, _ connection: Connection) throws(SyncError) -> Set<Int> {
    let sql = #"SELECT name FROM pragma_table_xinfo(?, 'lib') WHERE "notnull" OR pk"#
    let names = try store { () throws(StoreError) in
      try connection.uncachedStatement(sql).rows(binding: [.text(Text(table.name))]) { $0.string(at: 0) }
    }
    return Set(table.columns.indices.filter { names.contains(table.columns[$0]) }.map { table.places[$0] })
  }

  private func references(
    of table: FileTable, _ connection: Connection
  ) throws(SyncError) -> [SyncedTable.Reference] {
    let sql =
      #"SELECT id, "table", "from", "to", on_delete FROM pragma_foreign_key_list(?, 'lib') ORDER BY id, seq"#
    let rows = try store { () throws(StoreError) in
      try connection.uncachedStatement(sql).rows(binding: [.text(Text(table.name))]) {
        (
          id: $0.integer(at: 0), parent: $0.string(at: 1), from: $0.string(at: 2), to: $0.value(at: 3),
          deletion: $0.string(at: 4)
        )
      }
    }
    let required = try required(table, connection)
    return Dictionary(grouping: rows, by: \.id).sorted { $0.key < $1.key }.compactMap { _, rows in
      guard let parent = tables.first(where: { $0.file.name.lowercased() == rows[0].parent.lowercased() })
      else { return nil }
      let key = parent.file.key.map { parent.file.columns[$0].lowercased() }
      let targets = rows.enumerated().map { place, row in
        row.to.bytes.map { String(decoding: $0, as: UTF8.self).lowercased() }
          ?? key[min(place, key.count - 1)]
      }
      guard targets.sorted() == key.sorted(), rows.count == key.count else { return nil }
      let places = key.compactMap { column -> Int? in
        guard let row = targets.firstIndex(of: column),
          let own = table.columns.firstIndex(where: { $0.lowercased() == rows[row].from.lowercased() })
        else { return nil }
        return table.places[own]
      }
      return places.count == key.count
        ? .init(
          places: places, table: parent.file.name,
          isSetNull: rows[0].deletion != "CASCADE" && required.isDisjoint(with: places)) : nil
    }
  }
}
