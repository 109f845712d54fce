import BookStore
import Platform
import Records
import SQLite

/// Snapshots of everything that all machines have agreed on, for machines that join.
struct Snapshots {
  private let shadow: Shadow
  private let folder: SyncFolder
  private let interval: Int64

  init(_ shadow: Shadow, _ folder: SyncFolder, interval: Int64) {
    (self.shadow, self.folder, self.interval) = (shadow, folder, interval)
  }

  /// Uploads a snapshot if there is none, or no recent one.
  func putIfNeeded(_ names: Set<String>, by carrier: any Carrier) throws(SyncError) {
    let machine = try shadow.text("machine") ?? ""
    let number = try shadow.taken[machine]
    let all = names.compactMap { FileName($0) }.filter { $0.kind == .snapshot }
    let last = all.lazy.filter { $0.machine == machine }.map(\.number).max() ?? 0
    guard all.isEmpty || number - last >= interval else { return }
    // The shadow's content of a held table is outdated.
    if try shadow.exists("SELECT 1 FROM held", []) { return }
    let name = FileName(machine: machine, number: number, kind: .snapshot)
    try write()
    defer { unlink(folder.part) }
    try carrier.put(folder.part, as: name.text)
  }

  /// Writes a copy of the shadow, with the library's own CREATE statements and the trailer that reveals an incomplete file.
  private func write() throws(SyncError) {
    let sql = """
      SELECT sql FROM lib.sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name NOT IN (SELECT name FROM pragma_table_list WHERE schema = 'lib' AND type = 'shadow')
      ORDER BY type <> 'table', rowid
      """
    let statements = try shadow.rows(sql) { $0.value(at: 0) }
    try shadow.transaction { () throws(SyncError) in
      try shadow.set("statements", .blob(PackedBytes.pack(statements)))
    }
    unlink(folder.part)
    try store { () throws(StoreError) in
      try Backup(of: folder.shadow).run(to: folder.part) { _ in }
    }
    try SealedFile.seal(folder.part)
  }
}
