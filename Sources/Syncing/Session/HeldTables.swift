import Platform
import Records
import SQLite

/// Tables that another machine declares differently, held back until the library has their columns, too.
struct HeldTables {
  private let shadow: Shadow
  private let folder: SyncFolder

  init(_ shadow: Shadow, _ folder: SyncFolder) { (self.shadow, self.folder) = (shadow, folder) }

  /// The mapping from a table of a file to that of the library; nil if they do not fit.
  func form(of file: FileTable) -> TableForm? {
    shadow.table(named: file.name).flatMap { TableForm(file, $0) }
  }

  /// The mapping for a file that has just arrived; if the tables do not fit, the table and the file are held back.
  func form(of file: FileTable, in path: String) throws(SyncError) -> TableForm? {
    let isHeld = try shadow.exists("SELECT 1 FROM held WHERE name = ?", [.text(Text(file.name))])
    if !isHeld, let form = form(of: file) { return form }
    guard let name = FileName(String(path.split(separator: "/").last ?? "")) else { return nil }
    var known = try shadow.taken
    known[name.machine] = name.number - 1
    let here = shadow.table(named: file.name)?.columns ?? []
    let missing = here.isEmpty ? [] : file.columns.filter { !here.contains($0) }
    try shadow.run(
      "INSERT OR IGNORE INTO held VALUES (?, ?, ?)",
      [.text(Text(file.name)), .text(Text(known.text)), .text(Text(missing.joined(separator: "\t")))])
    try shadow.run(
      "INSERT OR IGNORE INTO held_file VALUES (?, ?, ?)",
      [.text(Text(file.name)), .text(Text(name.machine)), .integer(name.number)])
    if access(folder.held(name), F_OK) != 0, link(path, folder.held(name)) != 0 {
      throw .file(path: folder.held(name), SystemError())
    }
    return nil
  }

  func all() throws(SyncError) -> [SyncReport.HeldTable] {
    try shadow.rows("SELECT name, note FROM held ORDER BY name") {
      SyncReport.HeldTable(
        name: $0.string(at: 0), missing: $0.string(at: 1).split(separator: "\t").map(String.init))
    }
  }

  /// The tables that need not be held back any longer, with what was seen when that began, and their files in order.
  func released() throws(SyncError) -> [(table: SyncedTable, known: CausalVector, files: [String])] {
    var released: [(table: SyncedTable, known: CausalVector, files: [String])] = []
    for (name, known) in try shadow.rows(
      "SELECT name, known FROM held", [], { ($0.string(at: 0), $0.string(at: 1)) })
    {
      guard let table = shadow.table(named: name) else { continue }
      let files = try shadow.rows(
        "SELECT machine, number FROM held_file WHERE name = ? ORDER BY rowid", [.text(Text(name))]
      ) { folder.held(FileName(machine: $0.string(at: 0), number: $0.integer(at: 1))) }
      var fits = true
      for path in files {
        let header = try ChangeFileReader(path).header
        if let file = header.tables.first(where: { $0.name == name }), TableForm(file, table) == nil {
          fits = false
        }
      }
      if fits { released.append((table, CausalVector(text: known) ?? CausalVector(), files)) }
    }
    return released
  }

  /// Whether the changes made here to a released table are in a file of this machine.
  func isReleased(_ name: String) throws(SyncError) -> Bool {
    try shadow.exists("SELECT 1 FROM held WHERE name = ? AND known = 'released'", [.text(Text(name))])
  }

  func noteReleased(_ name: String) throws(SyncError) {
    try shadow.run("UPDATE held SET known = 'released' WHERE name = ?", [.text(Text(name))])
  }

  func forget(_ name: String) throws(SyncError) {
    try shadow.run("DELETE FROM held WHERE name = ?", [.text(Text(name))])
    try shadow.run("DELETE FROM held_file WHERE name = ?", [.text(Text(name))])
  }

  func removeFiles() throws(SyncError) {
    for text in (try? Folder.names(in: folder.heldFolder)) ?? [] {
      guard let name = FileName(text) else { continue }
      let waits = try shadow.exists(
        "SELECT 1 FROM held_file WHERE machine = ? AND number = ?",
        [.text(Text(name.machine)), .integer(name.number)])
      if !waits { unlink(folder.held(name)) }
    }
  }
}
