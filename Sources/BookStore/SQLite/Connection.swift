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
  /// What tells whether the file in WAL mode is still the one that was opened.
  var replacement = Replacement()
  private var busyTimeout: Duration
  /// The statements that were compiled, that of the last call first: a hash table of texts would take Swift longer to
  /// set up than the first screen to read.
  private var statements: [(text: String, statement: PreparedStatement)] = []

  /// What a connection and its statements share: it lives until the last statement is gone.
  final class Handle {
    let raw: RawConnection
    /// The statements that were run; that accesses never overlap is not looked at for each of them.
    @exclusivity(unchecked) var statementCount = 0
    /// Says whether nothing of what is done is wanted any more, where somebody else may say so.
    var isCancelled: (() -> Bool)?
    /// What records them, if somebody wants to see them.
    let log: StatementLog?
    /// What the database was found to be damaged by, if it was.
    private(set) var damage: String?
    /// The stamp of a database that is taken for one that does not change.
    private let stamp: FileStamp?
    private let trace: StatementCallback?
    private let standIn: CollationStandIn
    /// What is told of each row before it changes.
    var rowReport: RowReport?

    init(
      _ raw: RawConnection, log: StatementLog?, trace: (@Sendable (String) -> Void)?, stamp: FileStamp?
    ) {
      self.raw = raw
      self.log = log
      self.stamp = stamp
      self.trace = trace.map { StatementCallback(raw.pointer, $0) }
      standIn = CollationStandIn(for: raw.pointer)
    }

    var pointer: OpaquePointer { raw.pointer }

    @exclusivity(unchecked) private var knownIsWide: Bool?

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
      if let identity = options.identity, Self.isMoved(raw.pointer) || FileIdentity(path) != identity {
        throw .fileReplaced
      }
      handle = Handle(raw, log: options.log, trace: options.trace, stamp: way?.stamp)
      watch = StatementWatch(handle)
      busyTimeout = options.busyTimeout
      sqlite3_busy_timeout(raw.pointer, Int32(options.busyTimeout / .milliseconds(1)))
      Self.defend(raw.pointer)
      // Before the schema is read, for only then SQLite denies it the functions.
      try SQLFunction.register(on: raw.pointer, matcher: nil) {}
      try Self.checkFormat(raw.pointer)
    } catch {
      guard case .ioError(let code) = error, code & 0xFF == SQLITE_CANTOPEN else { throw error }
      throw .cannotOpen(path: path, reason: .sqlite(code: code))
    }
    self.path = path
    byteCount = access.byteCount
    isReadOnly = sqlite3_db_readonly(handle.pointer, "main") != 0
    noteWriteAheadLog()
  }

  deinit {
    // SQLite would bring the log into whatever is in the file now, and remove the one that is at its path.
    if isFileReplaced { csqlite_switch(pointer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
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
    (statement.purpose, statement.record) = (purpose, record)
    return statement
  }

  /// A statement that is compiled for one use.
  func uncachedStatement(
    _ sql: String, for purpose: StatementPurpose = .other, of record: RecordID? = nil
  ) throws(StoreError) -> PreparedStatement {
    let statement = try PreparedStatement(sql, connection: handle)
    (statement.purpose, statement.record) = (purpose, record)
    return statement
  }

  /// Compiles a statement, runs it once and lets it go.
  package func run(_ sql: String) throws(StoreError) {
    try uncachedStatement(sql).run()
  }

  /// The name of the collation by which a column's texts are compared; `BINARY` where the column has none of its own.
  func collation(of column: String, in table: String) -> String {
    var name: UnsafePointer<CChar>?
    sqlite3_table_column_metadata(handle.pointer, "main", table, column, nil, &name, nil, nil, nil)
    return name.map { String(cString: $0) } ?? "BINARY"
  }

  /// The rows that the last statement inserted, changed or deleted, without those that triggers touched.
  var changedRowCount: Int { Int(sqlite3_changes(handle.pointer)) }

  /// A number that is another one as soon as a different connection has changed the database (pragma.html); nil where it
  /// cannot be read now, because another connection has locked the database.
  var dataVersion: Int64? { number("PRAGMA data_version") }

  /// A number that is another one as soon as the schema has changed; nil where it cannot be read now.
  var schemaVersion: Int64? { number("PRAGMA main.schema_version") }

  /// A number that is asked for so often that it does not count as a statement: who looks at the statements would soon see
  /// nothing else.
  private func number(_ sql: String) -> Int64? {
    defer { handle.statementCount -= 1 }
    return try? statement(sql, for: nil).firstRow(binding: []) { $0.integer(at: 0) }
  }

  /// Has a statement that finds a lock wait so long for it from now on.
  func waitForLocks(_ timeout: Duration) {
    busyTimeout = timeout
    sqlite3_busy_timeout(handle.pointer, Int32(timeout / .milliseconds(1)))
  }

  /// The rowid of the row that was inserted last.
  var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle.pointer) }

  /// Whether the database is in write-ahead mode; false where it cannot be read.
  var hasWriteAheadLog: Bool {
    let mode = try? statement("PRAGMA journal_mode").firstRow(binding: []) { row in
      row.value(at: 0)
    }
    return mode == "wal"
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
    rollback = try uncachedStatement("ROLLBACK")
    rollback?.runsAlways = true
    try statement(isImmediate ? "BEGIN IMMEDIATE" : "BEGIN", for: purpose).run()
    hasBegun = true
    noteWriteAheadLog()
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
  /// than the cache holds, and else only while it commits.
  func withCache<Result, Failure: Error>(
    kibibytes: Int, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let size = try? statement("PRAGMA cache_size").firstRow(binding: []) { $0.integer(at: 0) }
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
    func set(_ time: Duration) { sqlite3_busy_timeout(handle.pointer, Int32(time / .milliseconds(1))) }
    set(min(time, busyTimeout))
    defer { set(busyTimeout) }
    return try body()
  }

  /// Whether rows were inserted, changed or deleted by this connection.
  var hasWritten: Bool { sqlite3_total_changes(pointer) > 0 }

  /// Brings what the write-ahead log has into the database's file, as far as no reader stands against it.
  ///
  /// - Returns: Whether the file has all of it.
  func checkpoint() -> Bool {
    if isFileReplaced { return false }
    let counts = try? statement("PRAGMA wal_checkpoint(PASSIVE)").firstRow(binding: []) {
      (log: $0.integer(at: 1), written: $0.integer(at: 2))
    }
    return counts.map { $0.log == $0.written } ?? false
  }

  /// Gives back the memory of compiled statements and of SQLite's page cache.
  func releaseMemory() {
    statements = []
    sqlite3_db_release_memory(handle.pointer)
  }
}
