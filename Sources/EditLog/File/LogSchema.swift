import Records
import SQLite

/// Creates the tables of an edit log, and upgrades older formats.
struct LogSchema {
  private let connection: Connection
  private let file: EditLogFile

  static func connect(to path: String) throws(StoreError) -> Connection {
    let connection = try Connection(path: path, options: ConnectionOptions(busyTimeout: .seconds(2)))
    guard !connection.isReadOnly else { throw .readOnly }
    try connection.run(unsynced)
    // Later, this would only rewrite the first page.
    if try connection.integer("PRAGMA page_count") == 0 {
      try connection.run("PRAGMA auto_vacuum = INCREMENTAL")
    }
    try connection.run("PRAGMA journal_mode = WAL")
    try connection.run(synced)
    // The keeper waits for the disk, so that a Save need not.
    try connection.run("PRAGMA wal_autocheckpoint = 0")
    try connection.run("PRAGMA temp_store = MEMORY")
    return connection
  }

  static func prepare(_ connection: Connection, of file: EditLogFile) throws(StoreError) {
    let schema = LogSchema(connection: connection, file: file)
    try schema.makeTables()
    try schema.checkNumbers()
    try schema.noteFile()
  }

  private func checkNumbers() throws(StoreError) {
    for table in ["session", "step", "change"] {
      let isPlain = try number(
        "SELECT coalesce(min(id) > 0, 1) AND coalesce(max(id) < 1 << 60, 1) FROM \(table)")
      guard isPlain == 1 else { throw .cannotOpen(path: file.path, reason: .notALog) }
    }
  }

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
      // Another program may have created them meanwhile.
      guard try number("SELECT 1 FROM sqlite_schema") == nil else { return }
      for sql in Self.tables { try connection.run(sql) }
      try connection.uncachedStatement("INSERT INTO file VALUES (?, ?, ?)").run(binding: fileValues)
    }
    try connection.run(Self.synced)
  }

  private var fileValues: [Value] {
    [
      .text(Text(file.database)), .integer(file.identity?.device ?? 0),
      .integer(file.identity?.inode ?? 0),
    ]
  }

  private func noteFile() throws(StoreError) {
    let isNoted = try connection.uncachedStatement("SELECT 1 FROM file WHERE path = ?").firstRow(
      binding: [fileValues[0]]) { _ in true }
    guard isNoted == nil else { return }
    try connection.uncachedStatement("UPDATE file SET path = ?, device = ?, inode = ?").run(
      binding: fileValues)
  }

  /// - Throws: `olderEditLog` if the format is older than any released one.
  private func carryOver() throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      // Another program may have upgraded it meanwhile.
      guard let version = try number("PRAGMA user_version"), version < Self.version else { return }
      guard version >= Self.oldestVersion else { throw .olderEditLog }
      for sql in Self.changes[Int(version - Self.oldestVersion)...].joined() { try connection.run(sql) }
    }
  }

  static let version = oldestVersion + Int64(changes.count)
  static let oldestVersion: Int64 = 5

  /// A new log has nothing to lose, so even the first Save need not wait for the disk.
  private static let unsynced = "PRAGMA synchronous = OFF"
  private static let synced = "PRAGMA synchronous = NORMAL"

  private static let changes = [
    // The step that this one reverses, or whose reversed changes it holds.
    [
      "ALTER TABLE step ADD COLUMN subject INTEGER",
      "CREATE INDEX step_subject ON step (subject) WHERE subject IS NOT NULL",
      "PRAGMA user_version = 6",
    ],
    ["ALTER TABLE step ADD COLUMN origin TEXT", "PRAGMA user_version = 7"],
    // The last change that the session has committed, and the boot of the system in which it did.
    [
      "ALTER TABLE session ADD COLUMN landed INTEGER", "ALTER TABLE session ADD COLUMN boot TEXT",
      "PRAGMA user_version = 8",
    ],
  ]

  /// The tables of a new log.
  ///
  /// Columns without a type keep every value as it is. A session identifies its file by device and inode; its changes up to
  /// `landed` were committed during the system boot `boot`. A change has the depth of triggers and foreign keys that caused
  /// it; a change of rows may cover several consecutive rowids. Each part of a draft has a row, which names the step, or the
  /// part of one, that it reverses. Images (digests or values of rows, in the columns of a layout) have a table of their own,
  /// because SQLite would rewrite them whenever a change gets another state or step. `kept` holds the values of removed
  /// columns.
  private static let tables = [
    "CREATE TABLE file (path TEXT, device INTEGER, inode INTEGER)",
    """
    CREATE TABLE session (id INTEGER PRIMARY KEY AUTOINCREMENT, token TEXT, pid INTEGER, started REAL,
      written INTEGER, device INTEGER, inode INTEGER, landed INTEGER, boot TEXT)
    """,
    """
    CREATE TABLE step (id INTEGER PRIMARY KEY, session INTEGER, time REAL, cause INTEGER, undone INTEGER,
      subject INTEGER, origin TEXT)
    """,
    """
    CREATE TABLE change (id INTEGER PRIMARY KEY, step INTEGER, "table" TEXT, key, title, kind INTEGER,
      "column" TEXT, before, after, state INTEGER, depth INTEGER DEFAULT 0, rows INTEGER DEFAULT 1)
    """,
    """
    CREATE TABLE draft (first INTEGER PRIMARY KEY, last INTEGER, step INTEGER, reversed INTEGER, part INTEGER,
      "from" INTEGER, "to" INTEGER)
    """,
    "CREATE TABLE layout (id INTEGER PRIMARY KEY, columns UNIQUE)",
    "CREATE TABLE image (change INTEGER PRIMARY KEY, layout INTEGER, falling INTEGER, content)",
    "CREATE TABLE kept (id INTEGER PRIMARY KEY, change INTEGER, content)",
    "CREATE INDEX step_subject ON step (subject) WHERE subject IS NOT NULL",
    "CREATE INDEX change_pending ON change (id) WHERE state = \(LogCode.pending)",
    "CREATE INDEX change_pending_key ON change (key) WHERE state = \(LogCode.pending)",
    "CREATE INDEX change_row ON change (key) WHERE kind <> 0",
    "CREATE INDEX change_step ON change (step, id, rows)",
    "CREATE INDEX change_run ON change (key) WHERE rows > 1",
    "CREATE INDEX kept_change ON kept (change)",
    """
    CREATE TRIGGER kept_with_change AFTER DELETE ON change WHEN old.kind = 3
      BEGIN DELETE FROM kept WHERE change = old.id; END
    """,
    "PRAGMA user_version = \(version)",
  ]
}
