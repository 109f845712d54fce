import CSQLite
import Records

/// Records each row that a connection changes, whether by a statement, a trigger, a foreign key or a constraint.
///
/// SQLite reports a row before it changes; its final content is read at the end.
package final class RowRecorder {
  package struct Row: Hashable {
    package let table: String
    package let key: RecordID.Key

    package init(table: String, key: RecordID.Key) { (self.table, self.key) = (table, key) }

    /// The key distinguishes most rows: there are few tables.
    package func hash(into hasher: inout Hasher) { hasher.combine(key) }
  }

  package struct Touch {
    package let row: Row
    package let statement: Int
    /// The depth of triggers and foreign keys at the first touch; 0 for the statement itself.
    package fileprivate(set) var depth: Int
    /// The former values, in the order of the table's columns; nil if the row did not exist.
    package let before: [Value]?
    /// All former values of a deleted row that has large values, which are NULL in `before`.
    package var file: RowFile?
    package var isThere: Bool
  }

  package private(set) var touches: [Touch] = []
  package private(set) var hasCompanions = false
  /// Whether some changes were rolled back, so that a deleted row may exist.
  package private(set) var hasRolledBack = false
  private(set) var isInDoubt = false
  package private(set) var depth = 0
  package private(set) var columnDepths: [Row: [String: Int]] = [:]
  private var statementCount = 0

  private var places: [Row: Int] = [:]
  private var file: TemporaryFile?
  private var fileSize = 0
  private var isListening = false
  private var isCounting = false
  private var failure: StoreError?
  private var layouts: [String: RowLayout]
  private let modules: [String: ModuleTable]
  private let moduleRow: (Row) throws(StoreError) -> [Value]?
  private var known: [Row: [Value]] = [:]
  private let connection: Connection
  private let isReporting: Bool
  /// Queried in advance, because that is not possible while another statement is running.
  private let isWide: Bool

  package static let isAvailable = csqlite_has_preupdate() != 0

  package init(
    _ connection: Connection, isReporting: Bool,
    moduleRow: @escaping (Row) throws(StoreError) -> [Value]? = { (_) throws(StoreError) in nil }
  ) throws(StoreError) {
    (self.connection, self.isReporting, self.moduleRow) = (connection, isReporting, moduleRow)
    isWide = !connection.isUTF8
    layouts = try RowLayout.all(connection)
    modules = isReporting ? try ModuleTable.all(connection) : [:]
    // Statements compiled before reports were enabled empty a table without visiting its rows.
    connection.releaseMemory()
    guard isReporting else { return }
    connection.report { [weak self] operation, table, old, new in
      self?.note(operation, table, old: old, new: new)
    }
  }

  package func layout(of table: String) -> RowLayout? { layouts[table] }

  package func reports(_ table: String) -> Bool { isReporting && layouts[table] != nil }

  package func module(named name: String) -> ModuleTable? { modules.values.first { $0.name == name } }

  /// Records changes made by a closure.
  ///
  /// If SQLite may have misreported rows, everything is rolled back and repeated once, after reading these rows. A
  /// transaction must be open, and the closure must do the same both times.
  ///
  /// - Parameter isGivenUp: Whether the transaction will be rolled back after a result.
  package func record<Result>(
    unless isGivenUp: (Result) -> Bool = { _ in false }, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    forget()
    defer { known = [:] }
    guard isReporting, !modules.isEmpty || layouts.values.contains(where: \.isInDoubt) else {
      return try listening(body)
    }
    try connection.setSavepoint()
    let result = try listening(body)
    if isGivenUp(result) { return result }
    guard isInDoubt else {
      try connection.releaseSavepoint()
      return result
    }
    try connection.rollBackToSavepoint()
    try readDoubted()
    forget()
    return try listening(body)
  }

  package func count<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    forget()
    isCounting = true
    defer { isCounting = false }
    return try listening(body)
  }

  package func forget() {
    forgetTouches()
    columnDepths = [:]
  }

  package func forgetTouches() {
    (touches, places, failure, statementCount, depth) = ([], [:], nil, 0, 0)
    (hasCompanions, isInDoubt, hasRolledBack, file, fileSize) = (false, false, false, nil, 0)
  }

  package func hasMade(_ row: Row) -> Bool {
    guard hasCompanions, let place = places[row] else { return false }
    return touches[place].before == nil && touches[place].isThere
  }

  package func hasRemoved(_ row: Row) -> Bool {
    guard hasCompanions, let place = places[row] else { return false }
    return touches[place].before != nil && !touches[place].isThere
  }

  package func beginStatement() { statementCount += 1 }

  package func setDepth(_ depth: Int) { self.depth = depth }

  package func noteRollback() { hasRolledBack = true }

  package func setDepth(_ depth: Int, of column: String, _ row: Row) {
    columnDepths[row, default: [:]][column] = min(depth, columnDepths[row]?[column] ?? .max)
  }

  package func ignoring<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    let was = isListening
    isListening = false
    defer { isListening = was }
    return try body()
  }

  private func listening<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    isListening = true
    defer { isListening = false }
    let result = try body()
    if let failure { throw failure }
    return result
  }

  package func note(_ row: Row, before: [Value]?, isThere: Bool) {
    touch(row, before: before, isThere: isThere, depth: depth)
    // The module's row was reported before it was known that the statement itself changes the row.
    if let place = places[row] { touches[place].depth = min(touches[place].depth, depth) }
  }

  private func note(_ operation: Int32, _ table: String, old: Int64, new: Int64) {
    guard isListening else { return }
    if let module = modules[table] { return note(operation, module, old: old, new: new) }
    guard let layout = layouts[table] else { return }
    let depth = Int(sqlite3_preupdate_depth(connection.pointer))
    if depth > 0 { hasCompanions = true }
    let former =
      operation == SQLITE_INSERT ? nil : noteFormer(operation, layout, old, depth: depth + self.depth)
    if operation == SQLITE_DELETE || operation == SQLITE_UPDATE && !layout.isWithoutRowID && old == new {
      return
    }
    let values = layout.isWithoutRowID ? values(sqlite3_preupdate_new) : []
    let row = Row(table: table, key: layout.key(values, rowid: new))
    if let former, former != row { leave(former) }
    touch(row, before: nil, isThere: true, depth: depth + self.depth)
  }

  /// Records a row of a virtual table by its witness.
  ///
  /// Its former content is unknown until everything is repeated. The depth of a trigger is assumed, because the module's
  /// own statements count from zero.
  private func note(_ operation: Int32, _ module: ModuleTable, old: Int64, new: Int64) {
    guard !isCounting else { return }
    hasCompanions = true
    if operation != SQLITE_INSERT { touch(module, old, wasThere: true, isThere: false) }
    if operation != SQLITE_DELETE { touch(module, new, wasThere: false, isThere: true) }
  }

  private func touch(_ module: ModuleTable, _ rowid: Int64, wasThere: Bool, isThere: Bool) {
    let row = Row(table: module.name, key: .rowid(rowid))
    let before = known[row]
    if wasThere, before == nil, places[row] == nil { isInDoubt = true }
    touch(row, before: before ?? (wasThere ? [] : nil), isThere: isThere, depth: depth + 1)
  }

  private func noteFormer(_ operation: Int32, _ layout: RowLayout, _ rowid: Int64, depth: Int) -> Row {
    var (values, large): ([Value], [Int: LargeBytes]) = ([], [:])
    if !isCounting || layout.isWithoutRowID {
      // Querying the size of a UTF-16 text would convert it.
      let isCopied = isWide || operation != SQLITE_DELETE
      values = self.values(sqlite3_preupdate_old, leaving: isCopied ? nil : { large[$0] = $1 })
    }
    let file = large.isEmpty ? nil : rowFile(values, large, rowid, layout)
    if !large.isEmpty, file == nil { values = self.values(sqlite3_preupdate_old) }
    let row = Row(table: layout.table, key: layout.key(values, rowid: rowid))
    let before = isCounting ? [] : before(of: row, values, layout)
    touch(row, before: before, file, isThere: operation == SQLITE_UPDATE, depth: depth)
    return row
  }

  private typealias LargeBytes = (isText: Bool, bytes: UnsafeRawBufferPointer)

  /// Passes large values to `takeLarge` without a copy, and returns NULL for them.
  private func values(
    _ read: (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Int32,
    leaving takeLarge: ((Int, LargeBytes) -> Void)? = nil
  ) -> [Value] {
    (0..<Int(sqlite3_preupdate_count(connection.pointer))).map { place in
      var value: OpaquePointer?
      let code = read(connection.pointer, Int32(place), &value)
      // The column is not stored; the row itself is read in that case.
      if code == SQLITE_RANGE { return .null }
      if let takeLarge, code == SQLITE_OK, let value, let large = Self.large(value) {
        takeLarge(place, large)
        return .null
      }
      guard code == SQLITE_OK, let value, let copy = Value(copying: value, isWide: isWide) else {
        failure = StoreError(code: SQLITE_NOMEM, message: "out of memory")
        return .null
      }
      return copy
    }
  }

  private static func large(_ value: OpaquePointer) -> LargeBytes? {
    let type = sqlite3_value_type(value)
    guard type == SQLITE_TEXT || type == SQLITE_BLOB,
      sqlite3_value_bytes(value) >= RowFile.smallestValue
    else { return nil }
    // Reading a text as a blob avoids a copy for the terminating zero byte.
    let start = sqlite3_value_blob(value)
    return (type == SQLITE_TEXT, UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
  }

  private func rowFile(
    _ values: [Value], _ large: [Int: LargeBytes], _ rowid: Int64, _ layout: RowLayout
  ) -> RowFile? {
    let isKept = places[Row(table: layout.table, key: .rowid(rowid))] != nil
    guard !isCounting, !isKept, !layout.isWithoutRowID, !layout.isInDoubt else { return nil }
    do throws(StoreError) {
      let file = if let file { file } else { try TemporaryFile() }
      let row = try RowFile(values, large: large, to: file, at: fileSize)
      (self.file, fileSize) = (file, row.range.upperBound)
      return row
    } catch { return nil }
  }

  private func touch(_ row: Row, before: [Value]?, _ file: RowFile? = nil, isThere: Bool, depth: Int) {
    if let place = places[row] {
      touches[place].isThere = isThere
    } else {
      places[row] = touches.endIndex
      touches.append(
        Touch(
          row: row, statement: statementCount, depth: depth, before: before, file: file, isThere: isThere))
    }
  }

  private func leave(_ row: Row) { if let place = places[row] { touches[place].isThere = false } }

  private func before(of row: Row, _ values: [Value], _ layout: RowLayout) -> [Value] {
    if let known = known[row] { return known }
    if places[row] == nil, layout.isDoubtful(values) { isInDoubt = true }
    return values
  }

  private func readDoubted() throws(StoreError) {
    for touch in touches where touch.before != nil {
      if module(named: touch.row.table) != nil {
        known[touch.row] = try moduleRow(touch.row)
        continue
      }
      guard let layout = layouts[touch.row.table], layout.isInDoubt else { continue }
      known[touch.row] = try connection.row(layout.select, touch.row.key.values) {
        $0.values(at: layout.columns.indices)
      }
    }
  }
}

extension Value {
  fileprivate init?(copying value: OpaquePointer, isWide: Bool) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT where isWide:
      guard let bytes = Self.wideText(of: value) else { return nil }
      self = .text(Text(bytes: bytes))
    case SQLITE_TEXT:
      guard let bytes = Self.bytes(UnsafeRawPointer(sqlite3_value_text(value)), of: value) else { return nil }
      self = .text(Text(bytes: bytes))
    case SQLITE_BLOB:
      guard let bytes = Self.bytes(sqlite3_value_blob(value), of: value) else { return nil }
      self = .blob(bytes)
    default: self = .null
    }
  }

  private static func bytes(_ start: UnsafeRawPointer?, of value: OpaquePointer) -> [UInt8]? {
    let count = Int(sqlite3_value_bytes(value))
    guard count > 0 else { return [] }
    return start.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) }
  }

  private static func wideText(of value: OpaquePointer) -> [UInt8]? {
    let start = sqlite3_value_text16(value)
    let count = Int(sqlite3_value_bytes16(value)) / 2
    guard count > 0 else { return [] }
    return start.map {
      WideText.bytes(of: UnsafeBufferPointer(start: $0.assumingMemoryBound(to: UInt16.self), count: count))
    }
  }
}

/// A full-text index or an R-tree: a virtual table whose module stores its rows in tables of its own.
///
/// SQLite reports only what the module writes. Each row has a *witness*, a row with the same rowid in one of the module's
/// tables; both always change together.
package struct ModuleTable {
  package let name: String
  let witness: String
  /// Whether it only indexes another table, from which it reads the values.
  package let isExternal: Bool

  /// The virtual tables by witness, without contentless full-text indexes, which cannot be read.
  package static func all(_ connection: Connection) throws(StoreError) -> [String: ModuleTable] {
    var found: [String: ModuleTable] = [:]
    try connection.statement(select, for: nil).forEachRow(binding: []) { row in
      let (name, witness) = (row.string(at: 0), row.string(at: 1))
      guard !found.values.contains(where: { $0.name == name }) else { return }
      found[witness] = ModuleTable(name: name, witness: witness, isExternal: row.integer(at: 2) == 0)
    }
    return found
  }

  package var exists: String { "SELECT 1 FROM main.\(quoted(witness)) WHERE rowid = ?" }

  /// The tables in which FTS3, FTS4 and FTS5 store a row per text, and R-trees a row per box.
  private static let select = """
    WITH module AS (SELECT schema, name, type FROM pragma_table_list WHERE schema = 'main'),
      virtual AS (SELECT m.name, replace(replace(lower(s.sql), ' ', ''), '"', '''') AS text
        FROM module AS m JOIN main.sqlite_schema AS s ON s.name = m.name WHERE m.type = 'virtual')
    SELECT v.name, w.name, w.name NOT LIKE '%docsize'
      OR EXISTS (SELECT 1 FROM module WHERE name = v.name || '_content')
    FROM virtual AS v JOIN module AS w ON w.type = 'shadow'
      AND w.name IN (v.name || '_docsize', v.name || '_content', v.name || '_rowid')
    WHERE v.text NOT LIKE '%content=''''%' AND v.text NOT LIKE '%content=,%' AND v.text NOT LIKE '%content=)%'
    ORDER BY v.name, w.name LIKE '%content'
    """
}
