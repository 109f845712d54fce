import Platform
import Records
import SQLite

/// A database next to the edit log with the tree as this machine last applied it, and what the library had then.
///
/// The library is attached read-only as `lib`; a sync stores nothing of its own in it. A row that can be derived from what
/// the library had has no line.
final class Shadow {
  let connection: Connection
  let library: String
  /// The tables that both the library and the tree have, referenced ones first.
  private(set) var tables: [SyncedTable] = []
  private let isUnwanted: (@Sendable () -> Bool)?
  private var callCount = 0
  private var ids: [Text: Int64] = [:]
  /// The last sync that ended; nil before the first one.
  private lazy var past = (try? integer("SELECT max(id) FROM past")) ?? nil
  private var byName: [Text: SyncedTable] = [:]

  /// The tables except those for rows.
  ///
  /// - `tbl`: the tables of the tree; `form` says how rows are kept in `t<id>`, `declared` is a digest of the library's
  ///   declaration, and both are NULL if the library lacks the table. `t<id>` has what the library had, the row's name (NULL
  ///   if the row is not in the tree, such as an untouched sample), and the name of the sync in which the row was born, 0 for
  ///   the founding.
  /// - `line`: rows of the tree; `open` if the row has a question.
  /// - `fact`: what the view looks up in lines: keys (column NULL), unique values and references.
  /// - `contest`: keys that several rows may claim.
  /// - `touched`: changed rows of the tree that were not compared with the library yet.
  /// - `past`: earlier syncs, with how many rows have changed from each to the next one.
  /// - `kept`: what `t<id>` had at a key when an earlier sync ended, for keys that have changed since; `content` is NULL if it
  ///   had nothing.
  /// - `sent`: rows changed here that are not in a commit yet.
  /// - `refused`: rows that the library refused, and why.
  private static let schema = """
    CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE tbl (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, form BLOB, declared INTEGER);
    CREATE TABLE line (tbl INTEGER, rid BLOB, bytes BLOB NOT NULL, open INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (tbl, rid)) WITHOUT ROWID;
    CREATE INDEX line_open ON line (tbl, rid) WHERE open;
    CREATE TABLE fact (tbl INTEGER, col BLOB, value, rid BLOB, PRIMARY KEY (tbl, col, value, rid)) WITHOUT ROWID;
    CREATE TABLE contest (tbl INTEGER, key INTEGER, PRIMARY KEY (tbl, key)) WITHOUT ROWID;
    CREATE TABLE touched (tbl INTEGER, rid BLOB, done INTEGER NOT NULL DEFAULT 0,
      open INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (tbl, rid)) WITHOUT ROWID;
    CREATE INDEX touched_todo ON touched (tbl, rid) WHERE NOT done;
    CREATE TABLE sent (tbl INTEGER, rid BLOB, PRIMARY KEY (tbl, rid)) WITHOUT ROWID;
    CREATE TABLE past (id INTEGER PRIMARY KEY, seconds INTEGER NOT NULL, count INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE kept (past INTEGER, tbl INTEGER, key, content BLOB, PRIMARY KEY (past, tbl, key)) WITHOUT ROWID;
    CREATE TABLE refused (tbl INTEGER, rid BLOB, note TEXT NOT NULL, PRIMARY KEY (tbl, rid)) WITHOUT ROWID;
    """

  /// Earlier versions were never released.
  private static let version: Int64 = 4
  private static let tickCount = 256

  init(_ folder: SyncFolder, isUnwanted: (@Sendable () -> Bool)?) throws(SyncError) {
    (library, self.isUnwanted) = (folder.library, isUnwanted)
    let (path, library) = (folder.shadow, folder.library)
    let isNew = try Self.makeFile(path)
    connection = try store { () throws(StoreError) in
      try Self.rollBackUnfinished(library)
      let connection = try Connection(
        path: path, options: ConnectionOptions(busyTimeout: .milliseconds(200), isUnwanted: isUnwanted))
      if isNew {
        let plain = try Connection(path: library, options: ConnectionOptions(isReadOnly: false).readOnly)
        let encoding = try plain.value("PRAGMA encoding") ?? "UTF-8"
        if encoding != "UTF-8" {
          try connection.run("PRAGMA encoding = '\(String(decoding: encoding.bytes ?? [], as: UTF8.self))'")
        }
      }
      try connection.attach(library, as: "lib")
      // Changes are scattered over the tables.
      try connection.run("PRAGMA main.cache_size = -8000")
      return connection
    }
    let version = try integer("PRAGMA main.user_version") ?? 0
    if version == 0 {
      try store { () throws(StoreError) in
        try connection.runScript("BEGIN;\(Self.schema)PRAGMA user_version = \(Self.version);COMMIT")
      }
    } else if version != Self.version {
      throw .later(path: path)
    }
  }

  /// Rolls back what a killed program left unfinished, which only a writing connection does (lockingv3.html, 4.2).
  private static func rollBackUnfinished(_ library: String) throws(StoreError) {
    guard access(library + "-journal", F_OK) == 0 else { return }
    let connection = try Connection(
      path: library, options: ConnectionOptions(busyTimeout: .milliseconds(200)))
    _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
  }

  private static func makeFile(_ path: String) throws(SyncError) -> Bool {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 {
      guard errno == EEXIST else { throw .file(path: path, SystemError(path: path)) }
      var status = stat()
      return stat(path, &status) == 0 && status.st_size == 0
    }
    close(descriptor)
    return true
  }

  // MARK: Statements

  /// Ends the work when cancelled: it consists of many short statements.
  private func tick() throws(SyncError) {
    callCount &+= 1
    if callCount % Self.tickCount == 0, isUnwanted?() == true { throw .cancelled }
  }

  func run(_ sql: String, _ values: [Value] = []) throws(SyncError) {
    try tick()
    try store { () throws(StoreError) in try connection.execute(sql, values) }
  }

  func rows<Result>(
    _ sql: String, _ values: [Value] = [], _ read: (PreparedStatement) throws(StoreError) -> Result
  ) throws(SyncError) -> [Result] {
    try store { () throws(StoreError) in try connection.rows(sql, values, read) }
  }

  func row<Result>(
    _ sql: String, _ values: [Value] = [], _ read: (PreparedStatement) throws(StoreError) -> Result
  ) throws(SyncError) -> Result? {
    try tick()
    return try store { () throws(StoreError) in try connection.row(sql, values, read) }
  }

  func rowNames(_ sql: String, _ values: [Value] = []) throws(SyncError) -> [RowName] {
    try rows(sql, values) { $0.rowName(at: 0) }.compactMap { $0 }
  }

  func integer(_ sql: String, _ values: [Value] = []) throws(SyncError) -> Int64? {
    try store { () throws(StoreError) in try connection.integer(sql, values) }
  }

  func exists(_ sql: String, _ values: [Value] = []) throws(SyncError) -> Bool {
    try store { () throws(StoreError) in try connection.exists(sql, values) }
  }

  /// Runs an uncached statement whose closure may run others and throw.
  func forEach(
    _ sql: String, _ values: [Value] = [], _ body: (PreparedStatement) throws(SyncError) -> Void
  ) throws(SyncError) {
    try connection.forEach(sql, values, body)
  }

  func forEachLine(of table: Text, _ body: (TreeRow) throws(SyncError) -> Void) throws(SyncError) {
    let sql = "SELECT bytes FROM line WHERE tbl = ?"
    try forEach(sql, [.integer(try id(of: table))]) { line throws(SyncError) in
      if let row = TreeLine.row(ofCanonical: line.value(at: 0).bytes ?? [], in: table) { try body(row) }
    }
  }

  var isDry = false

  func beginDry() { try? connection.begin(isImmediate: false) }

  func endDry() { connection.rollBack() }

  func transaction<Result>(_ body: () throws(SyncError) -> Result) throws(SyncError) -> Result {
    if isDry { return try body() }
    // An immediate transaction would lock the library, too.
    try store { () throws(StoreError) in try connection.begin(isImmediate: false) }
    do throws(SyncError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      connection.rollBack()
      (ids, byName, tables) = ([:], [:], [])
      throw error
    }
  }

  func begin(_ name: String, _ columns: String) throws(SyncError) {
    try run("CREATE TEMP TABLE IF NOT EXISTS \(name) (\(columns))")
    try run("DELETE FROM temp.\(name)")
  }

  func sentCount() throws(SyncError) -> Int {
    let sql = "SELECT count(*) FROM sent WHERE tbl IN (SELECT id FROM tbl WHERE substr(name, 1, 1) <> x'00')"
    return Int(try integer(sql) ?? 0)
  }

  func touch(_ name: RowName, of table: Text) throws(SyncError) {
    try run(
      "INSERT INTO touched (tbl, rid) VALUES (?, ?) ON CONFLICT DO UPDATE SET done = 0 WHERE done",
      [.integer(try id(of: table)), .blob(name.bytes)])
  }

  func touch(_ places: Set<TreePlace>) throws(SyncError) {
    for place in places { try touch(place.name, of: place.table) }
  }

  func refuse(_ name: RowName, of table: SyncedTable, note: String) throws(SyncError) {
    try run(
      "INSERT OR REPLACE INTO refused VALUES (?, ?, ?)",
      [.integer(table.id), .blob(name.bytes), .text(Text(note))])
  }

  // MARK: What it knows about itself

  func text(_ name: String) throws(SyncError) -> String? {
    try row("SELECT value FROM meta WHERE name = ?", [.text(Text(name))]) { $0.string(at: 0) }
  }

  func set(_ name: String, _ text: String?) throws(SyncError) {
    guard let text else { return try run("DELETE FROM meta WHERE name = ?", [.text(Text(name))]) }
    try run("INSERT OR REPLACE INTO meta VALUES (?, ?)", [.text(Text(name)), .text(Text(text))])
  }

  /// The commit of this tree; nil before the first one.
  var head: CommitName? {
    get throws(SyncError) { try text("head").map(CommitName.init) }
  }

  var stamp: String { Identity.stamp(of: library) + " \(connection.changeCount(of: "lib") ?? 0)" }

  /// Records the library's stamp while library and shadow agree; nil if they may differ.
  func note(stamp: String?) throws(SyncError) {
    try set("stamp", Identity.isSure(of: library) ? stamp : nil)
  }

  // MARK: Earlier syncs

  private static let (pastCount, keptCount) = (20, 1_000_000)

  /// Keeps what a key has, before it changes for the first time since the last sync.
  func keep(_ place: RowPlace) throws(SyncError) {
    guard let past else { return }
    let content = try held(at: place).map { Value.blob(PackedBytes.pack($0.packed(in: place.table))) }
    try run(
      "INSERT OR IGNORE INTO kept VALUES (?, ?, ?, ?)", [.integer(past)] + place.bindings + [content ?? .null]
    )
  }

  /// Begins to keep what changes from now on, unless nothing has changed since that began; forgets what was long ago.
  func notePast(seconds: Int64) throws(SyncError) {
    if let past {
      let sql = "SELECT count(*) FROM kept WHERE past = ?"
      let count = try integer(sql, [.integer(past)]) ?? 0
      if count == 0 { return }
      try run("UPDATE past SET count = ? WHERE id = ?", [.integer(count), .integer(past)])
    }
    try run("INSERT INTO past (seconds) VALUES (?)", [.integer(seconds)])
    past = try integer("SELECT max(id) FROM past")
    let sql = "SELECT id, sum(count) OVER (ORDER BY id DESC) AS total FROM past ORDER BY id DESC"
    try run(
      "DELETE FROM past WHERE id IN (SELECT id FROM (\(sql)) WHERE total > ?) OR id <= ? - ?",
      [.integer(Int64(Self.keptCount)), .integer(past ?? 0), .integer(Int64(Self.pastCount))])
    try run("DELETE FROM kept WHERE past < (SELECT min(id) FROM past)")
  }

  // MARK: Tables

  /// The ID of a table of the tree, assigned if necessary.
  func id(of table: Text) throws(SyncError) -> Int64 {
    if let id = ids[table] { return id }
    let name = Value.blob(table.bytes)
    try run("INSERT OR IGNORE INTO tbl (name) VALUES (?)", [name])
    let id = try integer("SELECT id FROM tbl WHERE name = ?", [name]) ?? 0
    ids[table] = id
    return id
  }

  func name(of id: Int64) throws(SyncError) -> Text {
    try row("SELECT name FROM tbl WHERE id = ?", [.integer(id)]) { $0.text(at: 0) } ?? Text(bytes: [])
  }

  func table(_ name: Text) -> SyncedTable? { byName[name] }

  func table(_ id: Int64) -> SyncedTable? { tables.first { $0.id == id } }

  func target(of place: Int, in table: SyncedTable) -> SyncedTable? {
    table.table.reference(at: place).flatMap { self.table(Text($0.table)) }
  }

  func readForms() throws(SyncError) {
    use(
      try rows("SELECT id, name, form FROM tbl WHERE form IS NOT NULL") { row in
        SyncedTable(
          row.text(at: 1), id: row.integer(at: 0),
          form: PackedBytes.unpack(row.value(at: 2).bytes ?? []) ?? [])
      }.compactMap { $0 })
  }

  func use(_ tables: [SyncedTable]) {
    self.tables = tables
    byName = Dictionary(tables.map { ($0.treeName, $0) }) { $1 }
  }

  func drop(_ table: SyncedTable) throws(SyncError) {
    try run("DROP TABLE \(table.shadowName)")
    try run("DELETE FROM kept WHERE tbl = ?", [.integer(table.id)])
    try run("UPDATE tbl SET form = NULL, declared = NULL WHERE id = ?", [.integer(table.id)])
  }

  /// Creates a table in its new form, with the rows of its former one.
  ///
  /// - Parameter standards: The library's values for new columns.
  func make(
    _ table: SyncedTable, from former: SyncedTable?, standards: (Int) -> Value
  ) throws(SyncError) {
    if former != nil { try run("ALTER TABLE \(table.shadowName) RENAME TO former") }
    try run(table.creation[0])
    if let former, table.hasSameKey(as: former) {
      var added: [Value] = []
      let columns = table.births.indices.map { place in
        if let old = former.place(ofBirth: table.births[place]) { return "c\(old)" }
        added.append(standards(place))
        return "?"
      }
      let list = (columns + ["rid", "plus"]).joined(separator: ", ")
      try run("INSERT INTO \(table.shadowName) SELECT \(list) FROM main.former", added)
    } else {
      try run("DELETE FROM kept WHERE tbl = ?", [.integer(table.id)])
    }
    if former != nil { try run("DROP TABLE main.former") }
    for sql in table.creation.dropFirst() { try run(sql) }
    try run(
      "UPDATE tbl SET form = ? WHERE id = ?", [.blob(PackedBytes.pack(table.form)), .integer(table.id)])
  }
}

extension Connection {
  func forEach(
    _ sql: String, _ values: [Value] = [], _ body: (PreparedStatement) throws(SyncError) -> Void
  ) throws(SyncError) {
    var failure: SyncError?
    let statement = try store { () throws(StoreError) in try uncachedStatement(sql) }
    do throws(StoreError) {
      try statement.forEachRow(binding: values) { row throws(StoreError) in
        do throws(SyncError) { try body(row) } catch {
          failure = error
          throw .interrupted
        }
      }
    } catch { throw failure ?? (error == .interrupted ? .cancelled : .store(error)) }
  }
}

extension PreparedStatement {
  func text(at column: Int32) -> Text { Text(bytes: value(at: column).bytes ?? []) }

  func rowName(at column: Int32) -> RowName? { value(at: column).bytes.flatMap { RowName(bytes: $0) } }

  /// The row whose table and name are the first two columns.
  var treePlace: TreePlace? { rowName(at: 1).map { TreePlace($0, of: text(at: 0)) } }
}
