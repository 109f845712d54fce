import Platform
import Records

struct OwnFile {
  let path: String
  private let shadow: Shadow
  private var header: FileHeader

  init(_ shadow: Shadow, _ folder: SyncFolder) throws(SyncError) {
    self.shadow = shadow
    let machine = try shadow.text("machine") ?? ""
    let known = try shadow.taken
    header = FileHeader(
      library: try shadow.text("library") ?? "", machine: machine, number: known[machine] + 1,
      label: try shadow.text("label") ?? "")
    header.known = known
    header.parent = UInt64(
      bitPattern: try shadow.integer("SELECT checksum FROM machine WHERE name = ?", [.text(Text(machine))])
        ?? 0)
    path = folder.own(header.number)
  }

  /// Writes the differences between the library and the shadow; returns the number of rows.
  ///
  /// - Parameter isJoining: Whether the library existed before the machine joined. Rows that are only in the shadow are then
  /// yet to arrive, equal keys need not mean the same row, and even an empty file is kept to announce the machine.
  func writeChanges(isJoining: Bool, except names: Set<String>, _ rows: SharedRows)
    throws(SyncError) -> Int
  {
    var header = header
    header.isJoining = isJoining
    if isJoining { (header.known, header.compared) = (CausalVector(), header.known) }
    let tables = TableOrder.parentsFirst(shadow.tables).filter { !names.contains($0.name) }
    var others: Set<RowPlace> = []
    return try write(header, tables, announces: isJoining) { table, append throws(SyncError) in
      let diff = LibraryDiff(shadow: shadow)
      guard isJoining else { return try diff.changes(of: table, append) }
      try LibraryJoin.changes(of: table, diff, rows, others: &others, append)
    }
  }

  /// Writes the differences in a released table, as of when it was first held back.
  func writeChanges(of table: SyncedTable, knowing known: CausalVector) throws(SyncError) -> Int {
    var header = header
    header.known = known
    header.known[header.machine] = header.number - 1
    return try write(header, [table]) { table, append throws(SyncError) in
      try LibraryDiff(shadow: shadow).changes(of: table, append)
    }
  }

  func writeSettled() throws(SyncError) -> Int {
    try write(header, TableOrder.parentsFirst(shadow.tables)) { table, append throws(SyncError) in
      for operation in try Settled.operations(of: table, shadow) { try append(operation) }
    }
  }

  private func write(
    _ header: FileHeader, _ tables: [SyncedTable], announces: Bool = false,
    _ body: (SyncedTable, (RowOperation) throws(SyncError) -> Void) throws(SyncError) -> Void
  ) throws(SyncError) -> Int {
    var header = header
    header.tables = tables.map(\.file)
    let writer = try ChangeFileWriter(path, header, shadow.largeValues)
    for table in tables {
      try body(table) { operation throws(SyncError) in try writer.append(operation, of: table.file) }
    }
    for name in writer.valueNames {
      try shadow.run("INSERT OR IGNORE INTO value VALUES (?)", [.text(Text(name))])
    }
    if writer.rowCount > 0 || announces { _ = try writer.finish() }
    return writer.rowCount
  }
}
