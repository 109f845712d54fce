import BookStore
import Platform

/// How a machine begins: as the first one, with its own copy of the library, or without one.
struct LibraryJoin {
  private let shadow: Shadow
  private let folder: SyncFolder

  init(_ shadow: Shadow, _ folder: SyncFolder) { (self.shadow, self.folder) = (shadow, folder) }

  // MARK: Snapshots

  /// Downloads the newest snapshot as the shadow; false if there is none.
  static func fetch(to path: String, _ folder: SyncFolder, by carrier: any Carrier) throws(SyncError) -> Bool
  {
    let names = try carrier.list().compactMap { FileName($0) }.filter { $0.kind == .snapshot }
    var damaged: SyncError?
    for name in names.sorted(by: { ($0.number, $1.machine) > ($1.number, $0.machine) }) {
      do throws(SyncError) {
        unlink(folder.part)
        try carrier.get(name.text, to: folder.part)
        try SealedFile.open(folder.part)
        try reset(folder.part)
        guard rename(folder.part, path) == 0 else { throw .file(path: path, SystemError(path: path)) }
        return true
      } catch .damaged { damaged = .damaged(path: name.text) }
    }
    if let damaged { throw damaged }
    return false
  }

  private static func reset(_ path: String) throws(SyncError) {
    try store { () throws(StoreError) in
      let connection = try Connection(path: path, options: ConnectionOptions())
      try connection.runScript(
        "BEGIN; DELETE FROM meta WHERE name NOT IN ('library', 'statements'); DELETE FROM settling; DELETE FROM value; DELETE FROM former; COMMIT"
      )
    }
  }

  /// - Throws: `nothingThere` if there is no snapshot.
  static func create(_ library: String, by carrier: any Carrier) throws(SyncError) {
    let snapshot = "\(library).joining"
    defer { unlink(snapshot) }
    let folder = SyncFolder(partOf: snapshot)
    guard try fetch(to: snapshot, folder, by: carrier) else { throw .nothingThere(place: library) }
    try store { () throws(StoreError) in
      try NewFile(path: library).create { temporary throws(StoreError) in
        let connection = try Connection(path: temporary, options: ConnectionOptions())
        try connection.attach(snapshot, as: "lib")
        try fill(connection)
      }
    }
  }

  private static func fill(_ connection: Connection) throws(StoreError) {
    let packed = try connection.value("SELECT value FROM lib.meta WHERE name = 'statements'")
    let statements = PackedBytes.unpack(packed?.bytes ?? []) ?? []
    // Other people may write to the place, so no other statements are run.
    let texts = statements.map { String(decoding: $0.bytes ?? [], as: UTF8.self) }.filter {
      $0.prefix(7).uppercased() == "CREATE "
    }
    let isTable: (String) -> Bool = { $0.prefix(12).uppercased() == "CREATE TABLE" }
    // Rows may be inserted before those that they reference.
    connection.setForeignKeys(areOn: false)
    try connection.run("BEGIN IMMEDIATE")
    for text in texts where isTable(text) { try connection.run(text) }
    for (id, name, columns, key) in try connection.rows(
      "SELECT id, name, columns, key FROM lib.tbl", [],
      {
        ($0.integer(at: 0), $0.string(at: 1), $0.value(at: 2), $0.string(at: 3))
      })
    {
      let names =
        PackedBytes.unpack(columns.bytes ?? [])?.map { String(decoding: $0.bytes ?? [], as: UTF8.self) } ?? []
      guard let file = FileTable(checking: name, names, key: key) else { continue }
      let list = file.orderedColumns.map(quoted).joined(separator: ", ")
      let values = names.indices.map { "c\($0)" }.joined(separator: ", ")
      try connection.run("INSERT INTO main.\(quoted(name)) (\(list)) SELECT \(values) FROM lib.t\(id)")
    }
    for text in texts where !isTable(text) { try connection.run(text) }
    try connection.run("COMMIT")
    try rebuildIndexes(connection)
  }

  /// Rebuilds full-text indexes from the tables that they index; other modules do not know the command.
  private static func rebuildIndexes(_ connection: Connection) throws(StoreError) {
    let sql = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual'"
    for name in try connection.rows(sql, [], { $0.string(at: 0) }) {
      try? connection.run("INSERT INTO main.\(quoted(name)) (\(quoted(name))) VALUES ('rebuild')")
    }
  }

  // MARK: Taking part

  /// Begins to take part, within the open transaction; returns whether other machines take part already.
  func begin(
    label: String, place: String, makeName: () -> String
  ) throws(SyncError) -> Bool {
    let isJoining = try shadow.text("library") != nil
    if isJoining { try checkTables() }
    try shadow.readTables()
    if shadow.tables.isEmpty { throw .noTables }
    if !isJoining {
      try shadow.set("library", .text(Text(makeName())))
      for table in shadow.tables { try LibraryDiff(shadow: shadow).copyAll(table) }
    }
    let machine = makeName()
    for (name, text) in [
      ("machine", machine), ("label", label), ("place", place), ("identity", Identity.of(folder.library)),
    ] { try shadow.set(name, .text(Text(text))) }
    _ = try shadow.index(of: machine)
    try shadow.run("UPDATE machine SET label = ? WHERE name = ?", [.text(Text(label)), .text(Text(machine))])
    if isJoining { try shadow.set("joining", "1") }
    return isJoining
  }

  private func checkTables() throws(SyncError) {
    let library = try LibraryTables(shadow.connection)
    let there = try shadow.rows("SELECT name, columns, key FROM tbl") {
      ($0.string(at: 0), $0.value(at: 1), $0.string(at: 2))
    }
    var names: [String] = []
    for (name, packed, key) in there {
      let columns =
        PackedBytes.unpack(packed.bytes ?? [])?.map { String(decoding: $0.bytes ?? [], as: UTF8.self) } ?? []
      guard let file = FileTable(checking: name, columns, key: key) else { continue }
      if !library.tables.contains(where: { $0.file == file }) { names.append(name) }
    }
    if !names.isEmpty { throw .tablesDiffer(names) }
  }

  /// Passes on the changes of a table of a library that existed before the machine joined.
  ///
  /// Rows with the same key are the same row if at least half of their values are equal. Otherwise the local row gets a new
  /// key, if keys are arbitrary; `others` has such rows, and rows that reference them are different rows, too.
  static func changes(
    of table: SyncedTable, _ diff: LibraryDiff, _ rows: SharedRows, others: inout Set<RowPlace>,
    _ append: (RowOperation) throws(SyncError) -> Void
  ) throws(SyncError) {
    try diff.forEachDifference(of: table, scansAll: true) { shared, held throws(SyncError) in
      let place = RowPlace(table, table.key(of: shared ?? held ?? []))
      try rows.note(held, at: place)
      let former = try rows.former(place)
      switch (shared, held) {
      case (nil, let held?):
        guard let former else { return try append(.insert(held)) }
        // Another machine has deleted the row: changes in the copy make that a question.
        let cells = LibraryDiff.cells(from: former, to: held, table)
        if !cells.isEmpty { try append(.update(key: place.key, cells: cells)) }
      case (let shared?, let held?):
        let hangsOnOther = rows.shadow.targets(of: held, in: table).contains { others.contains($0.place) }
        var isSame = Self.isSame(shared, held, table)
        if !isSame, let former, Self.isSame(former, held, table) {
          // The row was changed elsewhere, or its key was reused, in which case new local children belong to the former row.
          isSame = try !hasNewChildren(place, diff, rows)
        }
        if hangsOnOther || table.hasFreeKey && !isSame {
          others.insert(place)
          return try append(.insert(held))
        }
        // A cell with the snapshot's value is just outdated.
        let cells = LibraryDiff.cells(from: shared, to: held, table).filter { column, cell in
          former.map { $0[column] != cell.new } ?? true
        }
        if !cells.isEmpty { try append(.update(key: place.key, cells: cells)) }
      default: break
      }
    }
    try appendEqual(table, diff, rows, others: &others, append)
  }

  /// Whether the copy has new rows, unknown elsewhere, that reference a row.
  private static func hasNewChildren(
    _ place: RowPlace, _ diff: LibraryDiff, _ rows: SharedRows
  ) throws(SyncError) -> Bool {
    for table in rows.shadow.tables {
      for reference in table.references where reference.table == place.table.name {
        for values in try diff.rows(of: table, pointingBy: reference, to: place.key) {
          let child = RowPlace(table, table.key(of: values))
          if try !rows.hasRow(child), try rows.former(child) == nil { return true }
        }
      }
    }
    return false
  }

  /// Passes on equal rows that reference rows whose keys mean other rows here.
  private static func appendEqual(
    _ table: SyncedTable, _ diff: LibraryDiff, _ rows: SharedRows, others: inout Set<RowPlace>,
    _ append: (RowOperation) throws(SyncError) -> Void
  ) throws(SyncError) {
    if others.isEmpty || table.references.isEmpty { return }
    try diff.forEachHeld(of: table) { held throws(SyncError) in
      let targets = rows.shadow.targets(of: held, in: table)
      guard targets.contains(where: { others.contains($0.place) }) else { return }
      let place = RowPlace(table, table.key(of: held))
      guard try rows.row(place) == held, others.insert(place).inserted else { return }
      try rows.note(held, at: place)
      try append(.insert(held))
    }
  }

  private static func isSame(_ one: [Value], _ other: [Value], _ table: SyncedTable) -> Bool {
    let filled = (table.keyCount..<one.count).filter { !one[$0].isNull || !other[$0].isNull }
    return 2 * filled.count { one[$0] == other[$0] } >= filled.count
  }
}
