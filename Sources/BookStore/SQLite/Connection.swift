import CSQLite
import Records

/// A connection to one database, for one thread.
///
/// Statements are compiled, stepped and read by SQLite's C interface: the connection has one owner, so there is nothing to
/// queue for, and a value is never converted.
package final class Connection {
  /// The database's path, as it was given.
  let path: String
  /// Whether nothing can be written.
  let isReadOnly: Bool
  /// Whether the database is in write-ahead mode, where that was found out to open it.
  let isInWriteAheadMode: Bool?
  /// The bytes of the file when it was opened.
  let byteCount: Int

  let handle: Handle
  private let file: OpenedFile
  private var patience: LockPatience
  private let isUnwanted: (() -> Bool)?
  /// The statements that were compiled, that of the last call first: a hash table of texts would take Swift longer to
  /// set up than the first screen to read.
  private var statements: [(text: String, statement: PreparedStatement)] = []

  /// What a connection and its statements share: it lives until the last statement is gone.
  final class Handle {
    let raw: RawConnection
    /// The statements that were run; the runtime does not check each access for overlaps.
    private(set) var statementCount = 0
    /// Whether the work on the connection was cancelled, if it can be.
    private(set) var isCancelled: (() -> Bool)?
    /// Records the statements, if somebody observes them.
    let log: StatementLog?
    /// Counts the statements of all connections of the store.
    let counters: SessionCounters?
    /// What the database was found to be damaged by, if it was.
    private(set) var damage: String?
    /// The stamp of a database that is taken for one that does not change.
    private let stamp: FileStamp?
    private let trace: StatementCallback?
    private let standIn: CollationStandIn
    /// Is told of each row before it changes.
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

    var pointer: OpaquePointer { raw.pointer }

    /// Counts a statement that is run, or takes back one that does not count.
    func countStatement(_ difference: Int = 1) {
      statementCount += difference
      counters?.count(statements: difference)
    }

    /// Ends statements, and begins none, once the work is cancelled.
    fileprivate func stop(if isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

    fileprivate func report(_ note: @escaping RowReport.Note) { rowReport = RowReport(pointer, note) }

    private var knownIsWide: Bool?

    /// Whether the database has its texts in UTF-16.
    var isWide: Bool {
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

    /// Whether a statement was compiled that needs a collation which is not there.
    var lacksCollation: Bool { standIn.isUsed }

    /// The last error of the connection, which knows of damage from then on.
    func failure() -> StoreError {
      let error = StoreError(connection: pointer)
      if case .damaged(let detail) = error {
        if isOutdated { return .changedMeanwhile }
        damage = detail
      }
      return error
    }

    /// Whether another program has written to a database that is taken for one that does not change.
    var isOutdated: Bool { stamp?.isOutdated ?? false }
  }

  /// Tells one connection from all others, also from those that are opened after it is closed.
  final class Identity: Sendable {}

  /// The connection's own.
  let identity = Identity()

  /// Opens an existing database and creates nothing.
  package init(path: String, options: StoreOptions) throws(StoreError) {
    // A store's other threads open their connections later; SQLite would bring the log of the file that was there into another.
    if let identity = options.identity, FileIdentity(path) != identity { throw .fileReplaced }
    let access = try FileAccess(checking: path)
    // A relative path that begins with "file:" would be taken for a URI.
    let plainPath = path.hasPrefix("/") ? path : "./" + path
    let opensReadOnly = options.isReadOnly || !access.isWritable
    let way =
      opensReadOnly && !options.isReader
      ? try ReadOnlyFile(path: plainPath, isInWriteAheadMode: options.isInWriteAheadMode).way() : nil
    isInWriteAheadMode = way?.isInWriteAheadMode
    do throws(StoreError) {
      let raw = try RawConnection(way?.name ?? plainPath, isReadOnly: opensReadOnly)
      // Another file may have come since, which SQLite has open and has not looked at yet.
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
      // Before the schema is read, for only then SQLite denies it the functions.
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
    // SQLite would bring the log into whatever is in the file now, and remove the one that is at its path.
    if isFileReplaced { leaveLog() }
  }

  /// Reads the schema, for SQLite itself looks at the file not before the first statement.
  private static func checkFormat(_ pointer: OpaquePointer) throws(StoreError) {
    guard sqlite3_exec(pointer, "SELECT 1 FROM sqlite_master LIMIT 1", nil, nil, nil) == SQLITE_OK else {
      throw StoreError(connection: pointer)
    }
  }

  /// The statements that were run.
  package var statementCount: Int { handle.statementCount }

  /// What the database was found to be damaged by, if it was.
  var damage: String? { handle.damage }

  /// Whether another program has written to a database that is taken for one that does not change: what is read then may be
  /// old and new at once, and it is to be opened anew.
  var isOutdated: Bool { handle.isOutdated }

  /// Watches for statements that take too long, and ends them when asked to.
  let watch: StatementWatch

  /// Whether a statement was compiled that needs a collation which is not there.
  var lacksCollation: Bool { handle.lacksCollation }

  /// What any thread may interrupt.
  var raw: RawConnection { handle.raw }

  /// The connection, as SQLite's C interface takes it.
  var pointer: OpaquePointer { handle.pointer }

  /// The statement for a text, compiled at its first use and kept.
  ///
  /// - Parameters:
  ///   - purpose: What it is run for next, or nil where that is not worth recording.
  ///   - record: The record that it is run for next, if it is for one.
  func statement(
    _ sql: String, for purpose: StatementPurpose? = .other, of record: RecordID? = nil
  ) throws(StoreError) -> PreparedStatement {
    if let place = statements.firstIndex(where: { $0.text == sql }) {
      if place > 0 { statements.swapAt(0, place) }
    } else {
      statements.append((sql, try uncachedStatement(sql)))
      statements.swapAt(0, statements.endIndex - 1)
    }
    let statement = statements[0].statement
    statement.serve(purpose, record)
    return statement
  }

  /// A statement that is compiled for one use.
  func uncachedStatement(
    _ sql: String, for purpose: StatementPurpose? = .other, of record: RecordID? = nil
  ) throws(StoreError) -> PreparedStatement {
    let statement = try PreparedStatement(sql, connection: handle)
    statement.serve(purpose, record)
    return statement
  }

  /// Compiles a statement, runs it once and lets it go.
  package func run(_ sql: String) throws(StoreError) {
    try uncachedStatement(sql).run()
  }

  /// Runs the statements of a script, one after the other, until one fails.
  func runScript(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(pointer, sql, nil, nil, nil)
    guard code == SQLITE_OK else {
      throw StoreError(code: code, message: String(cString: sqlite3_errmsg(pointer)))
    }
  }

  // MARK: Queries of a few rows

  /// The first row of a query, or nil if there is none.
  func row<Result>(
    _ sql: String, _ values: [Value] = [], for purpose: StatementPurpose? = .other,
    of record: RecordID? = nil,
    _ read: (PreparedStatement) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    try statement(sql, for: purpose, of: record).firstRow(binding: values, read)
  }

  /// All rows of a query.
  func rows<Result>(
    _ sql: String, _ values: [Value] = [], for purpose: StatementPurpose? = .other,
    of record: RecordID? = nil,
    _ read: (PreparedStatement) throws(StoreError) -> Result
  ) throws(StoreError) -> [Result] {
    try statement(sql, for: purpose, of: record).rows(binding: values, read)
  }

  /// The first column of a query's first row, or nil if there is none.
  func value(
    _ sql: String, _ values: [Value] = [], for purpose: StatementPurpose? = .other, of record: RecordID? = nil
  ) throws(StoreError) -> Value? {
    try row(sql, values, for: purpose, of: record) { $0.value(at: 0) }
  }

  /// The first column of a query's first row as an integer, or nil if there is none; NULL is 0.
  func integer(
    _ sql: String, _ values: [Value] = [], for purpose: StatementPurpose? = .other
  ) throws(StoreError) -> Int64? {
    try row(sql, values, for: purpose) { $0.integer(at: 0) }
  }

  /// Whether a query has a row.
  func exists(_ sql: String, _ values: [Value] = []) throws(StoreError) -> Bool {
    try row(sql, values) { _ in true } ?? false
  }

  /// Runs a statement that is kept for the next time; `run(_:)` is for one that is not.
  func execute(
    _ sql: String, _ values: [Value] = [], for purpose: StatementPurpose? = .other
  ) throws(StoreError) {
    try statement(sql, for: purpose).run(binding: values)
  }

  // MARK: State

  /// The name of the collation by which a column's texts are compared; `BINARY` where the column has none of its own.
  func collation(of column: String, in table: String) -> String {
    var name: UnsafePointer<CChar>?
    sqlite3_table_column_metadata(handle.pointer, "main", table, column, nil, &name, nil, nil, nil)
    return name.map { String(cString: $0) } ?? "BINARY"
  }

  /// The rows that were changed since the connection was opened, also by triggers and foreign keys.
  var totalChangeCount: Int { Int(sqlite3_total_changes64(handle.pointer)) }

  /// The rows that the last statement inserted, changed or deleted, without those that triggers touched.
  var changedRowCount: Int { Int(sqlite3_changes(handle.pointer)) }

  /// A number that is another one as soon as a different connection has changed the database (pragma.html); nil where it
  /// cannot be read now, because another connection has locked the database.
  var dataVersion: Int64? { number("PRAGMA data_version") }

  /// A number that is another one as soon as the schema has changed; nil where it cannot be read now.
  var schemaVersion: Int64? { number("PRAGMA main.schema_version") }

  /// Reads a number so often that it does not count as a statement: otherwise an observer would soon see nothing else.
  private func number(_ sql: String) -> Int64? {
    defer { handle.countStatement(-1) }
    return try? integer(sql, for: nil)
  }

  /// Lets a statement wait so long for a lock from now on.
  func waitForLocks(_ timeout: Duration) {
    patience = LockPatience(handle, limit: timeout, isUnwanted: isUnwanted)
  }

  /// The rowid of the row that was inserted last.
  var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle.pointer) }

  /// Whether the database is in write-ahead mode; false where it cannot be read.
  var hasWriteAheadLog: Bool {
    (try? value("PRAGMA journal_mode")) == "wal"
  }

  /// Whether a transaction is open; a trigger or a failure can end one behind the back of the code that began it.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle.pointer) == 0 }

  /// What takes a transaction back, compiled right before it begins: when it fails there may be no memory for that, nor to
  /// compile it again after a change of the schema.
  private var rollback: PreparedStatement?

  /// Whether the last `begin` has begun a transaction.
  private var hasBegun = false

  /// Whether SQLite has ended a transaction in the middle of a statement, so that virtual tables are connected anew before
  /// the next.
  ///
  /// FTS5 reads its own table within an insert. Where that fails for want of memory, SQLite rolls back at once, and FTS5,
  /// which has been told so already, then takes the totals that it could not read for nought: its next insert would
  /// write them (seen in 3.40.1, `fts5StorageLoadTotals`).
  private var hasStaleVirtualTables = false

  /// Begins a transaction, which takes the lock of writers at once unless it is said otherwise.
  ///
  /// One that could not be rolled back before is rolled back now.
  func begin(isImmediate: Bool = true, for purpose: StatementPurpose = .other) throws(StoreError) {
    if isInTransaction { rollBack() }
    hasBegun = false
    if hasStaleVirtualTables {
      // The schema is read anew, and nothing is written.
      try uncachedStatement("PRAGMA writable_schema = RESET").run()
      hasStaleVirtualTables = false
    }
    rollback = try PreparedStatement("ROLLBACK", connection: handle, runsAlways: true)
    try statement(isImmediate ? "BEGIN IMMEDIATE" : "BEGIN", for: purpose).run()
    hasBegun = true
    if !isReadOnly { file.noteWriteAheadLog() }
  }

  /// Commits the transaction that is open, unless the file was replaced.
  ///
  /// With a rollback journal SQLite looks itself before it writes. In WAL mode it does not: it would write to a log that nobody
  /// reads any more, or that the next program applies to another database.
  ///
  /// - Throws: `fileReplaced`, also if that happened during the commit, so that nobody counts on it; the transaction is
  ///   still open otherwise.
  func commit(for purpose: StatementPurpose? = .other) throws(StoreError) {
    if isFileReplaced { throw .fileReplaced }
    try execute("COMMIT", for: purpose)
    if isFileReplaced { throw .fileReplaced }
  }

  /// Does something in one transaction, or not at all; it is committed wherever the file is by now.
  func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
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

  /// Rolls back the transaction that is open, if there is one, so that no lock of it keeps others out.
  func rollBack() {
    if isInTransaction {
      try? rollback?.run()
    } else if hasBegun {
      hasStaleVirtualTables = true
    }
  }

  /// Does something with a page cache that may grow to some kibibytes, and gives its memory back then.
  ///
  /// With a rollback journal SQLite locks all readers out as soon as the pages that a transaction has changed are more
  /// than the cache holds, and otherwise only while it commits.
  func withCache<Result, Failure: Error>(
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

  /// Does something while no text, blob or row of more bytes may be made, where SQLite would have to read it from more
  /// pages than the row's own; it fails as too large then.
  func withLengthLimit<Result>(
    _ limit: Int, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let before = sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, Int32(limit))
    defer { sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, before) }
    return try body()
  }

  /// The bytes of the largest text or blob that the connection reads or writes.
  var lengthLimit: Int { Int(sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, -1)) }

  /// Whether texts are stored as UTF-8, and so as `Text` has them.
  var isUTF8: Bool { !handle.isWide }

  /// Does something that waits no longer for a lock than a time, and no longer than all else does.
  func waiting<Result, Failure: Error>(
    atMost time: Duration, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try patience.waiting(atMost: time, body)
  }

  /// Whether rows were inserted, changed or deleted by this connection.
  var hasWritten: Bool { sqlite3_total_changes(pointer) > 0 }

  /// Brings what the write-ahead log has into the database's file, as far as no reader stands against it.
  ///
  /// - Returns: Whether the file has all of it.
  func checkpoint() -> Bool {
    if isFileReplaced { return false }
    let isComplete = try? row("PRAGMA wal_checkpoint(PASSIVE)") { $0.integer(at: 1) == $0.integer(at: 2) }
    return isComplete ?? false
  }

  /// Gives back the memory of compiled statements and of SQLite's page cache.
  func releaseMemory() {
    statements = []
    sqlite3_db_release_memory(handle.pointer)
  }

  /// Leaves the write-ahead log as it is when the connection is closed, which takes no time then.
  func leaveLog() { csqlite_switch(pointer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }

  /// Leaves the write-ahead log and its index behind when the connection is closed (c3ref/c_fcntl_begin_atomic_write.html).
  func keepLog() {
    var isKept: Int32 = 1
    sqlite3_file_control(pointer, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
  }

  /// Whether the file is not where it was opened any more, or another one is there, or an older one in it.
  ///
  /// - Complexity: A few calls of the system.
  var isFileReplaced: Bool { file.isReplaced }

  // MARK: Triggers, foreign keys, savepoints

  /// Whether the database has a trigger, or a table that one may write to, which may fail, as its text says: SQLite does not
  /// take back what was done before that, not even the change that the trigger refuses (lang_createtrigger.html, 6, and
  /// lang_conflict.html).
  var hasFailingTriggers: Bool {
    get throws(StoreError) {
      try exists("SELECT 1 FROM main.sqlite_schema WHERE type IN ('trigger', 'table') AND sql LIKE '%fail%'")
    }
  }

  /// Whether the open transaction violates deferred foreign keys, so that it cannot be committed.
  var hasOpenForeignKeys: Bool {
    var (count, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(pointer, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0)
    return count > 0
  }

  /// Turns triggers on or off; foreign keys act in any case.
  ///
  /// SQLite compiles statements again when that changes.
  func setTriggers(areOn: Bool) { _ = csqlite_switch(pointer, SQLITE_DBCONFIG_ENABLE_TRIGGER, areOn ? 1 : 0) }

  /// Turns foreign keys on or off; there is no effect on a transaction that is open.
  func setForeignKeys(areOn: Bool) { _ = csqlite_switch(pointer, SQLITE_DBCONFIG_ENABLE_FKEY, areOn ? 1 : 0) }

  /// Sets a savepoint, so that what comes next can be taken back alone.
  func setSavepoint() throws(StoreError) { try execute("SAVEPOINT row", for: .writeBack) }

  /// Forgets the savepoint.
  func releaseSavepoint() throws(StoreError) { try execute("RELEASE row", for: .writeBack) }

  /// Takes back what was done since the savepoint, and forgets it.
  func rollBackToSavepoint() throws(StoreError) {
    try execute("ROLLBACK TO row", for: .writeBack)
    try releaseSavepoint()
  }

  // MARK: Interruption

  /// Asks a closure, while a statement has been running for some tenths of a second, whether to end it after so many seconds.
  func onLongStatement(_ isUnwanted: @escaping (Double) -> Bool) { watch.ask(isUnwanted) }

  /// Ends statements, and begins none, once the work is cancelled.
  func stop(if isCancelled: @escaping () -> Bool) {
    handle.stop(if: isCancelled)
    watch.listen()
  }

  /// Whether the work on the connection was cancelled.
  var isCancelled: Bool { handle.isCancelled?() ?? false }

  /// Does something whose statements end as `interrupted` once they have taken so much of the processor's time.
  func withTimeLimit<Result, Failure: Error>(
    _ limit: Duration, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try watch.withTimeLimit(limit, body)
  }

  /// Tells a closure of each row before it changes, if this build of SQLite can.
  func report(_ note: @escaping RowReport.Note) {
    if csqlite_has_preupdate() != 0 { handle.report(note) }
  }
}
