import Platform
import Records
import SQLite

/// A copy of the library's rows as all machines last agreed on them, with the data that tells who had seen which writes.
///
/// It is a separate database, with the library attached read-only as `lib`; a sync stores nothing of its own in the library.
final class Shadow {
  let connection: Connection
  private let library: String
  let largeValues: LargeValues
  private(set) var tables: [SyncedTable] = []
  private(set) var keyless: [String] = []
  private var machines: [String: Int64] = [:]
  private var names: [Int64: String] = [:]

  /// The tables of the shadow besides those of rows.
  ///
  /// - `machine`: each machine, and its last file taken. Number 0 stands for the original rows.
  /// - `file`: what the machine of each taken file had seen.
  /// - `birth`: each insertion: the original key, digests of the values and of the referenced rows, the current key if it
  /// differs, and, if several rows were inserted with the key, the key of this row while another one keeps the original.
  /// - `entry`: the latest concurrent writes of a cell; column -1 is for the deletion of the row, -2 for what needs the row.
  /// Values are stored only if the row holds another value.
  /// - `former`: while a copy of the library joins, the snapshot's values of rows that have changed since.
  /// - `open`: rows that may be in question.
  /// - `image`: rows that the library does not have, or not yet: their values, and why.
  /// - `settling`: what the person has settled and no file has yet.
  /// - `value`: the large values that files of this machine refer to.
  /// - `held`: tables declared differently elsewhere, with what had been seen when they were first held back; `held_file`: the
  /// files that wait.
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

  /// The version of the tables; version 1 was never released.
  private static let version: Int64 = 2

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

  /// Rolls back what a killed program left unfinished, which only a writing connection does (lockingv3.html, 4.2).
  private static func rollBackUnfinished(_ library: String) throws(StoreError) {
    guard access(library + "-journal", F_OK) == 0 else { return }
    let connection = try Connection(
      path: library, options: ConnectionOptions(busyTimeout: .milliseconds(200)))
    _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
  }

  /// Creates an empty file that only the owner can access; returns false if it exists.
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

  /// Whether to keep nothing: everything is then one transaction, which is rolled back.
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
      forget()
      throw error
    }
  }

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

  var stamp: String { Identity.stamp(of: library) + " \(connection.changeCount(of: "lib") ?? 0)" }

  /// Records the library's stamp at a time when library and shadow agree; nil if they may differ.
  func note(stamp: String?) throws(SyncError) {
    let kept = Identity.isSure(of: library) ? stamp : nil
    try set("stamp", .text(Text(kept ?? "")))
  }

  // MARK: Machines

  func index(of machine: String) throws(SyncError) -> Int64 {
    if let known = machines[machine] { return known }
    try run("INSERT OR IGNORE INTO machine VALUES (NULL, ?, '', 0, 0)", [.text(Text(machine))])
    let id = try integer("SELECT id FROM machine WHERE name = ?", [.text(Text(machine))]) ?? 0
    (machines[machine], names[id]) = (id, machine)
    return id
  }

  func indexed(_ vector: CausalVector) throws(SyncError) -> [Int64: Int64] {
    var numbers: [Int64: Int64] = [:]
    for (name, number) in vector.numbers { numbers[try index(of: name)] = number }
    return numbers
  }

  func name(of machine: Int64) throws(SyncError) -> String {
    if let known = names[machine] { return known }
    let name =
      try rows("SELECT name FROM machine WHERE id = ?", [.integer(machine)]) { $0.string(at: 0) }.first ?? ""
    names[machine] = name
    return name
  }

  /// The files taken of each machine, including this machine's own.
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

  /// Reads the library's tables, and updates the shadow to their current columns.
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

  /// Converts the rows of a table to its changed columns; a new column gets its default, as in the library.
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

  /// The rows that a row references, except by keys with NULL.
  func targets(
    of values: [Value], in table: SyncedTable
  ) -> [(reference: SyncedTable.Reference, place: RowPlace)] {
    table.references.compactMap { reference in
      let key = reference.places.map { values[$0] }
      guard !key.contains(.null), let target = self.table(named: reference.table) else { return nil }
      return (reference, RowPlace(target, key))
    }
  }

  func tables(in name: String, where condition: String = "TRUE") throws(SyncError) -> Set<Int64> {
    var found: Set<Int64> = []
    for table in tables {
      if try exists("SELECT 1 FROM \(name) WHERE tbl = ? AND \(condition)", [.integer(table.id)]) {
        found.insert(table.id)
      }
    }
    return found
  }

  func table(named name: String) -> SyncedTable? { tables.first { $0.name == name } }

  func table(_ id: Int64) -> SyncedTable? { tables.first { $0.id == id } }
}
