import Dispatch
import Records
import SQLite

/// The store's connection, the tables with their statements, and what is known about the database.
package final class Database {
  package let path: String
  package let options: ConnectionOptions
  private var tableOptions: TableOptions
  package let reportsRows: Bool
  package let connection: Connection
  package let log: StatementLog
  package let counters: SessionCounters
  package private(set) var schema: Schema
  package private(set) var columns: [Int] = []

  package private(set) var tables: [TableEntry]
  private let mayReact: Bool
  package let hasViews: Bool
  private var sqls: [TableSQL?]
  private var completeTables: Set<TableID> = []
  private var childTables: ChildTables?
  /// In WAL mode, readers do not block the writer.
  package private(set) lazy var hasWriteAheadLog = connection.hasWriteAheadLog

  private var foundDamage: String?
  package private(set) var baseline: Int64?
  package private(set) var seenVersions: (data: Int64?, schema: Int64?)
  package private(set) var haveOthersWritten = false

  private var knownRecorder: (recorder: RowRecorder, schemaVersion: Int64?)?
  private var foreignCollations: [ForeignCollation: String?] = [:]

  /// If `isObserved`, statements are recorded, beginning with the first query over rows.
  package init(
    path: String, _ options: ConnectionOptions, _ tableOptions: TableOptions,
    reportsRows: Bool = RowRecorder.isAvailable, isObserved: Bool = false
  ) throws(StoreError) {
    (self.path, self.reportsRows, self.tableOptions) = (path, reportsRows, tableOptions)
    log = StatementLog()
    var options = options
    options.log = log
    counters = SessionCounters()
    options.counters = counters
    options.threads = DispatchGroup()
    options.identity = FileIdentity(path)
    connection = try Connection(path: path, options: options)
    // Read before the tables, so that no later change to them is missed.
    seenVersions = (connection.dataVersion, connection.schemaVersion)
    options.isInWriteAheadMode = connection.isInWriteAheadMode
    self.options = options
    let reader = SchemaReader(
      connection: connection, arrangements: tableOptions.arrangements, capitals: tableOptions.capitals)
    (tables, mayReact, hasViews) = try reader.catalog()
    schema = try Self.applying(tableOptions, to: try reader.first(of: tables, named: tableOptions.table))
    sqls = tables.map { _ in nil }
    sqls[Int(schema.id.index)] = tableOptions.sql(schema)
    log.isOn = isObserved
    let areOwn = tableOptions.columns.allSatisfy { schema.field(named: $0) != nil }
    columns = try Self.columns(tableOptions, of: areOwn ? schema : try completeSQL(of: schema.id).schema)
  }

  private static func columns(_ options: TableOptions, of schema: Schema) throws(StoreError) -> [Int] {
    if options.columns.isEmpty { return schema.defaultColumns }
    do throws(SchemaError) {
      return try schema.columns(named: options.columns)
    } catch { throw .cannotApply(error, to: schema) }
  }

  private static func applying(_ options: TableOptions, to schema: Schema) throws(StoreError) -> Schema {
    do throws(SchemaError) {
      return try schema.applying(title: options.title, kinds: options.kinds)
    } catch { throw .cannotApply(error, to: schema) }
  }

  var hasChosenColumns: Bool { !tableOptions.columns.isEmpty }

  package var arrangements: [String: FieldArrangement] { tableOptions.arrangements }

  /// Takes effect when the database is next opened.
  package func arrange(_ table: String, as arrangement: FieldArrangement) {
    tableOptions.arrangements[table] = arrangement
  }

  /// The first call reads the table's schema.
  package func sql(of table: TableID) throws(StoreError) -> TableSQL {
    if let sql = sqls[Int(table.index)] { return sql }
    let reader = SchemaReader(
      connection: connection, arrangements: tableOptions.arrangements, capitals: tableOptions.capitals)
    let sql = tableOptions.sql(try reader.schema(of: tables[Int(table.index)]))
    sqls[Int(table.index)] = sql
    return sql
  }

  package func schema(of table: TableID) throws(StoreError) -> Schema { try sql(of: table).schema }

  /// Includes the table's related fields; the first call looks for them.
  package func completeSQL(of table: TableID) throws(StoreError) -> TableSQL {
    let sql = try sql(of: table)
    if completeTables.contains(table) { return sql }
    var schema = sql.schema
    schema.related = try RelatedFieldReader(database: self, schema: schema).fields()
    completeTables.insert(table)
    guard !schema.related.isEmpty else { return sql }
    let complete = tableOptions.sql(schema)
    sqls[Int(table.index)] = complete
    if table == self.schema.id { self.schema = schema }
    return complete
  }

  /// The statements of a table that has records, and so a known schema.
  package func knownSQL(of table: TableID) -> TableSQL { sqls[Int(table.index)] ?? tableOptions.sql(schema) }

  /// In the order of the tables; the initial table's statements stand in for unread schemas.
  package var knownSQLs: [TableSQL] {
    let first = knownSQL(of: schema.id)
    return sqls.map { $0 ?? first }
  }

  package var knownSchemas: [Schema] { sqls.compactMap { $0?.schema } }

  package func tables(pointingTo name: String) throws(StoreError) -> [TableEntry] {
    // A single table can only point to itself.
    guard tables.count > 1 || !schema.references.isEmpty else { return [] }
    let names = try knownChildTables()[name]
    return names.isEmpty ? [] : tables.filter { names.contains($0.name) }
  }

  package func isIndexed(_ reference: Reference, of schema: Schema) throws(StoreError) -> Bool {
    try knownChildTables().isIndexed(reference.fields.map { schema.fields[$0].column }, of: schema.table)
  }

  private func knownChildTables() throws(StoreError) -> ChildTables {
    if let childTables { return childTables }
    let children = try ChildTables(connection)
    childTables = children
    return children
  }

  /// Ignores case as SQLite does, if no name is equal.
  package func entry(named name: String) -> TableEntry? {
    tables.first { $0.name == name } ?? tables.first { $0.name.isSameName(as: name) }
  }

  package func recordID(of row: RowRecorder.Row) throws(StoreError) -> RecordID {
    guard let entry = entry(named: row.table) else { throw .changedSince }
    return RecordID(row.key, in: entry.id)
  }

  package func field(_ column: String, of table: TableID) throws(StoreError) -> Int {
    guard let field = try schema(of: table).fields.firstIndex(where: { $0.column == column }) else {
      throw .changedSince
    }
    return field
  }

  /// Whether a column would store both values alike; either may not have been written yet.
  package func isSame(_ left: Value, _ right: Value, _ field: Int, _ table: TableID) throws(StoreError)
    -> Bool
  {
    let affinity = try schema(of: table).fields[field].affinity
    return left.isHeld(as: right, in: affinity) || right.isHeld(as: left, in: affinity)
  }

  package func values(_ fields: [Int], of id: RecordID) throws(StoreError) -> [Value]? {
    let statement = try connection.statement(try sql(of: id.table).values(fields))
    return try statement.firstRow(binding: id.values) { row in row.values(at: fields.indices) }
  }

  package func wholeRow(_ id: RecordID) throws(StoreError) -> [Value]? {
    let sql = try sql(of: id.table)
    return try connection.row(sql.wholeRow, id.values) { $0.values(at: sql.rowColumns.indices) }
  }

  package func noteCount(of table: TableID, by difference: Int) {
    guard case .exactly(let count) = tables[Int(table.index)].count else { return }
    tables[Int(table.index)].count = .exactly(count + difference)
  }

  func note(_ count: TableCount) {
    tables[Int(count.table.index)].count = count.count.map { .exactly($0) }
  }

  package func reacts(_ table: TableID) -> Bool { hasReactions && reactingTables[Int(table.index)] }

  package private(set) lazy var hasReactions = reactingTables.contains(true)

  /// By table index; all false if side effects would not be reported.
  private lazy var reactingTables: [Bool] = {
    guard reportsRows, mayReact else { return tables.map { _ in false } }
    let names = (try? SchemaReader(connection: connection).reactingTables()) ?? []
    return tables.map { names.contains($0.name.lowercased()) }
  }()

  package var isReadOnly: Bool { connection.isReadOnly || damage != nil }

  package var damage: String? { connection.damage ?? foundDamage }

  func noteDamage(_ error: StoreError) {
    switch error {
    case .damaged(let detail), .damagedAfter(_, let detail): foundDamage = detail
    default: break
    }
  }

  /// Finds out why a row is not found by its key: either it is gone, or the database is damaged.
  func explainMissing(_ id: RecordID) -> StoreError {
    let version = dataVersion
    if version != seenVersions.data || connection.isOutdated {
      haveOthersWritten = true
    } else if version != nil, isListed(id), dataVersion == version {
      let detail = "a row of the table is not found by its key"
      foundDamage = detail
      return .damaged(detail: detail)
    }
    return .rowGone
  }

  /// Whether a scan of the table finds the row within a short time.
  private func isListed(_ id: RecordID) -> Bool {
    guard let sql = try? sql(of: id.table), sql.schema.source == .table, sql.schema.key != .position,
      let statement = try? connection.statement(sql.isListed)
    else { return false }
    let isListed = try? statement.firstRow(binding: id.values) { _ in true }
    return isListed == true
  }

  /// Changes when another connection writes; nil if a lock prevents reading it.
  package var dataVersion: Int64? { connection.waiting(atMost: .zero) { connection.dataVersion } }

  package var isAsRead: Bool { baseline != nil && dataVersion == baseline }

  func noteFirstRead() { baseline = connection.dataVersion }

  package func forgetBaseline() { baseline = nil }

  /// Checks whether another connection has written since the last call or since opening.
  ///
  /// It does not wait for a lock; if there is one, the next call finds out.
  /// - Complexity: Two statements that touch no table.
  package func checkForOtherWriters() -> OtherWriting {
    if connection.isOutdated {
      haveOthersWritten = true
      return .everything
    }
    let (data, schema) = connection.waiting(atMost: .zero) {
      (connection.dataVersion, connection.schemaVersion)
    }
    guard let data, let schema else { return .locked }
    let seen = seenVersions
    seenVersions = (data, schema)
    guard let seenData = seen.data, data != seenData else { return .nothing }
    haveOthersWritten = true
    return seen.schema.map { $0 == schema } ?? true ? .rows : .schema
  }

  /// Marks a write by the store's own threads as seen, unless another connection wrote before it.
  ///
  /// - Parameter version: The version after the write, if no other connection wrote meanwhile.
  package func noteOwnWrite(since before: Int64?, upTo version: Int64?) {
    guard let before, let version else { return }
    if baseline == before { baseline = version }
    if seenVersions.data == before { seenVersions.data = version }
  }

  package func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    do throws(StoreError) {
      try connection.begin()
      let result = try body()
      try checkForeignKeys()
      try connection.commit()
      return result
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// COMMIT would fail without naming the row.
  ///
  /// - Throws: `danglingReference` or `foreignKey`.
  package func checkForeignKeys() throws(StoreError) {
    if connection.hasOpenForeignKeys { throw danglingReference() }
  }

  private func danglingReference() -> StoreError {
    let touched = Set(touches.map(\.row.table))
    let sql = "SELECT DISTINCT \"table\", parent FROM pragma_foreign_key_check LIMIT 100"
    let found = try? connection.withTimeLimit(.seconds(1)) { () throws(StoreError) in
      try connection.rows(sql) { (from: $0.string(at: 0), to: $0.string(at: 1)) }
    }
    let pair = found?.first { touched.contains($0.from) || touched.contains($0.to) }
    return pair.map { .danglingReference(from: $0.from, to: $0.to) } ?? .foreignKey
  }

  package func recorder() throws(StoreError) -> RowRecorder {
    let version = connection.schemaVersion
    if let knownRecorder, knownRecorder.schemaVersion == version { return knownRecorder.recorder }
    let recorder = try RowRecorder(connection, isReporting: reportsRows) {
      [unowned self] row throws(StoreError) in
      try wholeRow(try recordID(of: row))
    }
    knownRecorder = (recorder, version)
    return recorder
  }

  package func hasTriggers(on table: String) throws(StoreError) -> Bool {
    try connection.exists(
      "SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE",
      [.text(Text(table))])
  }

  /// Queried each time, because another program may have added a foreign key.
  package func isPointedTo(_ table: String) throws(StoreError) -> Bool {
    try connection.exists(
      """
      SELECT 1 FROM main.sqlite_schema AS m JOIN pragma_foreign_key_list(m.name, 'main') AS f
      WHERE m.type = 'table' AND f."table" = ? COLLATE NOCASE
      """, [.text(Text(table))])
  }

  package var touches: [RowRecorder.Touch] { knownRecorder?.recorder.touches ?? [] }

  package func forgetTouches() { knownRecorder?.recorder.forget() }

  package func checkIsSettable(_ fieldIndex: Int, of table: TableID) throws(StoreError) {
    if let damage { throw .damaged(detail: damage) }
    let sql = try sql(of: table)
    let field = sql.schema.fields[fieldIndex]
    try sql.schema.checkHasKeys()
    if sql.schema.key.columns.contains(field.column) { throw .fixedField }
    try change(sql.update([fieldIndex]), sql.schema.table, field: field)
  }

  /// Compiles a statement that changes a table.
  ///
  /// - Parameter field: The only field that it sets; nil for whole rows.
  /// - Throws: `cannotChange` if only the program that created the database can run it.
  @discardableResult
  package func change(
    _ text: String, _ table: String, field: Field? = nil, of id: RecordID? = nil
  ) throws(StoreError) -> PreparedStatement {
    let statement: PreparedStatement
    do throws(StoreError) {
      statement = try connection.statement(text, of: id)
    } catch {
      guard case .other(_, let detail) = error else { throw error }
      throw .cannotChange(table: table, try obstacle(detail, text, table))
    }
    if connection.lacksCollation, let collation = try foreignCollation(of: table, field?.column) {
      throw .cannotChange(table: table, .collation(collation))
    }
    return statement
  }

  /// Why a statement could not be compiled: usually a trigger names something unknown.
  private func obstacle(_ detail: String, _ text: String, _ table: String) throws(StoreError)
    -> StoreError.Obstacle
  {
    guard let missing = detail.split(separator: " ").last?.split(separator: ".").last else {
      return .other(detail: detail)
    }
    let sql = """
      SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger' AND instr(lower(sql), lower(?))
      ORDER BY tbl_name = ? COLLATE NOCASE DESC, rowid
      """
    var triggers: [(name: String, isFired: Bool)] = []
    try connection.uncachedStatement(sql).forEachRow(binding: [.text(Text(missing)), .text(Text(table))]) {
      row in
      let event = TableText(row.string(at: 1)).event
      triggers.append((row.string(at: 0), event.map(text.hasPrefix) ?? false))
    }
    let name = (triggers.first(where: \.isFired) ?? triggers.first)?.name
    return name.map { .trigger(name: $0, detail: detail) } ?? .other(detail: detail)
  }

  /// A custom collation used by an index that a change to a table may write.
  ///
  /// - Parameter column: If given, the table's own indexes count only if they contain it or may contain it.
  private func foreignCollation(of table: String, _ column: String?) throws(StoreError) -> String? {
    let place = ForeignCollation(table: table, column: column)
    if let known = foreignCollations[place] { return known }
    var found: String?
    try connection.uncachedStatement(Self.collations).forEachRow(
      binding: [.text(Text(table)), column.map { .text(Text($0)) } ?? .null]
    ) { row in
      let name = row.string(at: 0)
      if !CollationStandIn.isOwn(name) { found = name }
    }
    foreignCollations[place] = .some(found)
    return found
  }

  /// The collations of a table's indexes; of all indexes if triggers or foreign keys may write to other tables.
  private static let collations = """
    SELECT DISTINCT x.coll FROM main.sqlite_schema AS s JOIN pragma_index_list(s.name) AS i
    JOIN pragma_index_xinfo(i.name) AS x
    WHERE s.type = 'table' AND x.coll IS NOT NULL AND CASE WHEN s.name = ?1 COLLATE NOCASE THEN
        ?2 IS NULL OR i.partial OR EXISTS (
          SELECT 1 FROM pragma_index_xinfo(i.name) AS y LEFT JOIN pragma_table_xinfo(?1) AS c ON c.cid = y.cid
          WHERE y.cid = -2 OR c.hidden IN (2, 3) OR y.name = ?2 COLLATE NOCASE)
      ELSE EXISTS (SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE)
        OR EXISTS (
          SELECT 1 FROM main.sqlite_schema AS o JOIN pragma_foreign_key_list(o.name) AS f
          WHERE o.type = 'table' AND f."table" = ?1 COLLATE NOCASE)
      END
    """

  /// The column is nil for whole rows.
  struct ForeignCollation: Hashable {
    let table: String
    let column: String?
  }
}

/// The number of rows in a table, or nil if they cannot be counted.
struct TableCount: Sendable {
  let table: TableID
  let count: Int?
}

/// The version of the database that a connection sees; versions of different connections are never equal.
struct DatabaseVersion: Equatable, Sendable {
  private let connection: Connection.Identity
  private let number: Int64

  init(seenBy connection: Connection) throws(StoreError) {
    (self.connection, number) = (connection.identity, try connection.seenDataVersion())
  }

  static func == (left: DatabaseVersion, right: DatabaseVersion) -> Bool {
    left.connection === right.connection && left.number == right.number
  }
}

/// A change that another connection has made to the database.
public enum OtherWriting: Hashable, Sendable {
  case nothing
  /// Unknown, because another connection holds a lock; the next call finds out.
  case locked
  case rows
  /// Tables may have changed; the store keeps its schema until the database is opened again.
  case schema
  /// Anything may have changed in a database opened as immutable; reopen it to see the changes.
  case everything
}
