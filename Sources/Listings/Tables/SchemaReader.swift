import Records
import SQLite

/// Reads tables as schemas; statements are not cached, because most run once.
package struct SchemaReader {
  package let connection: Connection
  package var arrangements: [String: FieldArrangement] = [:]

  private let capitals: Set<String>

  package init(
    connection: Connection, arrangements: [String: FieldArrangement] = [:], capitals: [String] = []
  ) {
    (self.connection, self.arrangements) = (connection, arrangements)
    self.capitals = Set(capitals.map { $0.lowercased() })
  }

  /// Uses plain pragmas: as functions of a SELECT they would be virtual tables, which are slow to set up.
  func table(_ name: String) throws(StoreError) -> TableDescription {
    var table = TableDescription(name: name)
    (table.arrangement, table.capitals) = (arrangements[name] ?? FieldArrangement(), capitals)
    _ = try rows(of: "table_list", name) { row in
      table.isOrdinary = row.string(at: 2) == "table"
      table.isView = row.string(at: 2) == "view"
      table.isWithoutRowID = row.integer(at: 4) != 0
    }
    table.columns = try columns(of: name)
    try connection.uncachedStatement(Self.ownClauses).forEachRow(binding: [.text(Text(name))]) {
      row in
      let text = TableText(row.string(at: 0))
      (table.resolvesConflicts, table.replacesRows) = (text.resolvesConflicts, text.replacesRows)
      for place in table.columns.indices {
        table.columns[place].choices = text.choices(of: table.columns[place].name)
      }
    }
    if !table.isOrdinary, !table.isView {
      table.module =
        try connection.uncachedStatement(Self.ownText).firstRow(binding: [.text(Text(name))]) {
          TableText($0.string(at: 0)).module
        } ?? nil
    }
    var uniqueIndexes: [String] = []
    _ = try rows(of: "index_list", name) { row in
      if row.string(at: 3) == "pk" { table.hasKeyIndex = true }
      if row.integer(at: 2) != 0, row.integer(at: 4) == 0 { uniqueIndexes.append(row.string(at: 1)) }
    }
    // A plain table of books needs no more statements before the first screen.
    if table.isPlainBooks, uniqueIndexes.isEmpty { return table }
    for place in table.columns.indices {
      table.columns[place].collation = connection.collation(of: table.columns[place].name, in: name)
    }
    for index in uniqueIndexes { try noteUnique(index, in: &table) }
    table.foreignKeys = try foreignKeys(of: name)
    if table.booksSchema == nil { try readSamples(of: &table) }
    return table
  }

  private static let ownClauses = """
    SELECT sql FROM main.sqlite_schema
    WHERE type = 'table' AND name = ? AND (sql LIKE '%conflict%' OR sql LIKE '%check%')
    """

  private static let ownText = "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ?"

  private func columns(of table: String) throws(StoreError) -> [ColumnDescription] {
    try rows(of: "table_xinfo", table) { row in
      ColumnDescription(
        name: row.string(at: 1), declaredType: row.string(at: 2),
        isNotNull: row.integer(at: 3) != 0,
        hasDefault: row.value(at: 4) != .null, keyPosition: Int(row.integer(at: 5)),
        isHidden: row.integer(at: 6) == 1, isGenerated: row.integer(at: 6) > 1)
    }
  }

  private func noteUnique(_ name: String, in table: inout TableDescription) throws(StoreError) {
    var index = UniqueIndex()
    _ = try rows(of: "index_xinfo", name) { row in
      // The key's own columns are followed by those that lead to the row.
      guard row.integer(at: 5) != 0 else { return }
      index.columns.append(row.string(at: 2))
      index.collations.append(row.string(at: 4))
    }
    let names = Set(table.columns.map(\.name))
    // A name that is not a column stands for an expression.
    guard !index.columns.isEmpty, index.columns.allSatisfy(names.contains) else { return }
    table.uniqueIndexes.append(index)
    guard index.columns.count == 1 else { return }
    for place in table.columns.indices where table.columns[place].name == index.columns[0] {
      table.columns[place].isUnique = true
    }
  }

  package func reactingTables() throws(StoreError) -> Set<String> {
    let sql = """
      SELECT tbl_name, sql FROM main.sqlite_schema WHERE type = 'trigger' AND sql LIKE '%update%'
      UNION ALL SELECT f."table", NULL FROM main.sqlite_schema AS m JOIN pragma_foreign_key_list(m.name) AS f
        WHERE m.type = 'table' AND m.sql LIKE '%on%update%' AND f.on_update NOT IN ('NO ACTION', 'RESTRICT')
      """
    let names = try connection.uncachedStatement(sql, for: nil).rows { row in
      row.value(at: 1).isNull || TableText(row.string(at: 1)).event == "UPDATE" ? row.string(at: 0) : nil
    }
    return Set(names.compactMap { $0?.lowercased() })
  }

  /// In the order of declaration; SQLite lists them in reverse.
  package func foreignKeys(of table: String) throws(StoreError) -> [ForeignKey] {
    var keys: [ForeignKey] = []
    _ = try rows(of: "foreign_key_list", table) { row in
      let id = row.integer(at: 0)
      if keys.last?.id != id {
        keys.append(ForeignKey(id: id, table: row.string(at: 2)))
        // RESTRICT, which refuses the deletion immediately, also counts as no action.
        keys[keys.count - 1].deletion = ForeignKey.Deletion(rawValue: row.string(at: 6)) ?? .noAction
      }
      keys[keys.count - 1].columns.append(row.string(at: 3))
      if row.value(at: 4) != .null { keys[keys.count - 1].targets.append(row.string(at: 4)) }
    }
    for index in keys.indices where keys[index].targets.isEmpty {
      var parent = TableDescription(name: keys[index].table)
      // If the parent cannot be read, the key has no target columns and is not shown.
      parent.columns = (try? columns(of: parent.name)) ?? []
      keys[index].targets = parent.keyColumns
    }
    return keys.reversed()
  }

  private func rows<Result>(
    of pragma: String, _ name: String, _ read: (PreparedStatement) throws(StoreError) -> Result
  ) throws(StoreError) -> [Result] {
    try connection.uncachedStatement("PRAGMA main.\(pragma)(\(quoted(name)))").rows(read)
  }

  /// In the order of creation, without SQLite's own tables and shadow tables.
  package func tables() throws(StoreError) -> [TableEntry] { try catalog().tables }

  /// The hidden table in which a library carries views.
  package static let viewTable = "booklist_view"

  /// If nothing may react to updates, reacting tables need not be searched for.
  package func catalog() throws(StoreError) -> (tables: [TableEntry], mayReact: Bool, hasViews: Bool) {
    let sql = """
      SELECT name, type, rootpage, type <> 'view' AND sql LIKE '%update%' FROM main.sqlite_schema
      WHERE type IN ('table', 'view', 'trigger') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid
      """
    var (tables, mayReact, hasViews): ([TableEntry], Bool, Bool) = ([], false, false)
    try connection.uncachedStatement(sql).forEachRow { row in
      if row.integer(at: 3) != 0 { mayReact = true }
      let type = row.string(at: 1)
      if type == "trigger" { return }
      if row.string(at: 0) == Self.viewTable { return hasViews = true }
      let kind: TableEntry.Kind = type == "view" ? .view : row.integer(at: 2) == 0 ? .virtual : .table
      tables.append(TableEntry(id: .first, name: row.string(at: 0), kind: kind))
    }
    if tables.contains(where: { $0.kind == .virtual }) {
      let hidden = try shadowTables()
      tables.removeAll { hidden.contains($0.name) }
    }
    for index in tables.indices { tables[index].id = TableID(index) }
    return (tables, mayReact, hasViews)
  }

  private func shadowTables() throws(StoreError) -> Set<String> {
    let names = try connection.uncachedStatement("PRAGMA main.table_list").rows {
      $0.string(at: 2) == "shadow" ? $0.string(at: 1) : nil
    }
    return Set(names.compactMap(\.self))
  }

  /// The initial table: the requested one, otherwise the book table, otherwise the first usable one.
  ///
  /// - Throws: `noSuchTable` if no table has the name, `noUsableTable` if there is none.
  package func first(of tables: [TableEntry], named name: String?) throws(StoreError) -> Schema {
    if let name {
      guard let entry = tables.first(where: { $0.name.isSameName(as: name) }) else {
        throw .noSuchTable(name)
      }
      return try schema(of: entry)
    }
    let books = tables.filter { $0.kind == .table && $0.name.isSameName(as: Schema.books.table) }
    for entry in books {
      guard var schema = try table(entry.name).booksSchema else { continue }
      schema.id = entry.id
      return schema
    }
    for entry in tables.filter({ $0.kind == .table }) + tables.filter({ $0.kind != .table }) {
      do {
        return try schema(of: entry)
      } catch {
        guard error.concernsOneTable else { throw error }
      }
    }
    throw .noUsableTable
  }

  package func schema(of entry: TableEntry) throws(StoreError) -> Schema {
    let table = try table(entry.name)
    guard var schema = table.booksSchema ?? table.schema else { throw .noUsableTable }
    schema.id = entry.id
    return schema
  }

  /// Reads the beginnings of values in up to 20 first and last rows, to guess kinds and to choose a title.
  ///
  /// The last rows matter because a program may have switched to another form of dates. If this would be slow, columns that
  /// only matter for the title are left out.
  private func readSamples(of table: inout TableDescription) throws(StoreError) {
    let places = table.columns.indices.filter { !table.columns[$0].isHidden }
    let doubtful = places.filter { table.columns[$0].guess.needsSamples }
    guard !places.isEmpty, !table.isView || !doubtful.isEmpty else { return }
    let rows = try? connection.withLengthLimit(Self.wholeLimit) { () throws(StoreError) in
      try firstRows(of: table, places, hasTexts: { _ in true })
    }
    defer { table.shareDates() }
    if let rows {
      let first = rows.filter { $0.last == .integer(0) }
      for (index, place) in places.enumerated() { table.columns[place].firstValues = first.map { $0[index] } }
      note(rows, of: places, in: &table)
    } else if let rows = try? firstRows(of: table, doubtful, hasTexts: \.guess.needsTexts) {
      note(rows, of: doubtful, in: &table)
    }
  }

  private static func canReverse(_ table: TableDescription) -> Bool {
    table.isOrdinary && !table.isWithoutRowID && !table.columns.contains { $0.name.isSameName(as: "rowid") }
  }

  private func note(_ rows: [[Value]], of places: [Int], in table: inout TableDescription) {
    for (index, place) in places.enumerated() {
      table.columns[place].samples = rows.map { $0[index] }.filter { !$0.isNull }
    }
  }

  private static let wholeLimit = 1 << 20
  /// The rows of a view may need all of its tables.
  private static let longestTime = Duration.milliseconds(100)

  private func firstRows(
    of table: TableDescription, _ places: [Int], hasTexts: (ColumnDescription) -> Bool
  ) throws(StoreError) -> [[Value]] {
    let terms = places.map { sample(of: table.columns[$0], hasTexts(table.columns[$0])) }.joined(
      separator: ", ")
    // The last value tells which end a row is from.
    let (columns, source) = (terms.isEmpty ? "" : terms + ", ", "FROM main.\(quoted(table.name))")
    var sql = "SELECT \(columns)0 \(source) LIMIT 20"
    if Self.canReverse(table) {
      sql =
        "SELECT * FROM (\(sql)) UNION ALL "
        + "SELECT * FROM (SELECT \(columns)1 \(source) ORDER BY rowid DESC LIMIT 20)"
    }
    let statement = try connection.uncachedStatement(sql)
    var rows: [[Value]] = []
    do throws(StoreError) {
      try connection.withTimeLimit(Self.longestTime) { () throws(StoreError) in
        try statement.forEachRow { row in
          rows.append(row.values(at: 0..<places.count + 1))
        }
      }
    } catch {
      // The rows before an unreadable row are still useful.
      guard !rows.isEmpty, !error.isTooBig else { throw error }
    }
    return rows
  }

  private func sample(of column: ColumnDescription, _ hasText: Bool) -> String {
    let name = quoted(column.name)
    let blob = "CASE WHEN length(\(name)) < \(Self.wholeLimit) THEN substr(\(name), 1, 16) ELSE x'' END"
    let text = hasText ? "substr(\(name), 1, 64)" : "''"
    let sample = "CASE typeof(\(name)) WHEN 'blob' THEN \(blob) WHEN 'text' THEN \(text) ELSE \(name) END"
    return column.isGenerated ? "CASE WHEN \(StatementWatch.goesOn)() THEN \(sample) END" : sample
  }
}

extension StoreError {
  fileprivate var concernsOneTable: Bool {
    switch self {
    case .other, .noUsableTable: true
    default: false
    }
  }
}

package struct ForeignKey {
  /// Groups the rows of this key in SQLite's list.
  package let id: Int64
  package let table: String
  package var columns: [String] = []
  /// If the declaration omits them, the primary key's.
  package var targets: [String] = []
  package var deletion = Deletion.noAction

  package enum Deletion: String {
    case noAction = "NO ACTION"
    case cascade = "CASCADE"
    case setNull = "SET NULL"
    case setDefault = "SET DEFAULT"
  }
}

extension Schema {
  /// Checks that rows have keys, and so can be changed.
  ///
  /// - Throws: `noKeys` for a view, and for a table without a usable key.
  public func checkHasKeys() throws(StoreError) {
    if isReadOnly { throw .noKeys(table: table, isView: source == .view) }
  }
}
