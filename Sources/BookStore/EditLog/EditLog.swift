import Platform
import Records

/// The edits of one database, kept in a file outside it until the database has them, and after that to undo them.
///
/// What was appended survives the end of the process at any instruction, since it is in the system's hands then, and the
/// loss of power after a second. Several programs may append to one log; each is a session.
final class EditLog {
  let file: EditLogFile
  let options: EditLogOptions
  let connection: Connection
  let keeper: LogKeeper
  /// This program's session, from its first change on.
  private(set) var session: Int64?
  private var lock: SessionLock?
  /// The number of the last change that was appended here, or that was there when the session began.
  private(set) var lastChange: Int64 = 0

  /// The sessions that were of another file than the one that is at the path now, as far as it was looked for them.
  var otherFileSessions: Set<Int64>?

  /// The table whose edits of titles were looked for.
  var titleEditsTable: String?

  /// The log's files as they were when it was opened.
  private var files: [FileIdentity?] = []

  /// How many changes steps of very many have, as far as they were counted.
  var stepCounts: [Int64: StepCount] = [:]

  /// Opens the log, and makes it if it is not there.
  ///
  /// - Parameter prunes: Whether it is also looked after, since it is used from now on.
  init(_ file: EditLogFile, options: EditLogOptions, prunes: Bool = true) throws(StoreError) {
    self.file = file
    self.options = options
    try file.create()
    connection = try Self.connect(to: file.path)
    keeper = LogKeeper(path: file.path, folder: Folder.containing(file.database))
    try makeTables()
    try checkNumbers()
    try noteFile()
    files = file.parts.map { FileIdentity($0) }
    if prunes { prune() }
  }

  deinit {
    // What could not be rolled back would keep the keeper out.
    connection.rollBack()
    if removedPart == file.path { leaveFiles() }
    keeper.close()
  }

  /// The path of the first of the log's files that is not where it was any more, or where another one is by now: nobody else
  /// would read what is appended.
  ///
  /// - Complexity: A call of the system for each of the three.
  var removedPart: String? {
    zip(file.parts, files).first { FileIdentity($0) != $1 }?.0
  }

  /// Has the files beside the log stay when the connections to it are closed: those of that name belong to another log by now.
  private func leaveFiles() {
    connection.keepLog()
    keeper.run { $0.keepLog() }
  }

  /// Has what was appended last stay in the write-ahead log when the connections are closed: nobody waits for the disk then, and the
  /// next program finds it there.
  func leaveUnsynced() {
    connection.leaveLog()
    keeper.run { $0.leaveLog() }
  }

  /// Opens a connection to a log that is there.
  static func connect(to path: String) throws(StoreError) -> Connection {
    let connection = try Connection(path: path, options: StoreOptions(busyTimeout: .seconds(2)))
    guard !connection.isReadOnly else { throw .readOnly }
    try connection.run(unsynced)
    // It has a say only as long as there is no table.
    try connection.run("PRAGMA auto_vacuum = INCREMENTAL")
    try connection.run("PRAGMA journal_mode = WAL")
    try connection.run(synced)
    // A Save is not to wait for the disk; the keeper does.
    try connection.run("PRAGMA wal_autocheckpoint = 0")
    try connection.run("PRAGMA temp_store = MEMORY")
    return connection
  }

  /// Refuses what no log of ours holds: numbers beyond those that are given out one after the other.
  private func checkNumbers() throws(StoreError) {
    for table in ["session", "step", "change"] {
      let isPlain = try connection.uncachedStatement(
        "SELECT coalesce(min(id) > 0, 1) AND coalesce(max(id) < 1 << 60, 1) FROM \(table)"
      ).firstRow(binding: []) { $0.integer(at: 0) != 0 }
      guard isPlain == true else { throw .cannotOpen(path: file.path, reason: .notALog) }
    }
  }

  private func makeTables() throws(StoreError) {
    let version = try connection.uncachedStatement("PRAGMA user_version").firstRow(binding: []) {
      $0.integer(at: 0)
    }
    if version == Self.version { return }
    guard let version, version < Self.version else { throw .newerEditLog }
    if version > 0 { return try carryOver() }
    try connection.run(Self.unsynced)
    try transaction { () throws(StoreError) in
      // Another program may have made them meanwhile.
      let isMade = try connection.uncachedStatement("SELECT 1 FROM sqlite_schema").firstRow(binding: []) {
        _ in true
      }
      guard isMade == nil else { return }
      let tables = Self.tables + Self.draftTables + Self.runTables + Self.identityTables
      for sql in tables { try connection.run(sql) }
      try connection.statement("INSERT INTO file VALUES (?, ?, ?)").run(binding: fileValues)
    }
    try connection.run(Self.synced)
  }

  /// The database's path, device and inode.
  private var fileValues: [Value] {
    [
      .text(Text(file.database)), .integer(file.identity?.device ?? 0),
      .integer(file.identity?.inode ?? 0),
    ]
  }

  /// Notes which database the log is of, where it has another path since the log was made.
  private func noteFile() throws(StoreError) {
    let isNoted = try connection.uncachedStatement("SELECT 1 FROM file WHERE path = ?").firstRow(
      binding: [fileValues[0]]) { _ in true }
    guard isNoted == nil else { return }
    try connection.uncachedStatement("UPDATE file SET path = ?, device = ?, inode = ?").run(
      binding: fileValues)
  }

  /// Carries over a log of an older format.
  ///
  /// In the first one rows that a dead session may not have written were pending as fields are. In the first two each value
  /// of a row was an entry of its own. In the first three sessions did not say of which file they were.
  private func carryOver() throws(StoreError) {
    try transaction { () throws(StoreError) in
      // Another program may have done so meanwhile.
      let version = try connection.uncachedStatement("PRAGMA user_version").firstRow(binding: []) {
        $0.integer(at: 0)
      }
      if version == 1 { for sql in Self.draftTables + Self.firstDrafts { try connection.run(sql) } }
      guard let version, version < Self.version else { return }
      if version < 3 { try packCells() }
      for sql in Self.identityTables { try connection.run(sql) }
    }
  }

  static let version: Int64 = 4

  /// A new log has nothing to lose, so the first Save does not wait for the disk either.
  private static let unsynced = "PRAGMA synchronous = OFF"
  private static let synced = "PRAGMA synchronous = NORMAL"

  /// Has what came or went, and may not have reached the database, be looked up there.
  private static let firstDrafts = [
    """
    INSERT INTO draft (first, last, step) SELECT min(c.id), max(c.id), c.step
    FROM change c JOIN step t ON t.id = c.step JOIN session s ON s.id = t.session
    WHERE c.kind <> 0 AND \(isPending) GROUP BY c.step
    """,
    """
    UPDATE change SET state = \(LogCode.draft) WHERE kind <> 0 AND state <> \(LogCode.discarded)
      AND EXISTS (SELECT 1 FROM draft WHERE step = change.step AND change.id BETWEEN first AND last)
    """,
  ]

  /// The first format, without the values of rows.
  ///
  /// Columns of no declared type keep every value as it is.
  private static let tables = [
    "CREATE TABLE file (path TEXT, device INTEGER, inode INTEGER)",
    """
    CREATE TABLE session (id INTEGER PRIMARY KEY AUTOINCREMENT, token TEXT, pid INTEGER, started REAL,
      written INTEGER)
    """,
    "CREATE TABLE step (id INTEGER PRIMARY KEY, session INTEGER, time REAL, cause INTEGER, undone INTEGER)",
    """
    CREATE TABLE change (id INTEGER PRIMARY KEY, step INTEGER, "table" TEXT, key, title, kind INTEGER,
      "column" TEXT, before, after, state INTEGER)
    """,
    "CREATE INDEX change_pending ON change (id) WHERE state = \(LogCode.pending)",
    "CREATE INDEX change_pending_key ON change (key) WHERE state = \(LogCode.pending)",
  ]

  /// Brings a log of the first format to the second.
  ///
  /// A change says how deep in triggers and foreign keys its row was touched. Each part of a draft has a row of its own, which
  /// names the step, or the part of one, that it takes back.
  private static let draftTables = [
    "ALTER TABLE change ADD COLUMN depth INTEGER DEFAULT 0",
    """
    CREATE TABLE draft (first INTEGER PRIMARY KEY, last INTEGER, step INTEGER, reversed INTEGER, part INTEGER,
      "from" INTEGER, "to" INTEGER)
    """,
    "CREATE INDEX change_row ON change (key) WHERE kind <> 0",
  ]

  /// Brings a log of the second format to the third: a change of rows may stand for several with consecutive rowids, and has an
  /// image of their digests or their values, in the columns that a layout names.
  ///
  /// Images have a table of their own: a change soon gets another state or step, and SQLite would rewrite the whole row for it.
  static let runTables = [
    "ALTER TABLE change ADD COLUMN rows INTEGER DEFAULT 1",
    "CREATE TABLE layout (id INTEGER PRIMARY KEY, columns UNIQUE)",
    "CREATE TABLE image (change INTEGER PRIMARY KEY, layout INTEGER, falling INTEGER, content)",
    "DROP INDEX IF EXISTS change_step",
    "CREATE INDEX change_step ON change (step, id, rows)",
    "CREATE INDEX change_run ON change (key) WHERE rows > 1",
  ]

  /// Brings a log of the third format to the fourth: each session says of which file it was, by device and inode.
  ///
  /// Those of before were of the file that the log was made for, as far as anybody knows.
  private static let identityTables = [
    "ALTER TABLE session ADD COLUMN device INTEGER",
    "ALTER TABLE session ADD COLUMN inode INTEGER",
    "UPDATE session SET (device, inode) = (SELECT device, inode FROM file)",
    "PRAGMA user_version = \(version)",
  ]

  /// Does something in one transaction, or not at all.
  func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    do {
      try connection.begin()
      let result = try body()
      try connection.statement("COMMIT").run()
      keeper.noteWrite()
      return result
    } catch {
      connection.rollBack()
      throw error
    }
  }

  /// Appends changes to a step, or as a new one.
  ///
  /// - Parameters:
  ///   - reversing: The step, or what of it, that they undo or do again.
  ///   - isDraft: Whether they count only once they are confirmed, and the reversal with them.
  /// - Returns: The step, and the changes' numbers in it.
  @discardableResult
  func append(
    _ changes: [LoggedChange], cause: ChangeEntry.Cause = .edit, to step: Int64? = nil,
    reversing: Reversal? = nil, isDraft: Bool = false
  ) throws(StoreError) -> Appended {
    try beginSession()
    var numbers: [Int64] = []
    let step = try transaction { () throws(StoreError) in
      let step = if let step { step } else { try appendStep(cause) }
      for run in RowRun.runs(of: changes) { numbers.append(try append(run, to: step, isDraft: isDraft)) }
      if isDraft {
        try appendDraft(numbers, of: step, reversing)
      } else if let reversing {
        try note(reversing)
      }
      return step
    }
    lastChange = numbers.last ?? lastChange
    return Appended(step: step, changes: numbers)
  }

  /// What was appended in one transaction.
  struct Appended {
    let step: Int64
    /// The changes' numbers, one after the other; a run of rows has one.
    let changes: [Int64]
  }

  /// Notes that from now on changes are made that are not in the log.
  ///
  /// What it has of this session may be older than what the database holds then.
  func doubt() { lock?.doubt() }

  /// Has the changes that come next get numbers above one.
  func raiseLastChange(to number: Int64) { lastChange = max(lastChange, number) }

  /// Begins the session, which is told from a dead one by its lock.
  func beginSession() throws(StoreError) {
    guard session == nil else { return }
    let token = String(UInt64.random(in: .min ... .max), radix: 36)
    let lock = try SessionLock(path: file.lock(token))
    let begun = try transaction { () throws(StoreError) in
      var begun: (id: Int64, written: Int64)?
      try connection.statement(Self.insertSession).forEachRow(
        binding: [
          .text(Text(token)), .integer(Int64(getpid())), .real(Self.now),
          file.identity.map { .integer($0.device) } ?? .null,
          file.identity.map { .integer($0.inode) } ?? .null,
        ]
      ) { begun = ($0.integer(at: 0), $0.integer(at: 1)) }
      return begun
    }
    session = begun?.id
    // Its numbers lie above its mark, also where what others had in the log by then has been taken out again.
    raiseLastChange(to: begun?.written ?? 0)
    self.lock = lock
  }

  /// Seconds since 1970.
  static var now: Double { SystemClock.secondsSince1970 }

  private func appendStep(_ cause: ChangeEntry.Cause) throws(StoreError) -> Int64 {
    try connection.statement("INSERT INTO step (session, time, cause, undone) VALUES (?, ?, ?, 0)").run(
      binding: [.integer(session ?? 0), .real(Self.now), LogCode.code(cause)])
    return connection.lastInsertedRowID
  }

  private func append(_ run: RowRun, to step: Int64, isDraft: Bool) throws(StoreError) -> Int64 {
    guard let change = run.changes.first, let main = run.main, let key = run.key else { return lastChange }
    var (column, before, after) = (Value.null, Value.null, Value.null)
    if case .edit(let name, let old, let new) = change.content {
      (column, before, after) = (.text(Text(name)), old, new)
    }
    try connection.statement(Self.insertChange).run(binding: [
      .integer(step), .text(Text(change.table)), PackedKey.value(of: key), main.title,
      LogCode.code(change.kind), column, before, after,
      .integer(isDraft ? change.fate.code : LogCode.byMark), .integer(lastChange),
      .integer(Int64(change.depth)), .integer(Int64(run.changes.count)),
    ])
    let id = connection.lastInsertedRowID
    try appendImage(of: run, id)
    return id
  }

  /// What other sessions have changed before is not this one's to be written.
  private static let insertSession = """
    INSERT INTO session (token, pid, started, device, inode, written)
    VALUES (?, ?, ?, ?, ?, coalesce((SELECT max(id) FROM change), 0)) RETURNING id, written
    """
  /// A number is never given out twice, for a mark may have gone over that of a change which was taken out again.
  private static let insertChange = """
    INSERT INTO change (id, step, "table", key, title, kind, "column", before, after, state, depth, rows)
    VALUES (max(?10, coalesce((SELECT max(id) FROM change), 0)) + 1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?11, ?12)
    """
}
