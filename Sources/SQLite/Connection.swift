import CSQLite
import Records

/// A connection to one database, for one thread.
///
/// Statements are compiled, stepped and read through SQLite's C interface: the connection has one owner, so nothing
/// has to be queued, and values are never converted.
package final class Connection {
  /// The database's path as given.
  package let path: String
  /// Whether it is read-only.
  package let isReadOnly: Bool
  /// Whether the database is in WAL mode, if that had to be determined to open it.
  package let isInWriteAheadMode: Bool?
  /// The size of the file in bytes when it was opened.
  package let byteCount: Int

  package let handle: Handle
  private let file: OpenedFile
  private var patience: LockPatience
  private let isUnwanted: (() -> Bool)?
  /// The compiled statements, the last one used first: a hash table of texts would take Swift longer to set up than
  /// reading the first screen takes.
  private var statements: [(text: String, statement: PreparedStatement)] = []

  /// The state shared by a connection and its statements: it lives until the last statement is gone.
  package final class Handle {
    package let raw: RawConnection
    /// The number of statements that were run; the runtime does not check each access for overlaps.
    package private(set) var statementCount = 0
    /// Tells whether the work on the connection was cancelled, if it can be.
    package private(set) var isCancelled: (() -> Bool)?
    /// Records the statements while they are observed.
    package let log: StatementLog?
    /// Counts the statements of all connections of the store.
    package let counters: SessionCounters?
    /// The damage that was found in the database, or nil.
    package private(set) var damage: String?
    /// The stamp of a database opened as immutable.
    private let stamp: FileStamp?
    private let trace: StatementCallback?
    private let standIn: CollationStandIn
    /// Called for each row before it changes.
    private var rowReport: RowReport?

    init(
      _ raw: RawConnection, log: StatementLog?, counters: SessionCounters?,
      trace: (@Sendable (String) -> Void)?, stamp: FileStamp?
    ) {
      self.raw = raw
      self.log = log
      self.counters = counters
      self.stamp = stamp
      self.trace = trace.map { StatementCallback(raw.pointer, $0) }
      standIn = CollationStandIn(for: raw.pointer)
    }

    package var pointer: OpaquePointer { raw.pointer }

    /// Counts a statement, or discounts one that should not count.
    func countStatement(_ difference: Int = 1) {
      statementCount += difference
      counters?.count(statements: difference)
    }

    /// Interrupts statements, and refuses new ones, once the work is cancelled.
    fileprivate func stop(if isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

    fileprivate func report(_ note: @escaping RowReport.Note) { rowReport = RowReport(pointer, note) }

    private var knownIsWide: Bool?

    /// Whether the database stores texts in UTF-16.
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

    /// Whether a statement was compiled that needs a missing collation.
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

    /// Whether another program has written to a database opened as immutable.
    package var isOutdated: Bool { stamp?.isOutdated ?? false }
  }

  /// Distinguishes a connection from all others, including those opened after it is closed.
  package final class Identity: Sendable {}

  /// The connection's own.
  package let identity = Identity()

  /// Opens an existing database and creates nothing.
  package init(path: String, options: ConnectionOptions) throws(StoreError) {
    // The store's other threads connect later; SQLite would apply the log of the original file to another one.
    if let identity = options.identity, FileIdentity(path) != identity { throw .fileReplaced }
    let access = try FileAccess(checking: path)
    // A relative path that starts with "file:" would be taken for a URI.
    let plainPath = path.hasPrefix("/") ? path : "./" + path
    let opensReadOnly = options.isReadOnly || !access.isWritable
    let way =
      opensReadOnly && !options.isReader
      ? try ReadOnlyFile(path: plainPath, isInWriteAheadMode: options.isInWriteAheadMode).way() : nil
    isInWriteAheadMode = way?.isInWriteAheadMode
    do throws(StoreError) {
      let raw = try RawConnection(way?.name ?? plainPath, isReadOnly: opensReadOnly)
      // The file may have been replaced since; SQLite has opened that one but not read it yet.
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
      // Before the schema is read, because only then does SQLite deny it the functions.
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

  /// The number of statements that were run.
  package var statementCount: Int { handle.statementCount }

  /// The damage that was found in the database, or nil.
  package var damage: String? { handle.damage }

  /// Whether another program has written to a database opened as immutable: what is read then may mix old and new,
  /// and the database has to be reopened.
  package var isOutdated: Bool { handle.isOutdated }

  /// Watches for statements that take too long, and interrupts them on request.
  package let watch: StatementWatch

  /// Whether a statement was compiled that needs a missing collation.
  package var lacksCollation: Bool { handle.lacksCollation }

  /// The handle that any thread may interrupt.
  package var raw: RawConnection { handle.raw }

  /// The connection for SQLite's C interface.
  package var pointer: OpaquePointer { handle.pointer }

  /// The statement for a text, compiled on first use and cached.
  ///
  /// - Parameters:
  /// - purpose: The purpose of its next run, or nil if that should not be recorded.
  /// - record: The record that its next run is for, if any.
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

  /// A statement compiled for a single use.
  package func uncachedStatement(
    _ sql: String, for purpose: StatementPurpose? = .other, of record: RecordID? = nil
  ) throws(StoreError) -> PreparedStatement {
    let statement = try PreparedStatement(sql, connection: handle)
    statement.serve(purpose, record)
    return statement
  }

  /// Compiles a statement, runs it once and releases it.
  package func run(_ sql: String) throws(StoreError) {
    try uncachedStatement(sql).run()
  }

  /// Runs the statements of a script in order, until one fails.
  package func runScript(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(pointer, sql, nil, nil, nil)
    guard code == SQLITE_OK else {
      throw StoreError(code: code, message: String(cString: sqlite3_errmsg(pointer)))
    }
  }

  // MARK: Queries of a few rows

  /// The first row of a query, or nil if there is none.
  package func row<Result>(
    _ sql: String, _ values: [Value] = [], for purpose: StatementPurpose? = .other,
    of record: RecordID? = nil,
    _ read: (PreparedStatement) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    try statement(sql, for: purpose, of: record).firstRow(binding: values, read)
  }

  /// All rows of a query.
  package func rows<Result>(
    _ sql: String, _ values: [Value] = [], for purpose: StatementPurpose? = .other,
    of record: RecordID? = nil,
    _ read: (PreparedStatement) throws(StoreError) -> Result
  ) throws(StoreError) -> [Result] {
    try statement(sql, for: purpose, of: record).rows(binding: values, read)
  }

  /// The first column of a query's first row, or nil if there is none.
  package func value(
    _ sql: String, _ values: [Value] = [], for purpose: StatementPurpose? = .other, of record: RecordID? = nil
  ) throws(StoreError) -> Value? {
    try row(sql, values, for: purpose, of: record) { $0.value(at: 0) }
  }

  /// The first column of a query's first row as an integer, or nil if there is none; NULL is 0.
  package func integer(
    _ sql: String, _ values: [Value] = [], for purpose: StatementPurpose? = .other
  ) throws(StoreError) -> Int64? {
    try row(sql, values, for: purpose) { $0.integer(at: 0) }
  }

  /// Whether a query has a row.
  package func exists(_ sql: String, _ values: [Value] = []) throws(StoreError) -> Bool {
    try row(sql, values) { _ in true } ?? false
  }

  /// Runs a statement that is cached for the next time; `run(_:)` does not cache.
  package func execute(
    _ sql: String, _ values: [Value] = [], for purpose: StatementPurpose? = .other
  ) throws(StoreError) {
    try statement(sql, for: purpose).run(binding: values)
  }

  /// SQLite's plan for a statement; this is not recorded, because nobody who reads about a statement wants to see another
  /// one.
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

  /// The name of the collation that compares a column's texts; `BINARY` if the column declares none.
  package func collation(of column: String, in table: String) -> String {
    var name: UnsafePointer<CChar>?
    sqlite3_table_column_metadata(handle.pointer, "main", table, column, nil, &name, nil, nil, nil)
    return name.map { String(cString: $0) } ?? "BINARY"
  }

  /// The rows changed since the connection was opened, including changes by triggers and foreign keys.
  package var totalChangeCount: Int { Int(sqlite3_total_changes64(handle.pointer)) }

  /// The rows that the last statement inserted, changed or deleted, excluding those changed by triggers.
  package var changedRowCount: Int { Int(sqlite3_changes(handle.pointer)) }

  /// A number that changes when a different connection has changed the database (pragma.html); nil if it cannot be
  /// read now because of another connection's lock.
  package var dataVersion: Int64? { number("PRAGMA data_version") }

  /// The same number.
  ///
  /// - Throws: Why it cannot be read.
  package func seenDataVersion() throws(StoreError) -> Int64 {
    defer { handle.countStatement(-1) }
    return try integer("PRAGMA data_version", for: nil) ?? 0
  }

  /// How many bytes the database has now.
  package var pageByteCount: Int {
    Int((number("PRAGMA page_count") ?? 0) * (number("PRAGMA page_size") ?? 0))
  }

  /// A number that changes when the schema has changed; nil if it cannot be read now.
  package var schemaVersion: Int64? { number("PRAGMA main.schema_version") }

  /// Reads a number so often that it must not count as a statement: an observer would soon see nothing else.
  private func number(_ sql: String) -> Int64? {
    defer { handle.countStatement(-1) }
    return try? integer(sql, for: nil)
  }

  /// Sets how long statements wait for a lock from now on.
  package func waitForLocks(_ timeout: Duration) {
    patience = LockPatience(handle, limit: timeout, isUnwanted: isUnwanted)
  }

  /// The rowid of the row inserted last.
  package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle.pointer) }

  /// Whether the database is in WAL mode; false if it cannot be read.
  package var hasWriteAheadLog: Bool {
    (try? value("PRAGMA journal_mode")) == "wal"
  }

  /// Whether a transaction is open; a trigger or an error can end one behind the caller's back.
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle.pointer) == 0 }

  /// `ROLLBACK`, compiled before each transaction: after a failure there may be no memory left to compile it.
  private var rollback: PreparedStatement?

  /// Whether the last `begin` started a transaction.
  private var hasBegun = false

  /// Whether SQLite has ended a transaction in the middle of a statement, so that virtual tables have to be
  /// reconnected before the next one.
  ///
  /// FTS5 reads its own table during an insert. If that fails for lack of memory, SQLite rolls back immediately and
  /// tells FTS5 so; FTS5 then treats the totals that it could not read as zero, and its next insert would write them
  /// (seen in 3.40.1, `fts5StorageLoadTotals`).
  private var hasStaleVirtualTables = false

  /// Starts a transaction, which takes the write lock immediately by default.
  ///
  /// A transaction that could not be rolled back earlier is rolled back first.
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
  /// In rollback-journal mode, SQLite checks this itself before it writes. In WAL mode it does not: it would write to
  /// a log that nobody reads any more, or that the next program applies to another database.
  ///
  /// - Throws: `fileReplaced`, even if that happened during the commit, so that nobody relies on it; otherwise the
  ///   transaction is still open.
  package func commit(for purpose: StatementPurpose? = .other) throws(StoreError) {
    if isFileReplaced { throw .fileReplaced }
    try execute("COMMIT", for: purpose)
    if isFileReplaced { throw .fileReplaced }
  }

  /// Does something in one transaction, or not at all; it is committed even if the file was moved meanwhile.
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

  /// Reads in one transaction, so that all statements see the same rows.
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

  /// How often a rollback is tried that interruptions hit; all tries together take about 20 ms in a debug build.
  ///
  /// Against a thread that does nothing but interrupt, a hundred were not always enough.
  private static let rollbackCount = 2_000

  /// Rolls back the open transaction, if there is one, so that its locks are released.
  package func rollBack() {
    if !isInTransaction, hasBegun { hasStaleVirtualTables = true }
    // An interruption can hit the rollback itself, which then has done nothing. While another statement is active, SQLite does
    // not forget the interruption; then the next transaction rolls back.
    for _ in 0..<Self.rollbackCount where isInTransaction { try? rollback?.run() }
  }

  /// Does something with a page cache that may grow to a number of kibibytes, and releases its memory afterwards.
  ///
  /// In rollback-journal mode, SQLite locks out all readers as soon as a transaction's changed pages exceed the
  /// cache; otherwise it does so only while it commits.
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

  /// Does something with a limit on the size of texts, blobs and rows: beyond it, SQLite would have to read more
  /// pages than the row's own, and fails as too large instead.
  package func withLengthLimit<Result>(
    _ limit: Int, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let before = sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, Int32(limit))
    defer { sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, before) }
    return try body()
  }

  /// The size in bytes of the largest text or blob that the connection reads or writes.
  package var lengthLimit: Int { Int(sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, -1)) }

  /// Whether texts are stored as UTF-8, like in `Text`.
  package var isUTF8: Bool { !handle.isWide }

  /// Does something that waits for locks no longer than a time, and no longer than the usual limit.
  package func waiting<Result, Failure: Error>(
    atMost time: Duration, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try patience.waiting(atMost: time, body)
  }

  /// Whether this connection has inserted, changed or deleted rows.
  package var hasWritten: Bool { sqlite3_total_changes(pointer) > 0 }

  /// Copies the write-ahead log into the database's file, as far as readers allow it.
  ///
  /// - Returns: Whether the file has everything.
  package func checkpoint() -> Bool {
    if isFileReplaced { return false }
    let isComplete = try? row("PRAGMA wal_checkpoint(PASSIVE)") { $0.integer(at: 1) == $0.integer(at: 2) }
    return isComplete ?? false
  }

  /// Releases the memory of compiled statements and of SQLite's page cache.
  package func releaseMemory() {
    statements = []
    sqlite3_db_release_memory(handle.pointer)
  }

  /// Skips the checkpoint when the connection is closed, which then takes no time.
  package func leaveLog() { csqlite_switch(pointer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }

  /// Keeps the write-ahead log and its index when the connection is closed (c3ref/c_fcntl_begin_atomic_write.html).
  package func keepLog() {
    var isKept: Int32 = 1
    sqlite3_file_control(pointer, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
  }

  /// Whether the file is no longer where it was opened, or is another one, or has been overwritten with an older one.
  ///
  /// - Complexity: A few system calls.
  package var isFileReplaced: Bool { file.isReplaced }

  // MARK: Triggers, foreign keys, savepoints

  /// Whether the text of a trigger, or of a table that one may write to, mentions FAIL, after which SQLite does not
  /// revert what was done before, not even the change that the trigger refuses (lang_createtrigger.html, 6, and
  /// lang_conflict.html).
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

  /// Turns triggers on or off; foreign keys stay active.
  ///
  /// SQLite recompiles statements when this changes.
  package func setTriggers(areOn: Bool) {
    _ = csqlite_switch(pointer, SQLITE_DBCONFIG_ENABLE_TRIGGER, areOn ? 1 : 0)
  }

  /// Turns foreign keys on or off; this has no effect on an open transaction.
  package func setForeignKeys(areOn: Bool) {
    _ = csqlite_switch(pointer, SQLITE_DBCONFIG_ENABLE_FKEY, areOn ? 1 : 0)
  }

  /// Sets a savepoint, so that what follows can be rolled back alone.
  package func setSavepoint() throws(StoreError) { try execute("SAVEPOINT row", for: .writeBack) }

  /// Releases the savepoint.
  package func releaseSavepoint() throws(StoreError) { try execute("RELEASE row", for: .writeBack) }

  /// Rolls back to the savepoint, and releases it.
  package func rollBackToSavepoint() throws(StoreError) {
    try execute("ROLLBACK TO row", for: .writeBack)
    try releaseSavepoint()
  }

  // MARK: Interruption

  /// Asks a closure whether to interrupt a statement after this many seconds, from some tenths of a second on.
  package func onLongStatement(_ isUnwanted: @escaping (Double) -> Bool) { watch.ask(isUnwanted) }

  /// Interrupts statements, and refuses new ones, once the work is cancelled.
  package func stop(if isCancelled: @escaping () -> Bool) {
    handle.stop(if: isCancelled)
    watch.listen()
  }

  /// Whether the work on the connection was cancelled.
  package var isCancelled: Bool { handle.isCancelled?() ?? false }

  /// Does something whose statements end as `interrupted` after this much processor time.
  package func withTimeLimit<Result, Failure: Error>(
    _ limit: Duration, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try watch.withTimeLimit(limit, body)
  }

  /// Calls a closure for each row before it changes, if this build of SQLite can.
  package func report(_ note: @escaping RowReport.Note) {
    if csqlite_has_preupdate() != 0 { handle.report(note) }
  }
}
