import CSQLite
import EditLog
import Listings
import Platform
import Records
import SQLite

/// Adds, renames and removes columns, each in one transaction, as a step that can be undone.
///
/// The edit log keeps the values of a removed column, so that undo restores it with them, as the last column.
public final class TableEditor {
  private let editor: Editor
  /// Whether the tables have changed since the store was opened, so that it has to be reopened.
  public private(set) var isOutdated = false

  init(_ editor: Editor) { self.editor = editor }

  private var database: Database { editor.database }
  private var connection: Connection { database.connection }
  private var journal: Journal { editor.journal }

  /// Saves the person's field order for a table; the store has to be reopened afterwards.
  public func arrange(_ table: TableID, as arrangement: FieldArrangement) throws(StoreError) {
    try note(arrangement, of: table)
    isOutdated = true
  }

  package func note(_ arrangement: FieldArrangement, of table: TableID) throws(StoreError) {
    database.arrange(try database.schema(of: table).table, as: arrangement)
  }

  // MARK: Questions

  /// The SQL statement of a change.
  public func statement(for change: FieldChange, of table: TableID) throws(StoreError) -> String {
    FieldSQL.statement(change, of: try database.schema(of: table).table)
  }

  /// The definition, after its name, of a new column that holds one of several texts or nothing.
  public static func choice(_ column: String, among choices: [String]) -> String {
    FieldSQL.choice(column, among: choices)
  }

  /// How many rows have a value in a field, neither NULL nor empty, with unwritten edits; nil if counting takes over a second.
  public func filledCount(of field: Int, in table: TableID) throws(StoreError) -> Int? {
    let schema = try database.schema(of: table)
    let column = quoted(schema.fields[field].column)
    let sql = "SELECT count(*) FROM \(quoted(schema.table)) WHERE \(column) IS NOT NULL AND \(column) <> ''"
    do throws(StoreError) {
      let count = try connection.withTimeLimit(.seconds(1)) { () throws(StoreError) in
        Int(try connection.uncachedStatement(sql).firstRow { $0.integer(at: 0) } ?? 0)
      }
      return count + unwrittenCount(of: field, in: table)
    } catch {
      guard error == .interrupted else { throw error }
      return nil
    }
  }

  private func unwrittenCount(of field: Int, in table: TableID) -> Int {
    func count(_ value: Value?) -> Int { value == nil || value == .null || value == "" ? 0 : 1 }
    return editor.shelf.records.dirty.reduce(0) { sum, record in
      guard record.id.table == table, let original = record.originals.first(where: { $0.index == field })
      else { return sum }
      return sum + count(record.value(at: field)) - count(original.value)
    }
  }

  // MARK: Tables

  /// The tables for readings, progress, loans and quotes that a table of books lacks; empty if nothing can point to its rows.
  public func missingTables(of books: TableID) throws(StoreError) -> [MissingTable] {
    let schema = try database.schema(of: books)
    guard schema.source == .table, case .rowid(let key) = schema.key,
      ["title", "author"].allSatisfy({ schema.field(named: $0) != nil }),
      // A foreign key can only point to a column that the table declares.
      try hasColumn(key, schema.table)
    else { return [] }
    let target = "\(FieldSQL.name(schema.table)) (\(FieldSQL.name(key)))"
    let canProgress = try canProgressPoint(to: schema)
    return MissingTable.names.filter { database.entry(named: $0) == nil && ($0 != "progress" || canProgress) }
      .compactMap { MissingTable($0, pointingTo: target) }
  }

  private func canProgressPoint(to books: Schema) throws(StoreError) -> Bool {
    guard let entry = database.entry(named: "reading") else { return true }
    let schema = try database.schema(of: entry.id)
    guard schema.source == .table, schema.key == .rowid(column: "pk"), try hasColumn("pk", schema.table)
    else { return false }
    return ["started", "finished", "stopped"].allSatisfy { schema.field(named: $0) != nil }
      && schema.references.contains { $0.table.isSameName(as: books.table) }
  }

  /// Starts to create tables, after writing every edit.
  public func startCreating(_ tables: [MissingTable]) throws(StoreError) -> FieldJob {
    if let damage = database.damage { throw .damaged(detail: damage) }
    if database.isReadOnly { throw .readOnly }
    if let reason = editor.writer.writeBack().reason { throw reason }
    return job { [self] () throws(StoreError) in try create(tables) }
  }

  private func job(_ change: @escaping () throws(StoreError) -> Void) -> FieldJob {
    FieldJob(after: { [self] () throws(StoreError) in try makeCopy() }, change)
  }

  /// Creates tables; the history cannot undo that.
  private func create(_ tables: [MissingTable]) throws(StoreError) {
    try editor.writer.write { () throws(StoreError) in
      try connection.transaction { () throws(StoreError) in
        for statement in tables.flatMap(\.statements) { try connection.run(statement) }
      }
    }
    isOutdated = true
  }

  // MARK: Changes

  /// Starts a change of a table's columns, after writing every edit.
  ///
  /// - Throws: `cannotChangeField`, `readOnly`, `damaged`, or why edits cannot be written.
  public func start(_ change: FieldChange, of table: TableID) throws(StoreError) -> FieldJob {
    try check(change, of: table)
    return job { [self] () throws(StoreError) in
      try make(change, of: table, as: LogPurpose(), reversing: nil)
    }
  }

  func startReversing(_ logged: LogReader.NumberedChange, as purpose: LogPurpose) throws(StoreError)
    -> FieldJob?
  {
    guard case .field(let change) = logged.change.content else { return nil }
    let table = try database.recordID(of: logged.change.row).table
    guard try isMade(change, in: logged.change.table) else { throw .changedSince }
    try check(change.reversed, of: table)
    return job { [self] () throws(StoreError) in
      try make(change.reversed, of: table, as: purpose, reversing: logged.number)
    }
  }

  private func check(_ change: FieldChange, of table: TableID) throws(StoreError) {
    if let damage = database.damage { throw .damaged(detail: damage) }
    if database.isReadOnly { throw .readOnly }
    let schema = try database.schema(of: table)
    guard schema.source == .table else { throw .cannotChangeField(.notATable) }
    var names = [change.column]
    if case .renaming(_, let name) = change { names.append(name) }
    if names.contains(where: { $0.isEmpty || $0.unicodeScalars.contains("\0") }) {
      throw .cannotChangeField(.noName)
    }
    if case .removal(let column, _) = change,
      // SQLite does not check this.
      let entry = try editor.constraints.table(amongst: database.tables, pointingTo: column, of: schema.table)
    {
      throw .cannotChangeField(.isNamed(by: .table, name: entry.name))
    }
    if let reason = editor.writer.writeBack().reason { throw reason }
  }

  func isMade(_ change: FieldChange, in table: String) throws(StoreError) -> Bool {
    switch change {
    case .addition(let column, _): return try hasColumn(column, table)
    case .removal(let column, _): return try !hasColumn(column, table)
    case .renaming(let column, let name):
      if try hasColumn(column, table) { return false }
      return try hasColumn(name, table)
    }
  }

  private func hasColumn(_ column: String, _ table: String) throws(StoreError) -> Bool {
    try connection.uncachedStatement("SELECT 1 FROM pragma_table_xinfo(?, 'main') WHERE name = ?").firstRow(
      binding: [.text(Text(table)), .text(Text(column))]) { _ in true } ?? false
  }

  // MARK: The transaction

  private func makeCopy() throws(StoreError) -> SafetyCopy {
    guard let log = journal.log() else { throw journal.failure ?? .cannotChangeField(.noFolder) }
    return try SafetyCopy(of: connection, beside: log.file)
  }

  func make(
    _ change: FieldChange, of table: TableID, as purpose: LogPurpose, reversing number: Int64?
  ) throws(StoreError) {
    // A field may have been set while the copy was made.
    if let reason = editor.writer.writeBack().reason { throw reason }
    // Once the column is gone, a later session could not find out whether its edits were written.
    journal.opened?.keeper.flush()
    let sql = try database.sql(of: table)
    do throws(StoreError) {
      try editor.writer.logged(as: purpose) { purpose, drafts throws(StoreError) in
        let change = try completed(change, sql)
        let draft = journal.append([logged(change, sql)], as: purpose, isDraft: true)
        guard let log = journal.opened, let draft, let logged = draft.changes.first else {
          throw journal.failure ?? .cannotChangeField(.noFolder)
        }
        drafts.append(draft)
        try keepValues(change, sql, of: logged, log)
        try alter(change, sql, reversing: number)
      }
    } catch {
      throw error.ofField
    }
    isOutdated = true
  }

  private func completed(_ change: FieldChange, _ sql: TableSQL) throws(StoreError) -> FieldChange {
    guard case .removal(let column, _) = change else { return change }
    let text = try connection.uncachedStatement(
      "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ?"
    )
    .firstRow(binding: [.text(Text(sql.schema.table))]) { $0.string(at: 0) }
    guard let definition = ColumnText(text ?? "").definition(of: column) else {
      throw .cannotChangeField(.noName)
    }
    return .removal(column: column, definition: definition)
  }

  private func logged(_ change: FieldChange, _ sql: TableSQL) -> Change {
    Change(
      table: sql.schema.table, key: .columns([]), title: .text(Text(change.column)), content: .field(change))
  }

  /// Logs the values of a column to be removed; if it has a default, NULL is a value, too.
  private func keepValues(
    _ change: FieldChange, _ sql: TableSQL, of number: Int64, _ log: EditLog
  ) throws(StoreError) {
    guard case .removal(let column, _) = change else { return }
    let kept = KeptValues(connection: log.connection)
    let place = Int32(sql.schema.key.columns.count)
    let hasDefault = sql.schema.fields.first { $0.column == column }?.hasDefault ?? false
    let condition = hasDefault ? "" : " WHERE \(quoted(column)) IS NOT NULL"
    var page = KeptValues.Page()
    try connection.uncachedStatement("SELECT \(sql.keyList), \(quoted(column)) FROM \(sql.table)\(condition)")
      .forEachRow { row throws(StoreError) in
        page.append(row.value(at: place), of: sql.id(in: row).key)
        if page.isFull { try log.transaction { () throws(StoreError) in try kept.append(&page, to: number) } }
      }
    try log.transaction { () throws(StoreError) in try kept.append(&page, to: number) }
  }

  private func alter(_ change: FieldChange, _ sql: TableSQL, reversing number: Int64?) throws(StoreError) {
    do throws(StoreError) {
      try runKeepingTriggers(change, of: sql.schema.table)
    } catch {
      guard let plain = number == nil ? nil : plain(change, insteadAfter: error) else { throw error }
      try connection.run(FieldSQL.statement(plain, of: sql.schema.table))
    }
    try restoreValues(change, sql, reversing: number)
  }

  private func runKeepingTriggers(_ change: FieldChange, of table: String) throws(StoreError) {
    let check = TriggerCheck(connection: connection)
    let before = try check.failing()
    try connection.run(FieldSQL.statement(change, of: table))
    guard let event = try check.failing().subtracting(before).first else { return }
    let name = try check.trigger(with: change.column, firedBy: event)
    throw .cannotChangeField(.isNamed(by: .trigger, name: name))
  }

  /// Restores the values of a restored column; no trigger fires, because no row is edited.
  private func restoreValues(
    _ change: FieldChange, _ sql: TableSQL, reversing number: Int64?
  ) throws(StoreError) {
    guard case .addition(let column, _) = change, let number, let log = journal.opened else { return }
    let isComputed = try connection.integer(
      "SELECT hidden FROM pragma_table_xinfo(?, 'main') WHERE name = ?",
      [.text(Text(sql.schema.table)), .text(Text(column))])
    guard isComputed == 0 else { return }
    connection.setTriggers(areOn: false)
    defer { connection.setTriggers(areOn: true) }
    let update = try connection.uncachedStatement(
      "UPDATE \(sql.table) SET \(quoted(column)) = ? WHERE \(sql.keyTuple) = \(sql.keyParameterList)")
    try KeptValues(connection: log.connection).forEach(of: number) { key, value throws(StoreError) in
      try update.run(binding: [value] + RecordID(key, in: sql.schema.id).values)
    }
  }

  /// A restored column with its type alone, because SQLite cannot add NOT NULL without a default, or a computed default.
  private func plain(_ change: FieldChange, insteadAfter error: StoreError) -> FieldChange? {
    guard case .addition(let column, let definition) = change else { return nil }
    switch error {
    case .other, .constraint: break
    default: return nil
    }
    let words = definition.split(separator: " ").prefix { word in
      !Self.constraintWords.contains(word.prefix { $0 != "(" }.uppercased())
    }
    return .addition(column: column, definition: words.joined(separator: " "))
  }

  /// The keywords that begin a column constraint (lang_createtable.html).
  private static let constraintWords: Set<String> = [
    "CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES",
    "GENERATED", "AS",
    "ON",
  ]
}

/// The statements that change columns; SQLite copies them into the schema, so names are quoted only if necessary.
enum FieldSQL {
  static func statement(_ change: FieldChange, of table: String) -> String {
    let start = "ALTER TABLE \(name(table))"
    switch change {
    case .addition(let column, let definition):
      return "\(start) ADD COLUMN \(name(column))" + (definition.isEmpty ? "" : " " + definition)
    case .removal(let column, _): return "\(start) DROP COLUMN \(name(column))"
    case .renaming(let column, let new): return "\(start) RENAME COLUMN \(name(column)) TO \(name(new))"
    }
  }

  static func choice(_ column: String, among choices: [String]) -> String {
    let texts = choices.map {
      "'" + $0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
    return "TEXT CHECK (\(name(column)) IN (\(texts.joined(separator: ", "))))"
  }

  /// Quotes a name if it needs quotes: SQLite knows its own keywords.
  static func name(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      byte == 95 || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
    let startsRight = name.utf8.first.map { !(48...57).contains($0) } ?? false
    if isPlain, startsRight, sqlite3_keyword_check(name, Int32(name.utf8.count)) == 0 { return name }
    return "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

/// Finds statements whose triggers no longer compile, because SQLite silently removes a column that a trigger sets.
struct TriggerCheck {
  let connection: Connection

  struct Event: Hashable {
    let table: String
    let name: String
  }

  func failing() throws(StoreError) -> Set<Event> {
    var failing: Set<Event> = []
    let sql = "SELECT DISTINCT tbl_name FROM main.sqlite_schema WHERE type = 'trigger'"
    for table in try connection.uncachedStatement(sql).rows({ $0.string(at: 0) }) {
      for (name, text) in try statements(on: table) {
        do throws(StoreError) {
          _ = try connection.uncachedStatement(text)
        } catch {
          guard error.concernsOneStatement else { throw error }
          failing.insert(Event(table: table, name: name))
        }
      }
    }
    return failing
  }

  private func statements(on table: String) throws(StoreError) -> [(name: String, text: String)] {
    let columns = try connection.uncachedStatement(
      "SELECT name FROM pragma_table_xinfo(?, 'main') WHERE hidden = 0"
    ).rows(binding: [.text(Text(table))]) { quoted($0.string(at: 0)) }
    let assignments = columns.map { "\($0) = \($0)" }.joined(separator: ", ")
    let name = "main." + quoted(table)
    return [
      ("INSERT", "INSERT INTO \(name) DEFAULT VALUES"), ("DELETE", "DELETE FROM \(name)"),
      ("UPDATE", "UPDATE \(name) SET \(assignments)"),
    ]
  }

  func trigger(with word: String, firedBy event: Event) throws(StoreError) -> String {
    let sql = """
      SELECT name FROM main.sqlite_schema WHERE type = 'trigger' AND instr(lower(sql), lower(?))
      ORDER BY tbl_name = ? COLLATE NOCASE DESC, instr(upper(sql), ?) > 0 DESC, rowid LIMIT 1
      """
    let values = [word, event.table, event.name].map { Value.text(Text($0)) }
    return try connection.uncachedStatement(sql).firstRow(binding: values) { $0.string(at: 0) } ?? event.table
  }
}

/// Changes columns or creates tables in one transaction, after copying the database; then the store has to be reopened.
public final class FieldJob: Job {
  private let makeCopy: () throws(StoreError) -> SafetyCopy
  private let change: () throws(StoreError) -> Void
  private var copy: SafetyCopy?
  private var isDone = false

  fileprivate init(
    after makeCopy: @escaping () throws(StoreError) -> SafetyCopy,
    _ change: @escaping () throws(StoreError) -> Void
  ) {
    (self.makeCopy, self.change) = (makeCopy, change)
  }

  /// The fraction of the copy that is done, from 0 to 1.
  public var fraction: Double { isDone ? 1 : copy?.fraction ?? 0 }

  /// Copies some pages, or makes the change once none are left; returns false when done.
  ///
  /// - Throws: `busy`, which can be retried, or why the tables stay as they are.
  public func step() throws(StoreError) -> Bool {
    if isDone { return false }
    guard let copy else {
      copy = try makeCopy()
      return true
    }
    if try copy.step() { return true }
    try change()
    isDone = true
    return false
  }
}

/// A copy of the database in the folder of the edit log, made some pages at a time before the tables are changed.
///
/// Its name ends in the time at which it began. The last three copies of a database are kept.
private final class SafetyCopy {
  private static let keptCount = 3
  private static let end = ".backup"
  private static let stepSize: Int32 = 256

  let path: String
  private let prefix: String
  private let file: OutputFile
  private let partial: String
  private let target: Connection
  private var backup: OpaquePointer?
  private(set) var fraction = 0.0

  init(of source: Connection, beside log: EditLogFile) throws(StoreError) {
    let moment = try source.uncachedStatement("SELECT strftime('%Y%m%d-%H%M%f', 'now')").firstRow {
      $0.string(at: 0)
    }
    prefix = (log.path.hasSuffix(".edits") ? String(log.path.dropLast(6)) : log.path) + "-"
    path = prefix + (moment ?? "0") + Self.end
    file = try OutputFile(Text(path), replaces: false, isPrivate: true)
    partial = file.temporaryPath
    target = try Connection(path: partial, options: ConnectionOptions())
    backup = sqlite3_backup_init(target.raw.pointer, "main", source.raw.pointer, "main")
    if backup == nil { throw StoreError(connection: target.raw.pointer) }
  }

  deinit {
    if let backup { sqlite3_backup_finish(backup) }
    for end in FileAccess.companionEnds { unlink(partial + end) }
  }

  /// Returns false when the copy is complete and has its name.
  func step() throws(StoreError) -> Bool {
    guard let backup else { return false }
    let code = sqlite3_backup_step(backup, Self.stepSize)
    let count = max(1, sqlite3_backup_pagecount(backup))
    fraction = 1 - Double(sqlite3_backup_remaining(backup)) / Double(count)
    switch code {
    case SQLITE_OK: return true
    case SQLITE_DONE: break
    case SQLITE_BUSY, SQLITE_LOCKED: throw .busy
    default: throw StoreError(code: code, message: String(cString: sqlite3_errstr(code)))
    }
    self.backup = nil
    let end = sqlite3_backup_finish(backup)
    guard end == SQLITE_OK else { throw StoreError(code: end, message: String(cString: sqlite3_errstr(end))) }
    try file.finish()
    dropOldest()
    return false
  }

  private func dropOldest() {
    let folder = Folder.containing(path)
    let copies = EditLogFile.names(in: folder).map { "\(folder)/\($0)" }.filter {
      $0.hasPrefix(prefix) && $0.hasSuffix(Self.end)
    }
    for copy in copies.sorted().dropLast(Self.keptCount) { unlink(copy) }
  }
}
