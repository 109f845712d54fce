import CSQLite
import Records

/// A compiled statement, which reads and binds values byte for byte: a `String` would repair invalid UTF-8.
///
/// After each run it is reset and its parameters are cleared, so that it holds neither a lock nor a copy of a value.
package final class PreparedStatement {
  package let handle: OpaquePointer
  private let connection: Connection.Handle
  private let sql: String
  private var number = -1
  /// SQLite may lack the memory to convert a text of the current row; the run then fails after the row was read.
  private var lacksMemory = false
  private let isChange: Bool
  private let runsAlways: Bool
  private var purpose: StatementPurpose? = .other
  private var record: RecordID?

  init(_ sql: String, connection: Connection.Handle, runsAlways: Bool = false) throws(StoreError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection.pointer, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw connection.failure() }
    (self.handle, self.connection) = (handle, connection)
    (self.sql, self.runsAlways) = (sql, runsAlways)
    isChange = sqlite3_column_count(handle) == 0 && ["UPDATE", "DELETE", "INSERT"].contains(sql.prefix(6))
  }

  deinit { sqlite3_finalize(handle) }

  func serve(_ purpose: StatementPurpose?, _ record: RecordID?) {
    (self.purpose, self.record) = (purpose, record)
  }

  package var isWide: Bool { connection.isWide }

  package func firstRow<Result>(
    binding values: [Value] = [], _ read: (PreparedStatement) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    try first(binding: values) { row throws(StoreError) in try read(row) }
  }

  /// Runs the statement up to the first row for which `read` returns a result.
  package func first<Result>(
    binding values: [Value], _ read: (PreparedStatement) throws(StoreError) -> Result?
  ) throws(StoreError) -> Result? {
    let start = startOfRun()
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

  package func forEachRow(
    binding values: [Value] = [], _ read: (PreparedStatement) throws(StoreError) -> Void
  ) throws(StoreError) {
    _ = try first(binding: values) { row throws(StoreError) -> Never? in
      try read(row)
      return nil
    }
  }

  package func rows<Result>(
    binding values: [Value] = [], _ read: (PreparedStatement) throws(StoreError) -> Result
  ) throws(StoreError) -> [Result] {
    var rows: [Result] = []
    try forEachRow(binding: values) { row throws(StoreError) in rows.append(try read(row)) }
    return rows
  }

  package func run(binding values: [Value] = []) throws(StoreError) {
    try forEachRow(binding: values) { _ in }
  }

  /// Runs the statement with packed values and the key of a row; `count` values are bound before the key.
  ///
  /// This is the innermost loop of a write-back, so texts are bound without a copy and stay bound: call `clearBindings()`
  /// after the last run.
  package func run(
    binding cells: UnsafeBufferPointer<PackedValues.Cell>, _ bytes: UnsafeBufferPointer<UInt8>,
    _ others: [Value], of id: RecordID, after count: Int
  ) throws(StoreError) {
    connection.countStatement()
    let start = startOfRun()
    var index: Int32 = 1
    for place in 0..<count {
      try check(bind(cells[place], bytes, others, at: index))
      index += 1
    }
    switch id.key {
    case .rowid(let rowid):
      try check(sqlite3_bind_int64(handle, index, rowid))
      index += 1
    case .columns(let key): for value in key { try bind(value, next: &index) }
    }
    for place in count..<cells.count {
      try check(bind(cells[place], bytes, others, at: index))
      index += 1
    }
    var rowCount = 0
    defer {
      if let start { note(noted(cells, bytes, others, id, after: count), rowCount, id, since: start) }
      sqlite3_reset(handle)
    }
    while try step() {}
    rowCount = changedRowCount
  }

  package func clearBindings() { sqlite3_clear_bindings(handle) }

  private var changedRowCount: Int { Int(sqlite3_changes(connection.pointer)) }

  /// Nil if nothing is recorded; resets SQLite's counters for the run.
  private func startOfRun() -> UInt64? {
    guard let start = connection.log?.start else { return nil }
    _ = takeWork()
    return start
  }

  private func note(_ values: [Value], _ rowCount: Int, _ record: RecordID?, since start: UInt64) {
    guard let log = connection.log, let purpose else { return }
    if number < 0 { number = log.number(of: sql) }
    log.append(number, values, rowCount: rowCount, purpose, of: record, takeWork(), since: start)
  }

  private func takeWork() -> StatementWork {
    func take(_ counter: Int32) -> Int { Int(sqlite3_stmt_status(handle, counter, 1)) }
    return StatementWork(
      steps: take(SQLITE_STMTSTATUS_VM_STEP), scanSteps: take(SQLITE_STMTSTATUS_FULLSCAN_STEP),
      sorts: take(SQLITE_STMTSTATUS_SORT))
  }

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
    connection.countStatement()
    // SQLite forgets an interrupt that arrives between two statements.
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

  private func reset() {
    lacksMemory = false
    sqlite3_reset(handle)
    clearBindings()
  }

  package func value(at column: Int32) -> Value {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT where isWide: .text(Text(bytes: wideText(at: column)))
    case SQLITE_TEXT:
      .text(Text(bytes: bytes(UnsafeRawPointer(sqlite3_column_text(handle, column)), at: column)))
    case SQLITE_BLOB: .blob(bytes(sqlite3_column_blob(handle, column), at: column))
    default: .null
    }
  }

  package func values(at columns: Range<Int>) -> [Value] { columns.map { value(at: Int32($0)) } }

  /// Packs columns of a UTF-8 database into at least `PackedRow.largestSize` bytes of memory; nil if too large.
  package func packedRow(at columns: Range<Int32>, in memory: UnsafeMutableRawBufferPointer) -> PackedRow? {
    var packer = PackedRow.Packer(into: memory)
    for column in columns {
      switch sqlite3_column_type(handle, column) {
      case SQLITE_INTEGER: packer.append(sqlite3_column_int64(handle, column))
      case SQLITE_FLOAT: packer.append(sqlite3_column_double(handle, column))
      case SQLITE_NULL: packer.append()
      case let type: withBytes(at: column, of: type) { packer.append($0, isText: type == SQLITE_TEXT) }
      }
    }
    return packer.row
  }

  /// The total size of texts and blobs; the database must be in UTF-8.
  package func byteCount(of columns: Range<Int32>) -> Int {
    columns.reduce(0) { count, column in
      let type = sqlite3_column_type(handle, column)
      return type == SQLITE_TEXT || type == SQLITE_BLOB
        ? count + Int(sqlite3_column_bytes(handle, column)) : count
    }
  }

  package func integer(at column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  package func real(at column: Int32) -> Double { sqlite3_column_double(handle, column) }

  package func string(at column: Int32) -> String {
    if case .text(let text) = value(at: column) { text.string } else { "" }
  }

  /// Passes the bytes of a column without a copy: a number as SQLite formats it, nothing for NULL.
  package func withBytes(at column: Int32, _ body: (UnsafeRawBufferPointer) -> Void) {
    withBytes(at: column, of: sqlite3_column_type(handle, column), body)
  }

  private func withBytes(at column: Int32, of type: Int32, _ body: (UnsafeRawBufferPointer) -> Void) {
    let start =
      type == SQLITE_BLOB
      ? sqlite3_column_blob(handle, column) : UnsafeRawPointer(sqlite3_column_text(handle, column))
    let count = Int(sqlite3_column_bytes(handle, column))
    if start == nil, count > 0 { lacksMemory = true }
    body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// Passes a column in the form of `PackedBytes`: its kind, its number or byte count, and the bytes without a copy.
  package func withCell(at column: Int32, _ body: (UInt8, UInt64, UnsafeRawBufferPointer) -> Void) {
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: body(1, UInt64(bitPattern: sqlite3_column_int64(handle, column)), none)
    case SQLITE_FLOAT: body(2, sqlite3_column_double(handle, column).bitPattern, none)
    case SQLITE_NULL: body(0, 0, none)
    case let type:
      withBytes(at: column, of: type) { body(type == SQLITE_TEXT ? 3 : 4, UInt64($0.count), $0) }
    }
  }

  package func insert(
    _ cells: UnsafeBufferPointer<PackedValues.Cell>, _ bytes: UnsafeBufferPointer<UInt8>, _ others: [Value]
  ) throws(StoreError) -> Int64 {
    connection.countStatement()
    let start = startOfRun()
    for (place, cell) in cells.enumerated() { try check(bind(cell, bytes, others, at: Int32(place + 1))) }
    defer {
      if let start { note([], changedRowCount, nil, since: start) }
      sqlite3_reset(handle)
    }
    while try step() {}
    guard changedRowCount == 1 else { throw .ignored }
    return sqlite3_last_insert_rowid(connection.pointer)
  }

  /// False if the database stores texts in UTF-16.
  package func isUTF8(at column: Int32) -> Bool {
    !isWide && sqlite3_column_type(handle, column) == SQLITE_TEXT
  }

  package func isReal(at column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_FLOAT }

  package func isBlob(at column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_BLOB }

  package func wideText(at column: Int32) -> [UInt8] {
    let start = sqlite3_column_text16(handle, column)
    let count = Int(sqlite3_column_bytes16(handle, column)) / 2
    guard count > 0 else { return [] }
    guard let start else {
      lacksMemory = true
      return []
    }
    return WideText.bytes(
      of: UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt16.self), count: count))
  }

  /// SQLite requires that the address is queried before the length.
  private func bytes(_ start: UnsafeRawPointer?, at column: Int32) -> [UInt8] {
    let count = Int(sqlite3_column_bytes(handle, column))
    guard count > 0 else { return [] }
    // SQLite returns no address for bytes that it had no memory to convert.
    guard let start else {
      lacksMemory = true
      return []
    }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  private func bind(
    _ cell: PackedValues.Cell, _ bytes: UnsafeBufferPointer<UInt8>, _ others: [Value], at index: Int32
  ) -> Int32 {
    switch cell.kind {
    case .null: sqlite3_bind_null(handle, index)
    case .integer: sqlite3_bind_int64(handle, index, cell.bits)
    case .real: sqlite3_bind_double(handle, index, Double(bitPattern: UInt64(bitPattern: cell.bits)))
    case .text: bind(text: UnsafeBufferPointer(rebasing: bytes[cell.range]), at: index, nil)
    case .other: bind(others[Int(cell.bits)], at: index)
    }
  }

  /// Empty bytes are bound separately, because SQLite reads a null address as NULL.
  private func bind(_ value: Value, at index: Int32) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let integer): sqlite3_bind_int64(handle, index, integer)
    case .real(let real): sqlite3_bind_double(handle, index, real)
    case .text(let text) where text.bytes.isEmpty: sqlite3_bind_text(handle, index, "", 0, Self.transient)
    case .text(let text):
      text.bytes.withUnsafeBufferPointer { bind(text: $0, at: index, Self.transient) }
    case .blob(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(handle, index, 0)
    case .blob(let bytes):
      bytes.withUnsafeBytes {
        sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), Self.transient)
      }
    }
  }

  private func bind(
    text: UnsafeBufferPointer<UInt8>, at index: Int32, _ destructor: sqlite3_destructor_type?
  ) -> Int32 {
    if isWide, let units = WideText.units(of: text) { return bind(units, at: index) }
    let start = UnsafeRawBufferPointer(text).assumingMemoryBound(to: CChar.self).baseAddress
    return sqlite3_bind_text64(handle, index, start, UInt64(text.count), destructor, UInt8(SQLITE_UTF8))
  }

  private func bind(_ units: [UInt16], at index: Int32) -> Int32 {
    // SQLite removes one byte order mark, which may be the text's own.
    ([0xFEFF] + units).withUnsafeBytes {
      sqlite3_bind_text16(handle, index, $0.baseAddress, Int32(clamping: $0.count), Self.transient)
    }
  }

  /// Makes SQLite copy bound bytes; Swift does not import the C macro.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
