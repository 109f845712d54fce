import Records
import SQLite

/// Determines what the library should have for the touched rows, and stores it in the shadow.
///
/// Afterwards `temp.changed` has the rows to change in the library, with their old values.
final class LibraryPlan {
  private let shadow: Shadow
  private let lines: TreeLines
  private let view: TreeView<TreeLines>
  private let history: any History
  private let head: CommitName
  private var keys: [TreePlace: Value?] = [:]
  private(set) var movedCount = 0

  private static let (partCount, keyCount) = (500, 10_000)
  private static let keyTaken = "another row has its key"
  /// How many references are followed to determine whether a row can exist.
  private static let depth = 32

  init(
    _ shadow: Shadow, _ lines: TreeLines, _ view: TreeView<TreeLines>, _ history: any History,
    _ head: CommitName
  ) {
    (self.shadow, self.lines, self.view) = (shadow, lines, view)
    (self.history, self.head) = (history, head)
  }

  // MARK: What to change

  /// - Parameter dropsSamples: Whether to remove untouched samples, because the tree has books.
  func work(dropsSamples: Bool) throws(SyncError) {
    try shadow.begin("changed", "tbl INTEGER, key, rid BLOB, old BLOB, PRIMARY KEY (tbl, key)")
    try shadow.begin("wanted", "tbl INTEGER, rid BLOB, plus INTEGER, content BLOB, PRIMARY KEY (tbl, rid)")
    try shadow.begin("vacant", "tbl INTEGER, key, PRIMARY KEY (tbl, key)")
    while true {
      let places = try touched("NOT done LIMIT \(Self.partCount)")
      if places.isEmpty { break }
      for place in places { try look(at: place) }
    }
    if dropsSamples { try leaveSamples() }
    try vacate()
    try fill()
  }

  private func touched(_ condition: String) throws(SyncError) -> [TreePlace] {
    try shadow.rows(
      "SELECT n.name, x.rid FROM touched AS x JOIN tbl AS n ON n.id = x.tbl WHERE \(condition)", []
    ) { $0.treePlace }.compactMap { $0 }
  }

  private func look(at place: TreePlace) throws(SyncError) {
    let id = try shadow.id(of: place.table)
    try shadow.run(
      "UPDATE touched SET done = 1 WHERE tbl = ? AND rid = ?", [.integer(id), .blob(place.name.bytes)])
    guard let table = shadow.table(place.table), let row = try view.row(place.name, of: place.table) else {
      return
    }
    if row.name != place.name { return try touch(row.name, of: place.table) }
    var slots: [HeldRow] = []
    for member in row.members {
      try lines.materialize(member.name, of: table)
      if let held = try shadow.held(member.name, of: table) { slots.append(held) }
    }
    let values = try values(of: row, in: table, slots)
    try note(isOpen: try isOpen(row, values), row, table)
    if slots.count == 1, slots[0].values == values, slots[0].name == row.name { return }
    if slots.isEmpty, values == nil { return }
    try plan(row, values, slots, in: table)
  }

  private func plan(
    _ row: ViewRow, _ values: [Value]?, _ slots: [HeldRow], in table: SyncedTable
  ) throws(SyncError) {
    let key = values.map(table.key)
    for slot in slots {
      let place = RowPlace(table, table.key(of: slot.values))
      if place.key == key { continue }
      if key != nil { movedCount += 1 }
      try shadow.run("INSERT OR IGNORE INTO temp.vacant VALUES (?, ?)", place.bindings)
    }
    if let values {
      let plus = row.members.count == 1 ? row.members[0].presence.writes.first?.name ?? 0 : 0
      try shadow.run(
        "INSERT INTO temp.wanted VALUES (?, ?, ?, ?)",
        [
          .integer(table.id), .blob(row.name.bytes), .integer(Int64(bitPattern: plus)),
          .blob(PackedBytes.pack(values)),
        ])
    }
    // Rows that reference this row, or one merged into it, get its new key.
    if slots.count == 1, slots[0].name == row.name, table.key(of: slots[0].values) == key { return }
    for member in row.members {
      for child in try lines.rows(pointingTo: member.name, of: row.table) {
        try touch(child.name, of: child.table)
      }
    }
  }

  /// Has a row examined once; the result does not depend on the order.
  private func touch(_ name: RowName, of table: Text) throws(SyncError) {
    try shadow.run(
      "INSERT OR IGNORE INTO touched (tbl, rid) VALUES (?, ?)",
      [.integer(try shadow.id(of: table)), .blob(name.bytes)])
  }

  // MARK: What a row should be

  private func values(
    of row: ViewRow, in table: SyncedTable, _ slots: [HeldRow]
  ) throws(SyncError) -> [Value]? {
    if try isRefused(row, table) { return slots.first?.values }
    guard row.isThere, row.obstacle == nil else { return nil }
    var values: [Value] = []
    if table.hasFreeKey {
      guard let key = row.key else { return nil }
      values.append(.integer(key))
    }
    for place in table.cellPlaces {
      let column = table.columns[place]
      let value = try value(of: row.values[table.births[place]] ?? .null, at: place, in: table, slots)
      if let value, !value.isNull || !column.isRequired {
        values.append(value.stored(in: column.affinity))
      } else {
        // Some machines do not know the default of a required column.
        if column.isRequired, column.standard.isNull { return nil }
        values.append(value == nil ? .null : column.standard)
      }
    }
    return values
  }

  private func isRefused(_ row: ViewRow, _ table: SyncedTable) throws(SyncError) -> Bool {
    for member in row.members {
      if try shadow.exists(
        "SELECT 1 FROM refused WHERE tbl = ? AND rid = ?", [.integer(table.id), .blob(member.name.bytes)])
      {
        return true
      }
    }
    return false
  }

  func value(
    of value: TreeValue, at place: Int, in table: SyncedTable, _ slots: [HeldRow]
  ) throws(SyncError) -> Value? {
    switch value {
    case .value(let value): return value
    case .row(let name):
      guard let target = shadow.target(of: place, in: table) else { return nil }
      return try key(of: name, in: target, Self.depth)
    case .large(let name):
      for slot in slots {
        if slot.values[place].payloadByteCount == name.byteCount, LargeName(of: slot.values[place]) == name {
          return slot.values[place]
        }
      }
      guard let path = TreePath.value(name.digest).text,
        let bytes = try history.bytes(at: path, of: head), let value = name.value(bytes)
      else { throw .damaged(path: TreePath.value(name.digest).text ?? "") }
      return value
    }
  }

  private func key(of name: RowName, in table: SyncedTable, _ depth: Int) throws(SyncError) -> Value? {
    let place = TreePlace(name, of: table.treeName)
    if let known = keys[place] { return known }
    let key = try findKey(of: name, in: table, depth)
    if keys.count >= Self.keyCount { keys = [:] }
    keys[place] = key
    return key
  }

  private func findKey(of name: RowName, in table: SyncedTable, _ depth: Int) throws(SyncError) -> Value? {
    guard let row = try view.row(name, of: table.treeName) else { return nil }
    if try isRefused(row, table) { return try shadow.held(row.name, of: table)?.values[0] }
    guard row.isThere, row.obstacle == nil, try hasTargets(row, table, depth) else { return nil }
    if table.hasFreeKey { return row.key.map { .integer($0) } }
    switch row.values[table.births[0]] {
    case .value(let value)?: return value
    case .row(let target)?:
      guard depth > 0, let parent = shadow.target(of: 0, in: table) else { return nil }
      return try key(of: target, in: parent, depth - 1)
    case .large?, nil: return nil
    }
  }

  private func hasTargets(_ row: ViewRow, _ table: SyncedTable, _ depth: Int) throws(SyncError) -> Bool {
    for reference in table.table.references where table.columns[reference.place].isRequired {
      guard case .row(let target)? = row.values[table.births[reference.place]] else { continue }
      guard depth > 0, let parent = shadow.table(Text(reference.table)) else { return depth == 0 }
      if try key(of: target, in: parent, depth - 1) == nil { return false }
    }
    return true
  }

  // MARK: What is to be said

  private func isOpen(_ row: ViewRow, _ values: [Value]?) throws(SyncError) -> Bool {
    if !row.leftOut.isEmpty || row.obstacle != nil || row.isThere != (values != nil) { return true }
    if row.members.count == 1, let member = row.members.first {
      let isPlain = member.presence.hasPlus == row.isThere && !(member.presence.hasMinus && row.isThere)
      if isPlain, member.cells.values.allSatisfy({ $0.writes.count < 2 }) { return false }
    }
    return try !view.questions(about: row.name, of: row.table).isEmpty
  }

  private func note(isOpen: Bool, _ row: ViewRow, _ table: SyncedTable) throws(SyncError) {
    if !isOpen { return }
    try shadow.run(
      "UPDATE touched SET open = 1 WHERE tbl = ? AND rid = ?", [.integer(table.id), .blob(row.name.bytes)])
  }

  /// Removes the lines that can be derived again, once the library has what was planned.
  func finish() throws(SyncError) {
    try shadow.run("UPDATE touched SET open = 1 WHERE (tbl, rid) IN (SELECT tbl, rid FROM refused)")
    try shadow.run(
      """
      UPDATE line SET open = x.open FROM touched AS x WHERE x.tbl = line.tbl AND x.rid = line.rid AND line.open <> x.open
      """)
    let sql = "SELECT n.name, x.rid FROM touched AS x JOIN tbl AS n ON n.id = x.tbl WHERE NOT x.open"
    try shadow.forEach(sql) { row throws(SyncError) in
      if let place = row.treePlace { try lines.dematerialize(place.name, of: place.table) }
    }
    try shadow.run("DELETE FROM touched")
  }

  // MARK: Into the shadow

  private func leaveSamples() throws(SyncError) {
    for table in shadow.tables where table.name == "book" && table.hasFreeKey {
      try shadow.run(
        "INSERT OR IGNORE INTO temp.vacant SELECT ?, c0 FROM \(table.shadowName) WHERE rid IS NULL",
        [.integer(table.id)])
    }
  }

  private func vacate() throws(SyncError) {
    try shadow.forEach("SELECT tbl, key FROM temp.vacant") { row throws(SyncError) in
      guard let table = shadow.table(row.integer(at: 0)) else { return }
      let place = RowPlace(table, packed: row.value(at: 1))
      try noteHeld(place, try shadow.held(at: place))
      try shadow.remove(place)
    }
  }

  private func fill() throws(SyncError) {
    try shadow.forEach("SELECT tbl, rid, plus, content FROM temp.wanted") { row throws(SyncError) in
      guard let table = shadow.table(row.integer(at: 0)),
        let name = row.rowName(at: 1),
        let values = row.value(at: 3).bytes.flatMap(PackedBytes.unpack), !values.isEmpty
      else { return }
      let place = RowPlace(table, table.key(of: values))
      let held = try shadow.held(at: place)
      if let other = held?.name, other != name {
        return try shadow.refuse(name, of: table, note: Self.keyTaken)
      }
      try noteHeld(place, held)
      let plus = UInt64(bitPattern: row.integer(at: 2))
      try shadow.put(HeldRow(name: name, plus: plus, values: values), in: table)
    }
  }

  private func noteHeld(_ place: RowPlace, _ held: HeldRow?) throws(SyncError) {
    let old = held.map { Value.blob(PackedBytes.pack($0.values)) } ?? .null
    let name = held?.name.map { Value.blob($0.bytes) } ?? .null
    try shadow.run("INSERT OR IGNORE INTO temp.changed VALUES (?, ?, ?, ?)", place.bindings + [name, old])
  }
}
