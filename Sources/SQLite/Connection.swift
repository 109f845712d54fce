import CSQLite
import Platform
import Records

/// A connection to one database, for one thread.
///
/// It calls SQLite's C interface directly: the connection has one owner, so nothing has to be queued, and values are never
/// converted.
package final class Connection {
  package let path: String
  package let isReadOnly: Bool
  /// Whether the database is in WAL mode, if that had to be determined to open it.
  package let isInWriteAheadMode: Bool?
  package let byteCount: Int

  package let handle: Handle
  private let file: OpenedFile
  private var patience: LockPatience
  private let isUnwanted: (() -> Bool)?
  /// The compiled statements, most recently used first; a hash table of texts would slow down the first screen.
  private var statements: [(text: String, statement: PreparedStatement)] = []

  /// The state shared by a connection and its statements; it lives until the last statement is gone.
  package final class Handle {
    package let raw: RawConnection
    /// Exclusivity checking is off for speed.
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

    /// Interrupts statements, and refuses new ones, once the work is cancelled.
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

    /// The last error of the connection; damage is remembered.
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
    // The store's other threads connect later; SQLite would apply the log of the original file to another one.
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
      // The file may have been replaced since. SQLite has opened the new one but not read it yet.
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

  /// Whether another program has written to a database opened as immutable, so that it has to be reopened.
  package var isOutdated: Bool { handle.isOutdated }

  package let watch: StatementWatch

  package var lacksCollation: Bool { handle.lacksCollation }

  /// Any thread may interrupt it.
  package var raw: RawConnection { handle.raw }

  package var pointer: OpaquePointer { handle.pointer }

  /// Compiled on first use and cached; `purpose` is nil if the next run should not be recorded.
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

  // MARK: Queries of a few rows

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

  /// Runs a statement and caches it; `run(_:)` does not cache.
  package func execute(
    _ sql: String, _ values: [Value] = [], for purpose: StatementPurpose? = .other
  ) throws(StoreError) {
    try statement(sql, for: purpose).run(binding: values)
  }

  /// Not recorded, because users who look at a statement do not want to see another one.
  package func plan(of sql: String) throws(StoreError) -> [PlanStep] {
    var depths: [Int64: Int] = [:]
    return try uncachedStatement("EXPLAIN QUERY PLAN " + sql, for: nil).rows { row in
      let parent = depths[row.integer(at: 1)]
      let depth = parent.map { $0 + 1 } ?? 0
      depths[row.integer(at: 0)] = depth
      return PlanStep(depth: depth, text: row.string(at: 3))
    }
  }

  // MARK: State

  /// `BINARY` if the column declares none.
  package func collation(of column: String, in table: String) -> String {
    var name: UnsafePointer<CChar>?
    sqlite3_table_column_metadata(handle.pointer, "main", table, column, nil, &name, nil, nil, nil)
    return name.map { String(cString: $0) } ?? "BINARY"
  }

  package var totalChangeCount: Int { Int(sqlite3_total_changes64(handle.pointer)) }

  /// The rows that the last statement inserted, changed or deleted, excluding those changed by triggers.
  package var changedRowCount: Int { Int(sqlite3_changes(handle.pointer)) }

  /// Changes when another connection changes the database (pragma.html); nil if a lock prevents reading it.
  package var dataVersion: Int64? { number("PRAGMA data_version") }

  /// Like `dataVersion`, but throws if it cannot be read.
  package func seenDataVersion() throws(StoreError) -> Int64 {
    defer { handle.countStatement(-1) }
    return try integer("PRAGMA data_version", for: nil) ?? 0
  }

  package var pageByteCount: Int {
    Int((number("PRAGMA page_count") ?? 0) * (number("PRAGMA page_size") ?? 0))
  }

  /// Nil if it cannot be read now.
  package var schemaVersion: Int64? { number("PRAGMA main.schema_version") }

  /// Runs so often that it must not count as a statement: an observer would soon see nothing else.
  private func number(_ sql: String) -> Int64? {
    defer { handle.countStatement(-1) }
    return try? integer(sql, for: nil)
  }

  package func waitForLocks(_ timeout: Duration) {
    patience = LockPatience(handle, limit: timeout, isUnwanted: isUnwanted)
  }

  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle.pointer) }

  /// False if it cannot be read.
  package var hasWriteAheadLog: Bool { (try? value("PRAGMA journal_mode")) == "wal" }

  package var isInTransaction: Bool { sqlite3_get_autocommit(handle.pointer) == 0 }

  /// `ROLLBACK`, compiled before each transaction: after a failure there may be no memory left to compile it.
  private var rollback: PreparedStatement?

  private var hasBegun = false

  /// Whether SQLite ended a transaction in the middle of a statement, so that virtual tables must be reconnected before the
  /// next one.
  ///
  /// FTS5 reads its own table during an insert. If that fails for lack of memory, SQLite rolls back immediately and tells FTS5
  /// so; FTS5 then treats the totals that it could not read as zero, and its next insert would write them (seen in 3.40.1,
  /// `fts5StorageLoadTotals`).
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
  /// In rollback-journal mode, SQLite checks this itself before it writes. In WAL mode it does not: it would write to a log
  /// that nobody reads any more, or that the next program applies to another database.
  ///
  /// - Throws: `fileReplaced`, even if the file was replaced during the commit, so that nobody relies on the commit. After any
  /// other error the transaction is still open.
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

  /// How often to retry a rollback that is interrupted, in total about 20 ms in a debug build; 100 were not always enough.
  private static let rollbackCount = 2_000

  package func rollBack() {
    if !isInTransaction, hasBegun { hasStaleVirtualTables = true }
    // An interrupt can hit the rollback itself, which then has no effect. While another statement is active, SQLite does not
    // clear the interrupt; then the next transaction rolls back.
    for _ in 0..<Self.rollbackCount where isInTransaction { try? rollback?.run() }
  }

  /// Runs a closure with a larger page cache, in kibibytes.
  ///
  /// In rollback-journal mode, SQLite locks out all readers as soon as a transaction's changed pages exceed the cache;
  /// otherwise it does so only during the commit.
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

  /// Runs a closure with a limit on texts, blobs and rows, beyond which SQLite fails instead of reading more pages.
  package func withLengthLimit<Result>(
    _ limit: Int, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let before = sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, Int32(limit))
    defer { sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, before) }
    return try body()
  }

  package var lengthLimit: Int { Int(sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, -1)) }

  package var isUTF8: Bool { !handle.isWide }

  /// Runs a closure with a shorter limit on waiting for locks; never longer than the usual limit.
  package func waiting<Result, Failure: Error>(
    atMost time: Duration, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try patience.waiting(atMost: time, body)
  }

  package var hasWritten: Bool { sqlite3_total_changes(pointer) > 0 }

  /// Copies as much of the write-ahead log into the database file as readers allow; returns whether everything was copied.
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

  /// Keeps the write-ahead log and its index when the connection is closed (c3ref/c_fcntl_begin_atomic_write.html).
  package func keepLog() {
    var isKept: Int32 = 1
    sqlite3_file_control(pointer, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
  }

  /// Whether the file was moved, replaced, or overwritten with an older one.
  package var isFileReplaced: Bool { file.isReplaced }

  // MARK: Triggers, foreign keys, savepoints

  /// Whether the schema mentions FAIL, after which SQLite does not revert what was done before, not even the change that a
  /// trigger rejects (lang_createtrigger.html, 6, and lang_conflict.html).
  package var hasFailingTriggers: Bool {
    get throws(StoreError) {
      try exists("SELECT 1 FROM main.sqlite_schema WHERE type IN ('trigger', 'table') AND sql LIKE '%fail%'")
    }
  }

  /// Whether the open transaction violates deferred foreign keys, so that it cannot be committed.
  package var hasOpenForeignKeys: Bool {
    var (count, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(pointer, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0)
    return count > 0
  }

  /// Turns triggers on or off, but not foreign keys; SQLite recompiles statements when this changes.
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

  // MARK: Interruption

  /// Asks a closure, from a few tenths of a second on, whether to interrupt a statement that has run for this many seconds.
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
  /// Receives the operation, the table, and the rowids before and after it.
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
  /// Configures a new connection so that nothing in the file can reach beyond it, and turns foreign keys on.
  ///
  /// SQLite's own functions, full-text tables, R-trees and JSON stay available, because they do no harm whatever view, trigger,
  /// index or CHECK uses them. Loading code, memory addresses and opening other files stay off or are denied; only statements
  /// can call this program's own functions (see `SQLFunction`). None of this runs a statement, because compiling one takes
  /// longer than opening the database.
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
    // The triggers, views and indexes of real programs use JSON and full-text functions.
    (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1),
    // They also use strings in double quotes, which this program's own statements never do (see `quoted`).
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
