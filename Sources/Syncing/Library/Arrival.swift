import Records
import SQLite

/// Takes the rows in which trees differ into the shadow, and touches all that may be shown otherwise because of them.
final class Arrival {
  private let shadow: Shadow
  private let lines: TreeLines
  private let former: TreeView<TreeLines>
  /// Whether the whole tree arrives, so that every row is looked at anyway.
  private let isWhole: Bool
  private var hasDeclarations = false
  /// The tables that are declared otherwise now.
  private var declared: Set<Text> = []
  /// The rows of the library's tables that have arrived.
  private(set) var count = 0

  /// - Parameter former: The view of the tree before.
  init(_ shadow: Shadow, _ lines: TreeLines, _ former: TreeView<TreeLines>) throws(SyncError) {
    (self.shadow, self.lines, self.former) = (shadow, lines, former)
    isWhole = try shadow.head == nil
    try shadow.begin("arrived", "tbl INTEGER, rid BLOB, PRIMARY KEY (tbl, rid)")
    try lines.touchContested()
  }

  func take(_ old: TreeRow?, _ new: TreeRow) throws(SyncError) {
    if new.table == TreeFormat.declarations {
      hasDeclarations = true
      if let declaration = TreeDeclaration(new) { declared.insert(declaration.table) }
    } else if hasDeclarations {
      try readDeclarations()
    }
    let isInside = old.map { lines.isInside($0, new) } ?? false
    if let old, !isInside { try touch(former.neighbours(of: old)) }
    try lines.put(new, replacing: old)
    if !new.table.bytes.starts(with: [0]) { count += 1 }
    try shadow.touch(new.name, of: new.table)
    if isInside || isWhole { return }
    try shadow.run(
      "INSERT OR IGNORE INTO temp.arrived VALUES (?, ?)",
      [.integer(try shadow.id(of: new.table)), .blob(new.name.bytes)])
  }

  private func readDeclarations() throws(SyncError) {
    hasDeclarations = false
    try lines.readDeclarations()
  }

  /// - Parameter view: Makes the view of the tree as it is now.
  func finish(_ view: () -> TreeView<TreeLines>) throws(SyncError) {
    if hasDeclarations { try readDeclarations() }
    for table in declared {
      guard let synced = shadow.table(table) else { continue }
      for name in ["line WHERE tbl = \(synced.id)", "\(synced.shadowName) WHERE rid IS NOT NULL"] {
        try shadow.run("INSERT OR IGNORE INTO touched (tbl, rid) SELECT \(synced.id), rid FROM \(name)")
      }
    }
    let view = view()
    let sql = "SELECT n.name, a.rid FROM temp.arrived AS a JOIN tbl AS n ON n.id = a.tbl"
    try shadow.forEach(sql) { row throws(SyncError) in
      let table = Text(bytes: row.value(at: 0).bytes ?? [])
      guard let name = RowName(bytes: row.value(at: 1).bytes ?? []), let row = try lines.row(name, of: table)
      else { return }
      try touch(view.neighbours(of: row))
    }
    try lines.touchContested()
  }

  private func touch(_ places: Set<TreePlace>) throws(SyncError) {
    for place in places { try shadow.touch(place.name, of: place.table) }
  }
}
