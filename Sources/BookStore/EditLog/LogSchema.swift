import Records

/// The tables of an edit log: how they are made, and carried over from older formats.
struct LogSchema {
  private let connection: Connection
  private let file: EditLogFile

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

  /// Makes the tables if they are not there, and notes which database the log is of.
  static func prepare(_ connection: Connection, of file: EditLogFile) throws(StoreError) {
    let schema = LogSchema(connection: connection, file: file)
    try schema.makeTables()
    try schema.checkNumbers()
    try schema.noteFile()
  }

  /// Refuses what no log of ours holds: numbers beyond those that are given out one after the other.
  private func checkNumbers() throws(StoreError) {
    for table in ["session", "step", "change"] {
      let isPlain = try number(
        "SELECT coalesce(min(id) > 0, 1) AND coalesce(max(id) < 1 << 60, 1) FROM \(table)")
      guard isPlain == 1 else { throw .cannotOpen(path: file.path, reason: .notALog) }
    }
  }

  /// The number that a query which is run once has in its first row, or nil if there is none.
  private func number(_ sql: String) throws(StoreError) -> Int64? {
    try connection.uncachedStatement(sql).firstRow { $0.integer(at: 0) }
  }

  private func makeTables() throws(StoreError) {
    let version = try number("PRAGMA user_version")
    if version == Self.version { return }
    guard let version, version < Self.version else { throw .newerEditLog }
    if version > 0 { return try carryOver() }
    try connection.run(Self.unsynced)
    try connection.transaction { () throws(StoreError) in
      // Another program may have made them meanwhile.
      guard try number("SELECT 1 FROM sqlite_schema") == nil else { return }
      let tables =
        Self.tables + Self.draftTables + Self.runTables + Self.identityTables
        + Self.keptTables + Self.subjectTables
      for sql in tables { try connection.run(sql) }
      try connection.uncachedStatement("INSERT INTO file VALUES (?, ?, ?)").run(binding: fileValues)
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

  /// Notes which database the log is of, if that has another path than when the log was made.
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
    try connection.transaction { () throws(StoreError) in
      // Another program may have done so meanwhile.
      let version = try number("PRAGMA user_version")
      if version == 1 { for sql in Self.draftTables + Self.firstDrafts { try connection.run(sql) } }
      guard let version, version < Self.version else { return }
      if version < 3 { try packCells() }
      if version < 4 { for sql in Self.identityTables { try connection.run(sql) } }
      for sql in Self.keptTables + Self.subjectTables { try connection.run(sql) }
    }
  }

  /// Packs the values of rows, each of which was an entry of its own in older formats.
  private func packCells() throws(StoreError) {
    for sql in Self.runTables { try connection.run(sql) }
    let sql = "SELECT id, kind FROM change WHERE id > ? AND kind <> 0 ORDER BY id LIMIT 1"
    var last: Int64 = 0
    while let (change, kind) = try connection.row(
      sql, [.integer(last)], { ($0.integer(at: 0), $0.integer(at: 1)) })
    {
      try packCells(of: change, isInsertion: kind == 1)
      last = change
    }
    try connection.run("DROP TABLE cell")
  }

  private func packCells(of change: Int64, isInsertion: Bool) throws(StoreError) {
    let sql = "SELECT \"column\", value FROM cell WHERE change = ? ORDER BY id"
    let cells = try connection.rows(sql, [.integer(change)]) {
      LoggedChange.Cell(column: $0.string(at: 0), value: $0.value(at: 1))
    }
    let image = RowImage.cells(cells)
    let content: LoggedChange.Content = isInsertion ? .insertion(image) : .deletion(image)
    let logged = LoggedChange(table: "", key: .rowid(0), title: .null, content: content)
    try LogImages(connection: connection).append(RowRun(changes: [logged]), of: change)
  }

  static let version: Int64 = 6

  /// A new log has nothing to lose, so the first Save does not wait for the disk either.
  private static let unsynced = "PRAGMA synchronous = OFF"
  private static let synced = "PRAGMA synchronous = NORMAL"

  /// Makes drafts of the rows that came or went and may not have reached the database.
  private static let firstDrafts = [
    """
    INSERT INTO draft (first, last, step) SELECT min(c.id), max(c.id), c.step
    FROM change c JOIN step t ON t.id = c.step JOIN session s ON s.id = t.session
    WHERE c.kind <> 0 AND \(LogCode.isPending) GROUP BY c.step
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
  private static let runTables = [
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
  ]

  /// Brings a log of the fourth format to the fifth, which has changes of columns, and the values of removed ones.
  private static let keptTables = [
    "CREATE TABLE IF NOT EXISTS kept (id INTEGER PRIMARY KEY, change INTEGER, content)",
    "CREATE INDEX IF NOT EXISTS kept_change ON kept (change)",
    """
    CREATE TRIGGER IF NOT EXISTS kept_with_change AFTER DELETE ON change WHEN old.kind = 3
      BEGIN DELETE FROM kept WHERE change = old.id; END
    """,
  ]

  /// Brings a log of the fifth format to the sixth: a step says which other one it takes back, or of which one it holds the
  /// changes that were taken back.
  private static let subjectTables = [
    "ALTER TABLE step ADD COLUMN subject INTEGER",
    "CREATE INDEX step_subject ON step (subject) WHERE subject IS NOT NULL",
    "PRAGMA user_version = \(version)",
  ]
}
