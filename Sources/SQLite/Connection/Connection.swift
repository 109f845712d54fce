import CSQLite
import Platform
import Records
import Synchronization

/// A connection to one database, for one thread; calls SQLite's C interface directly and never converts values.
package final class Connection {
  package let path: String
  package let isReadOnly: Bool
  package let isInWriteAheadMode: Bool?
  package let byteCount: Int

  package let handle: Handle
  private let file: OpenedFile
  private var patience: LockPatience
  private let isUnwanted: (() -> Bool)?
  /// Most recently used first; a hash table of texts would slow down the first screen.
  private var statements: [(text: String, statement: PreparedStatement)] = []

  package final class Handle {
    package let raw: RawConnection
    package private(set) var statementCount = 0
    package private(set) var isCancelled: (() -> Bool)?
    package let log: StatementLog?
    package let counters: SessionCounters?
    package private(set) var damage: String?
    private let stamp: FileStamp?
    private let trace: StatementCallback?
    private let standIn: CollationStandIn
    private var rowReport: RowReport?

    init(
      _ raw: RawConnection, log: StatementLog?, counters: SessionCounters?,
      trace: (@Sendable (String) -> Void)?, stamp: FileStamp?
    ) {
      (self.raw, self.log, self.counters, self.stamp) = (raw, log, counters, stamp)
      self.trace = trace.map { StatementCallback(raw.pointer, $0) }
      standIn = CollationStandIn(for: raw.pointer)
    }

    package var pointer: OpaquePointer { raw.pointer }

    func countStatement(_ difference: Int = 1) {
      statementCount += difference
      counters?.count(statements: difference)
    }

    fileprivate func stop(if isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

    fileprivate func report(_ note: @escaping RowReport.Note) { rowReport = RowReport(pointer, note) }

    private var knownIsWide: Bool?

    package var isWide: Bool {
      if let knownIsWide { return knownIsWide }
      var statement: OpaquePointer?
      defer { sqlite3_finalize(statement) }
      guard sqlite3_prepare_v2(pointer, "PRAGMA main.encoding", -1, &statement, nil) == SQLITE_OK,
        sqlite3_step(statement) == SQLITE_ROW, let name = sqlite3_column_text(statement, 0)
      else { return false }
      let isWide = String(cString: name) != "UTF-8"
      knownIsWide = isWide
      return isWide
    }

    package var lacksCollation: Bool { standIn.isUsed }

    package func failure() -> StoreError {
      let error = StoreError(connection: pointer)
      if case .damaged(let detail) = error {
        if isOutdated { return .changedMeanwhile }
        damage = detail
      }
      return error
    }

    package var isOutdated: Bool { stamp?.isOutdated ?? false }
  }

  /// Distinguishes a connection from all others, including those opened after it is closed.
  package final class Identity: Sendable {}

  package let identity = Identity()

  package init(path: String, options: ConnectionOptions) throws(StoreError) {
    // The store's other threads connect later; SQLite would apply the original file's log to another file.
    if let identity = options.identity, FileIdentity(path) != identity { throw .fileReplaced }
    let access = try FileAccess(checking: path)
    // SQLite would take a relative path that starts with "file:" for a URI.
    let plainPath = path.hasPrefix("/") ? path : "./" + path
    let opensReadOnly = options.isReadOnly || !access.isWritable
    let way =
      opensReadOnly && !options.isReader
      ? try ReadOnlyFile(path: plainPath, isInWriteAheadMode: options.isInWriteAheadMode).way() : nil
    isInWriteAheadMode = way?.isInWriteAheadMode
    do throws(StoreError) {
      let raw = try RawConnection(way?.name ?? plainPath, isReadOnly: opensReadOnly)
      // The file may have been replaced since; SQLite has opened the new one but not read it yet.
      if let identity = options.identity, OpenedFile.isMoved(raw.pointer) || FileIdentity(path) != identity {
        throw .fileReplaced
      }
      handle = Handle(
        raw, log: options.log, counters: options.counters, trace: options.trace, stamp: way?.stamp)
      watch = StatementWatch(handle)
      file = OpenedFile(raw)
      isUnwanted = options.isUnwanted
      patience = LockPatience(handle, limit: options.busyTimeout, isUnwanted: isUnwanted)
      if let isUnwanted = options.isUnwanted { watch.ask { _ in isUnwanted() } }
      Defence.apply(to: raw.pointer)
      // Before the schema is read: only then does SQLite deny these functions to the schema.
      try SQLFunction.register(on: raw.pointer) {}
      try Self.checkFormat(raw.pointer)
    } catch {
      guard case .ioError(let code) = error, code & 0xFF == SQLITE_CANTOPEN else { throw error }
      throw .cannotOpen(path: path, reason: .sqlite(code: code))
    }
    self.path = path
    byteCount = access.byteCount
    isReadOnly = sqlite3_db_readonly(handle.pointer, "main") != 0
    if !isReadOnly { file.noteWriteAheadLog() }
  }

  deinit {
    // SQLite would apply the log to whatever file is there now, and remove the log at its path.
    if isFileReplaced { leaveLog() }
  }

  /// Reads the schema, because SQLite does not read the file before the first statement.
  private static func checkFormat(_ pointer: OpaquePointer) throws(StoreError) {
    guard sqlite3_exec(pointer, "SELECT 1 FROM sqlite_master LIMIT 1", nil, nil, nil) == SQLITE_OK else {
      throw StoreError(connection: pointer)
    }
  }

  package var statementCount: Int { handle.statementCount }

  package var damage: String? { handle.damage }

  package var isOutdated: Bool { handle.isOutdated }

  package let watch: StatementWatch

  package var lacksCollation: Bool { handle.lacksCollation }

  package var raw: RawConnection { handle.raw }

  package var pointer: OpaquePointer { handle.pointer }

  /// Compiles on first use and caches; if `purpose` is nil, the next run is not recorded.
  package func statement(
    _ sql: String, for purpose: StatementPurpose? = .other, of record: RecordID? = nil
  ) throws(StoreError) -> PreparedStatement {
    let count = sql.utf8.count
    if let place = statements.firstIndex(where: { $0.text.utf8.count == count && $0.text == sql }) {
      if place > 0 { statements.swapAt(0, place) }
    } else {
      statements.append((sql, try uncachedStatement(sql)))
      statements.swapAt(0, statements.endIndex - 1)
    }
    let statement = statements[0].statement
    statement.serve(purpose, record)
    return statement
  }

  package func uncachedStatement(
    _ sql: String, for purpose: StatementPurpose? = .other, of record: RecordID? = nil
  ) throws(StoreError) -> PreparedStatement {
    let statement = try PreparedStatement(sql, connection: handle)
    statement.serve(purpose, record)
    return statement
  }

  package func run(_ sql: String) throws(StoreError) { try uncachedStatement(sql).run() }

  package func runScript(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(pointer, sql, nil, nil, nil)
    guard code == SQLITE_OK else {
      throw StoreError(code: code, message: String(cString: sqlite3_errmsg(pointer)))
    }
  }

  package func row<Result>(
    _ sql: String, _ values: [Value] = [], for purpose: StatementPurpose? = .other,
    of record: RecordID? = nil,
    _ read: (PreparedStatement) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    try statement(sql, for: purpose, of: record).firstRow(binding: values, read)
  }

  package func rows<Result>(
    _ sql: String, _ values: [Value] = [], for purpose: StatementPurpose? = .other,
    of record: RecordID? = nil,
    _ read: (PreparedStatement) throws(StoreError) -> Result
  ) throws(StoreError) -> [Result] {
    try statement(sql, for: purpose, of: record).rows(binding: values, read)
  }

  package func value(
    _ sql: String, _ values: [Value] = [], for purpose: StatementPurpose? = .other, of record: RecordID? = nil
  ) throws(StoreError) -> Value? {
    try row(sql, values, for: purpose, of: record) { $0.value(at: 0) }
  }

  /// NULL reads as 0.
  package func integer(
    _ sql: String, _ values: [Value] = [], for purpose: StatementPurpose? = .other
  ) throws(StoreError) -> Int64? {
    try row(sql, values, for: purpose) { $0.integer(at: 0) }
  }

  package func exists(_ sql: String, _ values: [Value] = []) throws(StoreError) -> Bool {
    try row(sql, values) { _ in true } ?? false
  }

  package func execute(
    _ sql: String, _ values: [Value] = [], for purpose: StatementPurpose? = .other
  ) throws(StoreError) {
    try statement(sql, for: purpose).run(binding: values)
  }

  /// Not recorded: users who look at a statement do not want to see another one.
  package func plan(of sql: String) throws(StoreError) -> [PlanStep] {
    var depths: [Int64: Int] = [:]
    return try uncachedStatement("EXPLAIN QUERY PLAN " + sql, for: nil).rows { row in
      let parent = depths[row.integer(at: 1)]
      let depth = parent.map { $0 + 1 } ?? 0
      depths[row.integer(at: 0)] = depth
      return PlanStep(depth: depth, text: row.string(at: 3))
    }
  }

  package func collation(of column: String, in table: String) -> String {
    var name: UnsafePointer<CChar>?
    sqlite3_table_column_metadata(handle.pointer, "main", table, column, nil, &name, nil, nil, nil)
    return name.map { String(cString: $0) } ?? "BINARY"
  }

  package var totalChangeCount: Int { Int(sqlite3_total_changes64(handle.pointer)) }

  /// Excludes rows changed by triggers.
  package var changedRowCount: Int { Int(sqlite3_changes(handle.pointer)) }

  /// Changes when another connection changes the database (pragma.html); nil if a lock prevents reading it.
  package var dataVersion: Int64? { number("PRAGMA data_version") }

  package func seenDataVersion() throws(StoreError) -> Int64 {
    defer { handle.countStatement(-1) }
    return try integer("PRAGMA data_version", for: nil) ?? 0
  }

  package var pageByteCount: Int {
    Int((number("PRAGMA page_count") ?? 0) * (number("PRAGMA page_size") ?? 0))
  }

  package var schemaVersion: Int64? { number("PRAGMA main.schema_version") }

  /// Runs so often that an observer would see nothing else, so it does not count as a statement.
  private func number(_ sql: String) -> Int64? {
    defer { handle.countStatement(-1) }
    return try? integer(sql, for: nil)
  }

  package func waitForLocks(_ timeout: Duration) {
    patience = LockPatience(handle, limit: timeout, isUnwanted: isUnwanted)
  }

  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle.pointer) }

  package var hasWriteAheadLog: Bool { (try? value("PRAGMA journal_mode")) == "wal" }

  package var isInTransaction: Bool { sqlite3_get_autocommit(handle.pointer) == 0 }

  /// Compiled before each transaction: after a failure there may be no memory left to compile it.
  private var rollback: PreparedStatement?

  private var hasBegun = false

  /// Whether SQLite ended a transaction within a statement, so that virtual tables must be reconnected.
  ///
  /// If FTS5 runs out of memory during an insert, SQLite rolls back; FTS5 then treats the totals that it could not read as
  /// zero, and its next insert would write them (seen in 3.40.1, `fts5StorageLoadTotals`).
  private var hasStaleVirtualTables = false

  /// Starts a transaction, by default with the write lock; rolls back first if an earlier rollback failed.
  package func begin(isImmediate: Bool = true, for purpose: StatementPurpose = .other) throws(StoreError) {
    if isInTransaction { rollBack() }
    hasBegun = false
    if hasStaleVirtualTables {
      // This makes SQLite reread the schema, and writes nothing.
      try uncachedStatement("PRAGMA writable_schema = RESET").run()
      hasStaleVirtualTables = false
    }
    rollback = try PreparedStatement("ROLLBACK", connection: handle, runsAlways: true)
    try statement(isImmediate ? "BEGIN IMMEDIATE" : "BEGIN", for: purpose).run()
    hasBegun = true
    if !isReadOnly { file.noteWriteAheadLog() }
  }

  /// Commits the open transaction, unless the file was replaced.
  ///
  /// Only in rollback-journal mode does SQLite check this itself. In WAL mode it would write to a log that nobody reads, or
  /// that the next program applies to another database.
  ///
  /// - Throws: `fileReplaced`, even if the file was replaced during the commit. After any other error the transaction is
  /// still open.
  package func commit(for purpose: StatementPurpose? = .other) throws(StoreError) {
    if isFileReplaced { throw .fileReplaced }
    try execute("COMMIT", for: purpose)
    if isFileReplaced { throw .fileReplaced }
  }

  /// Commits even if the file was moved meanwhile; rolls back on an error.
  package func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    do throws(StoreError) {
      try begin()
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  package func reading<Result>(
    for purpose: StatementPurpose, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try begin(isImmediate: false, for: purpose)
    do throws(StoreError) {
      let result = try body()
      try commit(for: purpose)
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// How often to retry a rollback that an interrupt stopped.
  private static let rollbackCount = 100

  package func rollBack() {
    if !isInTransaction, hasBegun { hasStaleVirtualTables = true }
    // An interrupt that another thread had already begun can still stop the rollback. While another statement is active,
    // SQLite does not clear the interrupt; then the next transaction rolls back.
    raw.withoutInterrupts {
      for _ in 0..<Self.rollbackCount where isInTransaction { try? rollback?.run() }
    }
  }

  /// Runs a closure with a larger page cache, in kibibytes.
  ///
  /// In rollback-journal mode, SQLite locks out readers before the commit if the changed pages exceed the cache.
  package func withCache<Result, Failure: Error>(
    kibibytes: Int, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let size = try? integer("PRAGMA cache_size")
    try? run("PRAGMA cache_size = \(-kibibytes)")
    defer {
      try? run("PRAGMA cache_size = \(size ?? -2_000)")
      sqlite3_db_release_memory(handle.pointer)
    }
    return try body()
  }

  /// Limits texts, blobs and rows; beyond the limit SQLite fails instead of reading more pages.
  package func withLengthLimit<Result>(
    _ limit: Int, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let before = sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, Int32(limit))
    defer { sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, before) }
    return try body()
  }

  package var lengthLimit: Int { Int(sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, -1)) }

  package var isUTF8: Bool { !handle.isWide }

  package func waiting<Result, Failure: Error>(
    atMost time: Duration, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try patience.waiting(atMost: time, body)
  }

  package var hasWritten: Bool { sqlite3_total_changes(pointer) > 0 }

  /// Copies as much of the write-ahead log into the file as readers allow; returns whether everything was copied.
  package func checkpoint() -> Bool {
    if isFileReplaced { return false }
    let isComplete = try? row("PRAGMA wal_checkpoint(PASSIVE)") { $0.integer(at: 1) == $0.integer(at: 2) }
    return isComplete ?? false
  }

  package func releaseMemory() {
    statements = []
    sqlite3_db_release_memory(handle.pointer)
  }

  /// Skips the checkpoint on close, so that closing takes no time.
  package func leaveLog() { csqlite_switch(pointer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }

  /// Keeps the write-ahead log when the connection is closed (c3ref/c_fcntl_begin_atomic_write.html).
  package func keepLog() {
    var isKept: Int32 = 1
    sqlite3_file_control(pointer, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
  }

  package var isFileReplaced: Bool { file.isReplaced }

  /// Whether the schema mentions FAIL, after which SQLite does not revert earlier changes, not even the change that a
  /// trigger rejects (lang_createtrigger.html, 6, and lang_conflict.html).
  package var hasFailingTriggers: Bool {
    get throws(StoreError) {
      try exists("SELECT 1 FROM main.sqlite_schema WHERE type IN ('trigger', 'table') AND sql LIKE '%fail%'")
    }
  }

  package var hasOpenForeignKeys: Bool {
    var (count, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(pointer, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0)
    return count > 0
  }

  /// Does not affect foreign keys; SQLite recompiles statements when this changes.
  package func setTriggers(areOn: Bool) {
    _ = csqlite_switch(pointer, SQLITE_DBCONFIG_ENABLE_TRIGGER, areOn ? 1 : 0)
  }

  /// This has no effect on an open transaction.
  package func setForeignKeys(areOn: Bool) {
    _ = csqlite_switch(pointer, SQLITE_DBCONFIG_ENABLE_FKEY, areOn ? 1 : 0)
  }

  package func setSavepoint() throws(StoreError) { try execute("SAVEPOINT row", for: .writeBack) }

  package func releaseSavepoint() throws(StoreError) { try execute("RELEASE row", for: .writeBack) }

  package func rollBackToSavepoint() throws(StoreError) {
    try execute("ROLLBACK TO row", for: .writeBack)
    try releaseSavepoint()
  }

  package func onLongStatement(_ isUnwanted: @escaping (Double) -> Bool) { watch.ask(isUnwanted) }

  package func stop(if isCancelled: @escaping () -> Bool) {
    handle.stop(if: isCancelled)
    watch.listen()
  }

  package var isCancelled: Bool { handle.isCancelled?() ?? false }

  package func withTimeLimit<Result, Failure: Error>(
    _ limit: Duration, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try watch.withTimeLimit(limit, body)
  }

  package func report(_ note: @escaping RowReport.Note) {
    if csqlite_has_preupdate() != 0 { handle.report(note) }
  }
}

package final class RowReport {
  package typealias Note = (_ operation: Int32, _ table: String, _ old: Int64, _ new: Int64) -> Void

  private let note: Note

  /// The connection holds no reference, so this must live as long as the connection.
  init(_ connection: OpaquePointer, _ note: @escaping Note) {
    self.note = note
    _ = sqlite3_preupdate_hook(
      connection,
      { context, _, operation, _, table, old, new in
        guard let context, let table else { return }
        Unmanaged<RowReport>.fromOpaque(context).takeUnretainedValue().note(
          operation, String(cString: table), old, new)
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

final class StatementCallback {
  private let note: (String) -> Void

  /// The connection holds no reference, so this must outlive its statements.
  init(_ connection: OpaquePointer, _ note: @escaping (String) -> Void) {
    self.note = note
    sqlite3_trace_v2(
      connection, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, text in
        guard let context, let text else { return 0 }
        let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
        // SQLite reports a trigger as a comment.
        if !sql.hasPrefix("--") {
          Unmanaged<StatementCallback>.fromOpaque(context).takeUnretainedValue().note(sql)
        }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

/// Protects against databases from untrusted sources: their contents are data, never commands.
enum Defence {
  /// Stops the file's contents from reaching beyond it, and turns foreign keys on.
  ///
  /// SQLite's own functions, full-text tables, R-trees and JSON stay available; they do no harm. Loading code, memory
  /// addresses and other files are denied, and only statements can call `SQLFunction`s. Nothing here compiles a statement,
  /// which would take longer than opening the database.
  static func apply(to pointer: OpaquePointer) {
    for (option, isOn) in switches { _ = csqlite_switch(pointer, option, isOn) }
    for (limit, value) in limits { sqlite3_limit(pointer, limit, value) }
    csqlite_defend(pointer)
    // If another program truncates a memory-mapped file, the process crashes.
    var size: Int64 = 0
    sqlite3_file_control(pointer, "main", SQLITE_FCNTL_MMAP_SIZE, &size)
    sqlite3_exec(pointer, "PRAGMA cell_size_check = ON", nil, nil, nil)
  }

  private static let switches: [(option: Int32, isOn: Int32)] = [
    (SQLITE_DBCONFIG_ENABLE_FKEY, 1),
    (SQLITE_DBCONFIG_DEFENSIVE, 1),
    // Real programs' triggers, views and indexes use JSON, full-text functions and strings in double quotes.
    (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1),
    (SQLITE_DBCONFIG_DQS_DDL, 1),
    (SQLITE_DBCONFIG_DQS_DML, 1),
    (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0),
    (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0),
  ]

  private static let limits: [(limit: Int32, value: Int32)] = [
    (SQLITE_LIMIT_ATTACHED, 0),
    (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]
}

/// A connection of SQLite's C interface, closed when the last reference is released.
///
/// One thread uses it. Another thread may interrupt it while holding a reference (c3ref/interrupt.html).
package final class RawConnection: Sendable {
  nonisolated(unsafe) package let pointer: OpaquePointer
  private let isRollingBack = Atomic(false)

  /// A name that starts with `file:` is a URI.
  init(_ name: String, isReadOnly: Bool) throws(StoreError) {
    var pointer: OpaquePointer?
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    let code = sqlite3_open_v2(name, &pointer, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nil)
    guard code == SQLITE_OK, let pointer else {
      let error = StoreError(code: code, message: String(cString: sqlite3_errstr(code)))
      sqlite3_close_v2(pointer)
      throw error
    }
    self.pointer = pointer
    sqlite3_extended_result_codes(pointer, 1)
  }

  deinit { sqlite3_close_v2(pointer) }

  /// Does nothing during a rollback, which must not be stopped.
  package func interrupt() {
    if !isRollingBack.load(ordering: .relaxed) { sqlite3_interrupt(pointer) }
  }

  fileprivate func withoutInterrupts(_ body: () -> Void) {
    isRollingBack.store(true, ordering: .relaxed)
    defer { isRollingBack.store(false, ordering: .relaxed) }
    body()
  }
}

private final class OpenedFile {
  private let connection: RawConnection
  private var log: FileIdentity?
  private var changeCount: UInt32 = 0

  init(_ connection: RawConnection) { self.connection = connection }

  /// Whether the file was moved, replaced, or overwritten with an older one.
  ///
  /// In WAL mode, SQLite does not check this, and need not count each change in the header (fileformat2.html, 1.3.7), so an
  /// overwritten file (`cp`) is noticed only if the copy's counter is lower.
  var isReplaced: Bool { Self.isMoved(connection.pointer) || isLogReplaced || isOverwritten }

  func noteWriteAheadLog() {
    guard log == nil, let header, header.isInWALMode else { return }
    (log, changeCount) = (currentLog, header.changeCount)
  }

  /// Whether the path leads elsewhere or nowhere (c3ref/c_fcntl_begin_atomic_write.html).
  static func isMoved(_ pointer: OpaquePointer) -> Bool {
    var isMoved: Int32 = 0
    return sqlite3_file_control(pointer, "main", SQLITE_FCNTL_HAS_MOVED, &isMoved) == SQLITE_OK
      && isMoved != 0
  }

  private var isLogReplaced: Bool { log.map { $0 != currentLog } ?? false }

  /// If the path is a link, SQLite puts the log next to the link's target.
  private var currentLog: FileIdentity? {
    guard let file = sqlite3_db_filename(connection.pointer, "main"), let log = sqlite3_filename_wal(file)
    else { return nil }
    return FileIdentity(String(cString: log))
  }

  private var isOverwritten: Bool {
    guard log != nil, let count = header?.changeCount else { return false }
    let last = changeCount
    changeCount = max(last, count)
    // The counter wraps around.
    return count < last && last - count < 1 << 31
  }

  private var header: (isInWALMode: Bool, changeCount: UInt32)? {
    guard let bytes = Connection.header(18..<28, of: "main", on: connection.pointer) else { return nil }
    return (bytes[0] == 2, bytes[6...].reduce(0) { $0 << 8 | UInt32($1) })
  }
}

/// How long a connection waits for locks; replaces SQLite's own wait, which cannot be cancelled.
private final class LockPatience {
  private let connection: Connection.Handle
  private let isUnwanted: (() -> Bool)?
  private let limit: Duration
  private var seconds = 0.0
  private var end = 0.0

  /// In milliseconds; further waits are as long as the last one.
  private static let delays: [UInt32] = [1, 2, 5, 10, 15, 20, 25]

  init(_ connection: Connection.Handle, limit: Duration, isUnwanted: (() -> Bool)?) {
    (self.connection, self.limit, self.isUnwanted) = (connection, limit, isUnwanted)
    set(limit)
  }

  deinit {
    if isUnwanted != nil { sqlite3_busy_handler(connection.pointer, nil, nil) }
  }

  func waiting<Result, Failure: Error>(
    atMost time: Duration, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    set(min(time, limit))
    defer { set(limit) }
    return try body()
  }

  private func set(_ time: Duration) {
    guard isUnwanted != nil else {
      sqlite3_busy_timeout(connection.pointer, Int32(time / .milliseconds(1)))
      return
    }
    seconds = time / .seconds(1)
    sqlite3_busy_handler(
      connection.pointer,
      { raw, count in
        guard let raw else { return 0 }
        return Unmanaged<LockPatience>.fromOpaque(raw).takeUnretainedValue().waits(Int(count)) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func waits(_ count: Int) -> Bool {
    if count == 0 { end = SystemClock.monotonicSeconds + seconds }
    guard SystemClock.monotonicSeconds < end, isUnwanted?() != true else { return false }
    usleep(1_000 * Self.delays[min(count, Self.delays.count - 1)])
    return true
  }
}
