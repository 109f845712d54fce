import CSQLite
import Records

/// A statement that SQLite has compiled, which reads and binds values byte for byte.
///
/// A text is read by its bytes, for a `String` would repair invalid UTF-8. After each run the statement is reset
/// and its parameters are cleared, so that it holds neither a lock nor a copy of a value.
final class PreparedStatement {
  let handle: OpaquePointer
  private let connection: Connection.Handle
  private let sql: String
  /// The number by which the log knows the text, or -1 before it has to.
  @exclusivity(unchecked) private var number = -1
  /// Whether SQLite had no memory for a value of the current row.
  @exclusivity(unchecked) private var lacksMemory = false
  /// Whether the rows that count are those that it changes.
  private let isChange: Bool
  /// Whether it is run although nothing of what is done is wanted any more.
  @exclusivity(unchecked) var runsAlways = false
  /// What it is run for, or nil where nobody wants to see it run, and for which record; that accesses never overlap is
  /// not looked at for each run.
  @exclusivity(unchecked) var purpose: StatementPurpose? = .other
  @exclusivity(unchecked) var record: RecordID?

  init(_ sql: String, connection: Connection.Handle) throws(StoreError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection.pointer, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw connection.failure() }
    self.handle = handle
    self.connection = connection
    self.sql = sql
    isChange = sqlite3_column_count(handle) == 0 && ["UPDATE", "DELETE", "INSERT"].contains(sql.prefix(6))
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Whether the database has its texts in UTF-16.
  var isWide: Bool { connection.isWide }

  /// Runs the statement and reads its first row, if there is one.
  func firstRow<Result>(
    binding values: [Value], _ read: (PreparedStatement) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    try first(binding: values) { row throws(StoreError) in try read(row) }
  }

  /// Runs the statement up to the first row of which something is made.
  func first<Result>(
    binding values: [Value], _ read: (PreparedStatement) throws(StoreError) -> Result?
  ) throws(StoreError) -> Result? {
    let start = connection.log?.start
    var rowCount = 0
    defer {
      if let start { note(values, rowCount, record, since: start) }
      reset()
    }
    try bind(values)
    while try step() {
      rowCount += 1
      let result = try read(self)
      if lacksMemory { throw StoreError(code: SQLITE_NOMEM, message: "out of memory") }
      if let result { return result }
    }
    if isChange { rowCount = changedRowCount }
    return nil
  }

  /// Runs the statement to its end and reads each row.
  func forEachRow(
    binding values: [Value] = [], _ read: (PreparedStatement) throws(StoreError) -> Void
  ) throws(StoreError) {
    _ = try first(binding: values) { row throws(StoreError) -> Never? in
      try read(row)
      return nil
    }
  }

  /// Runs the statement to its end.
  func run(binding values: [Value] = []) throws(StoreError) {
    try forEachRow(binding: values) { _ in }
  }

  /// Runs the statement to its end with packed values and the key of a row.
  ///
  /// This is the innermost loop of a write-back, so texts are bound where they lie, and stay bound: `clearBindings()` has
  /// to follow the last run.
  ///
  /// - Parameters:
  ///   - bytes: All texts of the packed values.
  ///   - others: The values that are not packed.
  ///   - keys: The keys that are no rowids.
  ///   - count: How many of the values are bound before the key; the others are bound after it.
  func run(
    binding cells: UnsafeBufferPointer<PackedValues.Cell>, _ bytes: UnsafeBufferPointer<UInt8>,
    _ others: [Value], of update: WriteBackPlan.Update, _ keys: [RecordID.Key], after count: Int
  ) throws(StoreError) {
    connection.statementCount += 1
    let start = connection.log?.start
    var index: Int32 = 1
    for place in 0..<count {
      try check(bind(cells[place], bytes, others, at: index))
      index += 1
    }
    if update.isRowID {
      try check(sqlite3_bind_int64(handle, index, update.key))
      index += 1
    } else if case .columns(let key) = keys[Int(update.key)] {
      for value in key { try bind(value, next: &index) }
    }
    for place in count..<cells.count {
      try check(bind(cells[place], bytes, others, at: index))
      index += 1
    }
    var rowCount = 0
    defer {
      if let start {
        let id = RecordID(update.isRowID ? .rowid(update.key) : keys[Int(update.key)], in: update.table)
        note(noted(cells, bytes, others, id, after: count), rowCount, id, since: start)
      }
      sqlite3_reset(handle)
    }
    while try step() {}
    rowCount = changedRowCount
  }

  /// Forgets the values of all parameters.
  func clearBindings() {
    sqlite3_clear_bindings(handle)
  }

  /// The rows that it has just changed itself.
  private var changedRowCount: Int { Int(sqlite3_changes(connection.pointer)) }

  /// Records a run that ends now.
  private func note(_ values: [Value], _ rowCount: Int, _ record: RecordID?, since start: UInt64) {
    guard let log = connection.log, let purpose else { return }
    if number < 0 { number = log.number(of: sql) }
    log.append(number, values, rowCount: rowCount, purpose, of: record, since: start)
  }

  /// The packed values that are recorded, with the key among them.
  private func noted(
    _ cells: UnsafeBufferPointer<PackedValues.Cell>, _ bytes: UnsafeBufferPointer<UInt8>, _ others: [Value],
    _ id: RecordID, after count: Int
  ) -> [Value] {
    var values = cells.prefix(StatementRecord.maximumValueCount).map { cell -> Value in
      switch cell.kind {
      case .null: .null
      case .integer: .integer(cell.bits)
      case .real: .real(Double(bitPattern: UInt64(bitPattern: cell.bits)))
      case .text:
        .text(Text(bytes: Array(bytes[cell.range].prefix(StatementRecord.maximumByteCount))))
      case .other: others[Int(cell.bits)]
      }
    }
    if values.count >= count { values.insert(contentsOf: id.values, at: count) }
    return values
  }

  private func bind(_ values: [Value]) throws(StoreError) {
    connection.statementCount += 1
    // SQLite forgets an interruption that comes between two statements.
    if !runsAlways, connection.isCancelled?() == true { throw .interrupted }
    var index: Int32 = 1
    for value in values { try bind(value, next: &index) }
  }

  private func bind(_ value: Value, next index: inout Int32) throws(StoreError) {
    try check(bind(value, at: index))
    index += 1
  }

  private func check(_ code: Int32) throws(StoreError) {
    guard code == SQLITE_OK else { throw connection.failure() }
  }

  private func step() throws(StoreError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: true
    case SQLITE_DONE: false
    default: throw connection.failure()
    }
  }

  /// Has the statement fail once the current row has been read: SQLite had no memory for a value of it.
  func noteLackOfMemory() { lacksMemory = true }

  private func reset() {
    lacksMemory = false
    sqlite3_reset(handle)
    clearBindings()
  }
}
