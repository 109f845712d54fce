import Platform
import Records
import SQLite

/// A copy of the library's rows as all machines last agreed on them, in a database of its own beside the edit log, with what is
/// needed to tell which writes knew each other.
///
/// The library is attached to it as `lib`, to be read. Nothing of a sync is ever kept in the library itself.
final class Shadow {
  let connection: Connection
  /// The path of the library.
  private let library: String
  /// Where the values are that are too large for files of changes.
  let largeValues: LargeValues
  private(set) var tables: [SyncedTable] = []
  /// The tables of the library that have no primary key.
  private(set) var keyless: [String] = []
  private var machines: [String: Int64] = [:]
  private var names: [Int64: String] = [:]

  /// The tables of the shadow beside those of rows.
  ///
  /// - `machine`: each machine, and the last file that was taken of it. Number 0 stands for what was there at the beginning.
  /// - `file`: what each taken file knew.
  /// - `birth`: each insertion: the key that it had, a digest of its values, another one of what it pointed to, the key that the
  ///   row has by now if it is another one, and, if several rows were inserted with the key, the one that this row has while
  ///   another one keeps it.
  /// - `entry`: the last writes of a cell that do not know each other; the column -1 is for the deletion of the row, -2 for what
  ///   needs the row. What they wrote is there only where it is not what the row holds.
  /// - `former`: while a copy of the library joins, what the snapshot had of rows that have changed since.
  /// - `open`: rows that may be in question.
  /// - `image`: rows that the library does not have or not yet: what they hold, and why.
  /// - `settling`: what the person has settled and no file has yet.
  /// - `value`: the large values that files of this machine refer to.
  /// - `held`: tables that are declared otherwise elsewhere, with what was known when they began to wait; and the files that wait.
  private static let schema = """
    CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE tbl (id INTEGER PRIMARY KEY, name TEXT NOT NULL, columns BLOB NOT NULL, key TEXT NOT NULL);
    CREATE TABLE machine (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, label TEXT NOT NULL, taken INTEGER NOT NULL,
      checksum INTEGER NOT NULL);
    INSERT INTO machine VALUES (0, '', '', 0, 0);
    CREATE TABLE file (machine INTEGER, number INTEGER, known TEXT NOT NULL, PRIMARY KEY (machine, number)) WITHOUT ROWID;
    CREATE TABLE birth (tbl INTEGER, key BLOB, machine INTEGER, number INTEGER, digest INTEGER NOT NULL,
      meaning INTEGER NOT NULL, place BLOB, free BLOB, PRIMARY KEY (tbl, key, machine, number)) WITHOUT ROWID;
    CREATE INDEX birth_place ON birth (tbl, place) WHERE place IS NOT NULL;
    CREATE INDEX birth_free ON birth (tbl, free) WHERE free IS NOT NULL;
    CREATE TABLE entry (tbl INTEGER, key BLOB, col INTEGER, machine INTEGER, number INTEGER NOT NULL, value BLOB, old BLOB,
      PRIMARY KEY (tbl, key, col, machine)) WITHOUT ROWID;
    CREATE INDEX entry_deletion ON entry (tbl) WHERE col = -1;
    CREATE TABLE former (tbl INTEGER, key BLOB, old BLOB, PRIMARY KEY (tbl, key)) WITHOUT ROWID;
    CREATE TABLE open (tbl INTEGER, key BLOB, PRIMARY KEY (tbl, key)) WITHOUT ROWID;
    CREATE TABLE image (tbl INTEGER, key BLOB, reason INTEGER NOT NULL, content BLOB NOT NULL, note TEXT,
      PRIMARY KEY (tbl, key)) WITHOUT ROWID;
    CREATE INDEX image_waiting ON image (tbl, key) WHERE reason > 0;
    CREATE TABLE settling (tbl INTEGER, key BLOB, operation INTEGER NOT NULL, content BLOB NOT NULL, PRIMARY KEY (tbl, key))
      WITHOUT ROWID;
    CREATE TABLE held (name TEXT PRIMARY KEY, known TEXT NOT NULL, note TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE value (name TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE held_file (name TEXT, machine TEXT, number INTEGER, PRIMARY KEY (name, machine, number));
    """

  /// The version of the tables; there was no release with the first one.
  private static let version: Int64 = 2

  /// Opens the shadow of a library, and makes it first if it is not there.
  init(_ folder: SyncFolder, isUnwanted: (@Sendable () -> Bool)?) throws(SyncError) {
    let (path, library) = (folder.shadow, folder.library)
    (self.library, largeValues) = (library, folder.largeValues)
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
      // Rows are changed all over the tables.
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

  /// Rolls back what a program left half written when it was killed, which only a connection that can write does
  /// (lockingv3.html, 4.2).
  private static func rollBackUnfinished(_ library: String) throws(StoreError) {
    guard access(library + "-journal", F_OK) == 0 else { return }
    let connection = try Connection(
      path: library, options: ConnectionOptions(busyTimeout: .milliseconds(200)))
    _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
  }

  /// Makes an empty file for its owner alone; returns whether it was not there.
  private static func makeFile(_ path: String) throws(SyncError) -> Bool {
    do throws(SystemError) { try Folder.make(Folder.containing(path)) } catch {
      throw .file(path: path, error)
    }
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

  func run(_ sql: String, _ values: [Value] = []) throws(SyncError) {
    try store { () throws(StoreError) in try connection.execute(sql, values) }
  }

  func rows<Result>(
    _ sql: String, _ values: [Value] = [], _ read: (PreparedStatement) throws(StoreError) -> Result
  ) throws(SyncError) -> [Result] {
    try store { () throws(StoreError) in try connection.rows(sql, values, read) }
  }

  func integer(_ sql: String, _ values: [Value] = []) throws(SyncError) -> Int64? {
    try store { () throws(StoreError) in try connection.integer(sql, values) }
  }

  func exists(_ sql: String, _ values: [Value]) throws(SyncError) -> Bool {
    try store { () throws(StoreError) in try connection.exists(sql, values) }
  }

  /// Whether nothing is kept: then everything is one transaction, which is rolled back.
  var isDry = false

  func beginDry() { try? connection.begin(isImmediate: false) }

  func endDry() { connection.rollBack() }

  /// Does something in one transaction, or not at all.
  func transaction<Result>(_ body: () throws(SyncError) -> Result) throws(SyncError) -> Result {
    if isDry { return try body() }
    // An immediate one would keep the library locked, too.
    try store { () throws(StoreError) in try connection.begin(isImmediate: false) }
    do throws(SyncError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      connection.rollBack()
      forget()
      throw error
    }
  }

  /// Forgets what was read of a state that is rolled back.
  private func forget() { (machines, names) = ([:], [:]) }

  // MARK: What it knows about itself

  subscript(name: String) -> Value? {
    get throws(SyncError) {
      try store { () throws(StoreError) in
        try connection.value("SELECT value FROM meta WHERE name = ?", [.text(Text(name))])
      }
    }
  }

  func text(_ name: String) throws(SyncError) -> String? {
    try self[name]?.bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  func set(_ name: String, _ value: Value) throws(SyncError) {
    try run("INSERT OR REPLACE INTO meta VALUES (?, ?)", [.text(Text(name)), value])
  }

  /// What changes with each write to the library.
  var stamp: String {
    Identity.stamp(of: library) + " \(connection.changeCount(of: "lib") ?? 0)"
  }

  /// Notes the stamp that the library had when it was as the shadow is.
  ///
  /// - Parameter stamp: The stamp; nil if it is not known to be so.
  func note(stamp: String?) throws(SyncError) {
    let kept = Identity.isSure(of: library) ? stamp : nil
    try set("stamp", .text(Text(kept ?? "")))
  }

  // MARK: Machines

  /// The number of a machine here; it gets one if it has none.
  func index(of machine: String) throws(SyncError) -> Int64 {
    if let known = machines[machine] { return known }
    try run("INSERT OR IGNORE INTO machine VALUES (NULL, ?, '', 0, 0)", [.text(Text(machine))])
    let id = try integer("SELECT id FROM machine WHERE name = ?", [.text(Text(machine))]) ?? 0
    (machines[machine], names[id]) = (id, machine)
    return id
  }

  /// The numbers of files by the numbers that their machines have here.
  func indexed(_ vector: CausalVector) throws(SyncError) -> [Int64: Int64] {
    var numbers: [Int64: Int64] = [:]
    for (name, number) in vector.numbers { numbers[try index(of: name)] = number }
    return numbers
  }

  /// The name of a machine.
  func name(of machine: Int64) throws(SyncError) -> String {
    if let known = names[machine] { return known }
    let name =
      try rows("SELECT name FROM machine WHERE id = ?", [.integer(machine)]) { $0.string(at: 0) }.first ?? ""
    names[machine] = name
    return name
  }

  /// What was taken of each machine; what this machine itself has made counts, too.
  var taken: CausalVector {
    get throws(SyncError) {
      var vector = CausalVector()
      for (name, number) in try rows(
        "SELECT name, taken FROM machine WHERE id > 0", [],
        {
          ($0.string(at: 0), $0.integer(at: 1))
        })
      { vector[name] = number }
      return vector
    }
  }

  /// Notes that a file was taken.
  func note(_ header: FileHeader, checksum: UInt64) throws(SyncError) {
    let machine = try index(of: header.machine)
    try run(
      "UPDATE machine SET taken = ?, label = ?, checksum = ? WHERE id = ?",
      [
        .integer(header.number), .text(Text(header.label)), .integer(Int64(bitPattern: checksum)),
        .integer(machine),
      ])
    let known = header.isJoining ? "joining" : header.known.text
    try run(
      "INSERT OR REPLACE INTO file VALUES (?, ?, ?)",
      [.integer(machine), .integer(header.number), .text(Text(known))])
  }

  // MARK: Tables

  /// Reads the tables of the library, and has the shadow keep the columns that they have by now.
  func readTables() throws(SyncError) {
    let library = try LibraryTables(connection)
    keyless = library.keyless
    var known = try rows("SELECT id, name, columns, key FROM tbl") {
      (id: $0.integer(at: 0), name: $0.string(at: 1), columns: $0.value(at: 2), key: $0.string(at: 3))
    }.reduce(into: [String: (id: Int64, file: FileTable)]()) { tables, row in
      let columns = PackedBytes.unpack(row.columns.bytes ?? [])?.map {
        String(decoding: $0.bytes ?? [], as: UTF8.self)
      }
      if let file = FileTable(checking: row.name, columns ?? [], key: row.key) {
        tables[row.name] = (row.id, file)
      }
    }
    let targets = Set(library.tables.flatMap { $0.references.map(\.table) })
    tables = []
    for description in library.tables {
      let before = known.removeValue(forKey: description.file.name)
      tables.append(try table(description, before, isPointedTo: targets.contains(description.file.name)))
    }
    for gone in known.values { try forget(gone.id) }
  }

  private func table(
    _ description: LibraryTables.Description, _ before: (id: Int64, file: FileTable)?, isPointedTo: Bool
  ) throws(SyncError) -> SyncedTable {
    let isKept = before.map { $0.file == description.file } ?? false
    let id = isKept ? before?.id ?? 0 : try integer("SELECT coalesce(max(id), 0) + 1 FROM tbl") ?? 1
    let table = SyncedTable(description, id: id, isPointedTo: isPointedTo)
    if isKept { return table }
    let columns = PackedBytes.pack(table.file.columns.map { .text(Text($0)) })
    let key = table.file.key.map(String.init).joined(separator: ",")
    try run(
      "INSERT INTO tbl VALUES (?, ?, ?, ?)",
      [.integer(id), .text(Text(table.name)), .blob(columns), .text(Text(key))])
    try run(table.creation)
    if let before { try bring(before, to: table) }
    return table
  }

  /// Brings the rows of a table whose columns have changed into its new form; a new column holds its default, as it does in the
  /// library.
  private func bring(_ before: (id: Int64, file: FileTable), to table: SyncedTable) throws(SyncError) {
    let old = before.file.orderedColumns
    let sameKey = old.prefix(before.file.key.count).elementsEqual(table.columns.prefix(table.keyCount))
    if sameKey {
      let columns = table.columns.map { name in old.firstIndex(of: name).map { "c\($0)" } ?? "?" }
      let added = table.columns.indices.filter { columns[$0] == "?" }.map { table.defaults[$0] }
      try run(
        "INSERT INTO \(table.shadowName) SELECT \(columns.joined(separator: ", ")) FROM main.t\(before.id)",
        added)
      for name in ["birth", "open", "image", "settling"] {
        try run(
          "UPDATE OR REPLACE \(name) SET tbl = ? WHERE tbl = ?", [.integer(table.id), .integer(before.id)])
      }
      try bringWrites(before, old, to: table)
      try bringImages(old, to: table)
    }
    try forget(before.id)
  }

  private func bringWrites(
    _ before: (id: Int64, file: FileTable), _ old: [String], to table: SyncedTable
  ) throws(SyncError) {
    for column in -2..<old.count {
      let place = column < 0 ? column : table.columns.firstIndex(of: old[column])
      guard let place else { continue }
      try run(
        """
        INSERT OR REPLACE INTO entry SELECT ?, key, ?, machine, number, value, old FROM entry WHERE tbl = ? AND col = ?
        """, [.integer(table.id), .integer(Int64(place)), .integer(before.id), .integer(Int64(column))])
    }
  }

  private func bringImages(_ old: [String], to table: SyncedTable) throws(SyncError) {
    for (key, content) in try rows(
      "SELECT key, content FROM image WHERE tbl = ?", [.integer(table.id)],
      {
        ($0.value(at: 0), $0.value(at: 1))
      })
    {
      guard let values = PackedBytes.unpack(content.bytes ?? []), values.count == old.count else { continue }
      let new = table.columns.enumerated().map { place, name in
        old.firstIndex(of: name).map { values[$0] } ?? table.defaults[place]
      }
      try run(
        "UPDATE image SET content = ? WHERE tbl = ? AND key = ?",
        [.blob(PackedBytes.pack(new)), .integer(table.id), key])
    }
  }

  private func forget(_ table: Int64) throws(SyncError) {
    try run("DROP TABLE IF EXISTS main.t\(table)")
    for name in ["birth", "entry", "open", "image", "settling"] {
      try run("DELETE FROM \(name) WHERE tbl = ?", [.integer(table)])
    }
    try run("DELETE FROM tbl WHERE id = ?", [.integer(table)])
  }

  /// The rows that a row points to, where no part of the key is NULL.
  func targets(
    of values: [Value], in table: SyncedTable
  ) -> [(reference: SyncedTable.Reference, place: RowPlace)] {
    table.references.compactMap { reference in
      let key = reference.places.map { values[$0] }
      guard !key.contains(.null), let target = self.table(named: reference.table) else { return nil }
      return (reference, RowPlace(target, key))
    }
  }

  /// The tables of which there are rows in a table of the shadow.
  func tables(in name: String, where condition: String = "TRUE") throws(SyncError) -> Set<Int64> {
    var found: Set<Int64> = []
    for table in tables {
      if try exists("SELECT 1 FROM \(name) WHERE tbl = ? AND \(condition)", [.integer(table.id)]) {
        found.insert(table.id)
      }
    }
    return found
  }

  /// The table of a name.
  func table(named name: String) -> SyncedTable? { tables.first { $0.name == name } }

  /// The table of a number.
  func table(_ id: Int64) -> SyncedTable? { tables.first { $0.id == id } }
}
