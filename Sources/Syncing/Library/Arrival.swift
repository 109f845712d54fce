import Records
import SQLite

/// Stores the rows that differ between two trees in the shadow, and touches every row that may look different as a result.
final class Arrival {
  private let shadow: Shadow
  private let lines: TreeLines
  private let former: TreeView<TreeLines>
  /// Whether the whole tree arrives, so that every row is examined anyway.
  private let isWhole: Bool
  /// Whether the library is still empty, and is filled before the shadow's transaction ends.
  private let isFilling: Bool
  private var hasDeclarations = false
  private var declared: Set<Text> = []
  private(set) var count = 0

  init(
    _ shadow: Shadow, _ lines: TreeLines, _ former: TreeView<TreeLines>, isFilling: Bool
  ) throws(SyncError) {
    (self.shadow, self.lines, self.former, self.isFilling) = (shadow, lines, former, isFilling)
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
    if !isInside, old != nil || new.table == TreeFormat.same {
      try shadow.touch(former.neighbours(of: old ?? new))
    }
    if !new.table.bytes.starts(with: [0]) { count += 1 }
    if isFilling, try hold(new) { return }
    try lines.put(new, replacing: old)
    try shadow.touch(new.name, of: new.table)
    if isInside || isWhole { return }
    try shadow.run(
      "INSERT OR IGNORE INTO temp.arrived VALUES (?, ?)",
      [.integer(try shadow.id(of: new.table)), .blob(new.name.bytes)])
  }

  /// Writes a row directly if nothing else decides what it shows; otherwise returns false.
  ///
  /// The plan would write the same. The row is not touched then, and needs no line if it is as it was born.
  private func hold(_ row: TreeRow) throws(SyncError) -> Bool {
    guard let table = shadow.table(row.table), table.hasFreeKey, !lines.hasSame,
      row.presence.hasPlus, !row.presence.hasMinus, let key = row.key.number,
      try lines.claims(of: row.table, key: key).isEmpty
    else { return false }
    var values: [Value] = [.integer(key)]
    for place in table.cellPlaces {
      guard let value = try held(row[table.births[place]], at: place, in: table) else { return false }
      values.append(value)
    }
    for columns in lines.declarations[row.table]?.constraints ?? [] {
      let tuple = columns.compactMap { row[$0].writes.first?.value }
      if !tuple.contains(.null), try !lines.rows(of: row.table, columns: columns, values: tuple).isEmpty {
        return false
      }
    }
    let held = HeldRow(name: row.name, plus: row.presence.writes[0].name, values: values)
    if try lines.born(held, in: table) != row { try lines.put(row, replacing: nil) }
    try shadow.put(held, in: table)
    return true
  }

  /// The stored value of a cell; nil if it depends on other rows, or the column would convert it.
  private func held(_ cell: TreeCell, at place: Int, in table: SyncedTable) throws(SyncError) -> Value? {
    let local = table.local(at: place)
    if cell.writes.count > 1 { return nil }
    switch cell.writes[0].value {
    case .value(.null): return local.isRequired ? nil : .null
    case .value(let value):
      return table.table.reference(at: place) == nil && local.keeps(value) ? value : nil
    case .row(let name):
      guard let target = shadow.target(of: place, in: table), target.hasFreeKey else { return nil }
      return try shadow.held(name, of: target)?.values[0]
    case .large: return nil
    }
  }

  private func readDeclarations() throws(SyncError) {
    hasDeclarations = false
    try lines.readDeclarations()
  }

  func finish(_ view: () -> TreeView<TreeLines>) throws(SyncError) {
    if hasDeclarations { try readDeclarations() }
    for table in declared where !isWhole {
      guard let synced = shadow.table(table) else { continue }
      for name in ["line WHERE tbl = \(synced.id)", "\(synced.shadowName) WHERE rid IS NOT NULL"] {
        try shadow.run("INSERT OR IGNORE INTO touched (tbl, rid) SELECT \(synced.id), rid FROM \(name)")
      }
    }
    let view = view()
    let sql = "SELECT n.name, a.rid FROM temp.arrived AS a JOIN tbl AS n ON n.id = a.tbl"
    try shadow.forEach(sql) { row throws(SyncError) in
      guard let place = row.treePlace, let row = try lines.row(place.name, of: place.table) else { return }
      try shadow.touch(view.neighbours(of: row))
    }
    try lines.touchContested()
  }
}
