import Records
import SQLite

/// The rows of the tree in the shadow, with the queries that the view needs.
///
/// A row as born, which the library has unchanged, has no line: it is derived from the held row.
final class TreeLines: TreeIndex {
  let shadow: Shadow
  private(set) var declarations: [Text: TreeDeclaration] = [:]
  /// The columns that reference each table.
  private var referencing: [Text: [TreeDeclaration.ColumnPlace]] = [:]
  private var looked: [Text: Set<Text>] = [:]
  private var indexed: Set<String> = []
  private(set) var hasSame = false

  init(_ shadow: Shadow) throws(SyncError) {
    self.shadow = shadow
    try readDeclarations(isFirst: true)
  }

  private static let (line, plainKey) = (
    "SELECT bytes FROM line WHERE tbl = ? AND rid = ?", Value.blob([])
  )

  // MARK: Declarations

  /// Reads the declarations again, and updates the facts of tables whose declarations have changed.
  func readDeclarations(isFirst: Bool = false) throws(SyncError) {
    let before = looked
    declarations = [:]
    try shadow.forEachLine(of: TreeFormat.declarations) { row throws(SyncError) in
      if let declaration = TreeDeclaration(row) { declarations[declaration.table] = declaration }
    }
    referencing = [:]
    for declaration in declarations.values {
      for column in declaration.columns {
        guard let target = column.reference else { continue }
        referencing[target, default: []].append(.init(declaration.table, column.birth))
      }
    }
    looked = declarations.mapValues { declaration in
      Set(declaration.uniques.flatMap(\.self) + declaration.key)
        .union(declaration.columns.lazy.filter { $0.reference != nil }.map(\.birth))
    }
    looked[TreeFormat.same] = []
    for (table, columns) in looked where !isFirst && before[table] ?? [] != columns {
      try readFacts(of: table)
    }
    hasSame = try shadow.exists(
      "SELECT 1 FROM line WHERE tbl = ?", [.integer(try shadow.id(of: TreeFormat.same))])
  }

  private func readFacts(of table: Text) throws(SyncError) {
    let id = try shadow.id(of: table)
    try shadow.run("DELETE FROM fact WHERE tbl = ?", [.integer(id)])
    try shadow.forEachLine(of: table) { row throws(SyncError) in
      for fact in facts(of: row) { try put(fact, id, row.name) }
    }
  }

  var circular: Set<TreeDeclaration.ColumnPlace> {
    TreeDeclaration.order(of: Array(declarations.values)).circular
  }

  // MARK: Rows

  func row(_ name: RowName, of table: Text) throws(SyncError) -> TreeRow? {
    if let line = try line(name, of: table) { return line }
    guard let synced = shadow.table(table), let held = try shadow.held(name, of: synced) else { return nil }
    return try born(held, in: synced)
  }

  private func line(_ name: RowName, of table: Text) throws(SyncError) -> TreeRow? {
    let id = try shadow.id(of: table)
    guard let bytes = try shadow.row(Self.line, [.integer(id), .blob(name.bytes)], { $0.value(at: 0).bytes })
    else { return nil }
    guard let row = TreeLine.row(ofCanonical: bytes ?? [], in: table) else {
      throw .damaged(path: "the shadow")
    }
    return row
  }

  /// The row of the tree for a held row as it was born.
  func born(_ held: HeldRow, in table: SyncedTable) throws(SyncError) -> TreeRow? {
    guard let name = held.name else { return nil }
    var key: Int64?
    if table.hasFreeKey, case .integer(let number) = held.values[0] { key = number }
    var row = TreeRow(born: name, in: table.treeName, key: key, values: try cells(held.values, in: table))
    if held.plus != 0 { row.presence = TreeCell([TreeCell.stays(held.plus)]) }
    return row
  }

  func treeValue(of value: Value, at place: Int, in table: SyncedTable) throws(SyncError) -> TreeValue {
    if !value.isNull, let target = shadow.target(of: place, in: table),
      let name = try shadow.name(at: RowPlace(target, [value]))
    {
      return .row(name)
    }
    return TreeValue(value)
  }

  func cells(_ values: [Value], in table: SyncedTable) throws(SyncError) -> [Text: TreeValue] {
    var cells: [Text: TreeValue] = [:]
    for place in table.cellPlaces where !values[place].isNull {
      cells[table.births[place]] = try treeValue(of: values[place], at: place, in: table)
    }
    return cells
  }

  /// Stores the line of a row; `old` is the row before, if any.
  func put(_ row: TreeRow, replacing old: TreeRow?) throws(SyncError) {
    let id = try shadow.id(of: row.table)
    let place: [Value] = [.integer(id), .blob(row.name.bytes)]
    let isStored =
      old == nil ? false : try shadow.exists("SELECT 1 FROM line WHERE tbl = ? AND rid = ?", place)
    try shadow.run(
      "INSERT INTO line (tbl, rid, bytes) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET bytes = excluded.bytes",
      place + [.blob(TreeLine.bytes(of: row))])
    let (facts, former) = (facts(of: row), isStored ? old.map { self.facts(of: $0) } ?? [] : [])
    for fact in former.subtracting(facts) { try remove(fact, id, row.name) }
    for fact in facts.subtracting(former) { try put(fact, id, row.name) }
    if row.table == TreeFormat.same { hasSame = true }
  }

  /// Stores the line of a row before the rows change that it is derived from.
  func materialize(_ name: RowName, of table: SyncedTable) throws(SyncError) {
    let values: [Value] = [.integer(table.id), .blob(name.bytes)]
    if try shadow.exists("SELECT 1 FROM line WHERE tbl = ? AND rid = ?", values) { return }
    guard let held = try shadow.held(name, of: table), let row = try born(held, in: table) else { return }
    try put(row, replacing: nil)
  }

  func materializeAll(of table: SyncedTable) throws(SyncError) {
    let sql = "SELECT rid FROM \(table.shadowName) WHERE rid IS NOT NULL"
    try shadow.forEach(sql) { row throws(SyncError) in
      if let name = row.rowName(at: 0) { try materialize(name, of: table) }
    }
  }

  func materializeRows(pointingTo place: RowPlace) throws(SyncError) {
    try forEachRow(pointingTo: place) { child, _, name throws(SyncError) in
      try materialize(name, of: child)
    }
  }

  /// Calls a closure for each row that references a held row, with its table and column.
  func forEachRow(
    pointingTo place: RowPlace, _ body: (SyncedTable, Int, RowName) throws(SyncError) -> Void
  ) throws(SyncError) {
    for child in shadow.tables {
      for reference in child.table.references where reference.table == place.table.name {
        try index(child, reference.place)
        let sql = "SELECT rid FROM \(child.shadowName) WHERE c\(reference.place) = ? AND rid IS NOT NULL"
        for name in try shadow.rowNames(sql, place.key) { try body(child, reference.place, name) }
      }
    }
  }

  func dematerialize(_ name: RowName, of table: Text) throws(SyncError) {
    guard let synced = shadow.table(table), let row = try line(name, of: table),
      row.key == .unknown || row.key.isAsBorn, row.cells.values.allSatisfy(\.isAsBorn),
      let held = try shadow.held(name, of: synced), try born(held, in: synced) == row
    else { return }
    try shadow.run("DELETE FROM line WHERE tbl = ? AND rid = ?", [.integer(synced.id), .blob(name.bytes)])
    for fact in facts(of: row) { try remove(fact, synced.id, name) }
  }

  /// Whether a change affects only the row itself, not how other rows look.
  func isInside(_ old: TreeRow, _ new: TreeRow) -> Bool {
    func isPlain(_ row: TreeRow) -> Bool { row.presence.hasPlus && !row.presence.hasMinus }
    guard !hasSame, isPlain(old), isPlain(new), old.key == new.key else { return false }
    return (looked[new.table] ?? []).allSatisfy { old[$0] == new[$0] }
  }

  // MARK: Facts

  private struct Fact: Hashable {
    let column, value: Value
  }

  private func facts(of row: TreeRow) -> Set<Fact> {
    if row.table == TreeFormat.same {
      guard let pair = RowBirth.pair(of: row) else { return [] }
      return Set(
        [pair.first, pair.second].map { Fact(column: Self.plainKey, value: Self.packed($0, pair.table)) })
    }
    var facts = Set(row.key.writes.map { Fact(column: Self.plainKey, value: Self.looked($0.value)) })
    let columns = looked[row.table] ?? []
    for (column, cell) in row.cells {
      for write in cell.writes {
        if case .row = write.value {} else if !columns.contains(column) { continue }
        if write.value == .null { continue }
        facts.insert(Fact(column: .blob(column.bytes), value: Self.looked(write.value)))
      }
    }
    return facts
  }

  private static func looked(_ value: TreeValue) -> Value {
    switch value {
    case .value(let value): value
    case .row(let name): .blob(name.bytes)
    case .large(let large): .blob(large.digest.bytes)
    }
  }

  private static func packed(_ name: RowName, _ table: Text) -> Value { .blob(name.bytes + table.bytes) }

  private func put(_ fact: Fact, _ table: Int64, _ name: RowName) throws(SyncError) {
    let values = [.integer(table), fact.column, fact.value, .blob(name.bytes)]
    try shadow.run("INSERT OR IGNORE INTO fact VALUES (?, ?, ?, ?)", values)
    if fact.column == Self.plainKey, case .integer(let key) = fact.value, let synced = shadow.table(table) {
      try noteClaim(of: synced, key: key)
    }
  }

  private func remove(_ fact: Fact, _ table: Int64, _ name: RowName) throws(SyncError) {
    try shadow.run(
      "DELETE FROM fact WHERE tbl = ? AND col = ? AND value = ? AND rid = ?",
      [.integer(table), fact.column, fact.value, .blob(name.bytes)])
  }

  /// Marks a key as contested if several rows claim it.
  func noteClaim(of table: SyncedTable, key: Int64) throws(SyncError) {
    if try claims(of: table.treeName, key: key).count > 1 {
      try shadow.run("INSERT OR IGNORE INTO contest VALUES (?, ?)", [.integer(table.id), .integer(key)])
    }
  }

  /// Finds the contested keys of a table that is new to the library.
  func readContest(of table: SyncedTable) throws(SyncError) {
    try shadow.run(
      "INSERT OR IGNORE INTO contest SELECT tbl, value FROM fact WHERE tbl = ? AND col = ? GROUP BY value HAVING count(*) > 1",
      [.integer(table.id), Self.plainKey])
  }

  private func names(_ column: Value, _ value: Value, _ table: Int64) throws(SyncError) -> Set<RowName> {
    let sql = "SELECT rid FROM fact WHERE tbl = ? AND col = ? AND value = ?"
    return Set(try shadow.rowNames(sql, [.integer(table), column, value]))
  }

  // MARK: Looking up

  func claims(of table: Text, key: Int64) throws(SyncError) -> [RowName] {
    var found = try names(Self.plainKey, .integer(key), try shadow.id(of: table))
    if let synced = shadow.table(table), synced.hasFreeKey,
      let name = try shadow.name(at: RowPlace(synced, [.integer(key)]))
    {
      found.insert(name)
    }
    return Array(found)
  }

  func contested(of table: Text) throws(SyncError) -> [RowName] {
    let id = try shadow.id(of: table)
    var found: Set<RowName> = []
    for key in try shadow.rows(
      "SELECT key FROM contest WHERE tbl = ?", [.integer(id)], { $0.integer(at: 0) })
    {
      let claims = try claims(of: table, key: key)
      if claims.count > 1 {
        found.formUnion(claims)
      } else {
        try shadow.run("DELETE FROM contest WHERE tbl = ? AND key = ?", [.integer(id), .integer(key)])
      }
    }
    return Array(found)
  }

  /// Touches the rows that claim a contested key, because any change can decide which of them gets it.
  func touchContested() throws(SyncError) {
    for id in try shadow.rows("SELECT DISTINCT tbl FROM contest", [], { $0.integer(at: 0) }) {
      let table = try shadow.name(of: id)
      for name in try contested(of: table) { try shadow.touch(name, of: table) }
    }
  }

  func rows(of table: Text, columns: [Text], values: [TreeValue]) throws(SyncError) -> [RowName] {
    guard let column = columns.first, let value = values.first else { return [] }
    return Array(try rows(of: table, column, value))
  }

  func rows(pointingTo name: RowName, of table: Text) throws(SyncError) -> [TreePlace] {
    var places: [TreePlace] = []
    for column in referencing[table] ?? [] {
      places += try rows(of: column.table, column.column, .row(name)).map { TreePlace($0, of: column.table) }
    }
    return places
  }

  private func rows(of table: Text, _ column: Text, _ value: TreeValue) throws(SyncError) -> Set<RowName> {
    let found = try names(.blob(column.bytes), Self.looked(value), try shadow.id(of: table))
    guard let synced = shadow.table(table), let place = synced.place(ofBirth: column),
      let held = try held(value, at: place, in: synced)
    else { return found }
    try index(synced, place)
    let sql = "SELECT rid FROM \(synced.shadowName) WHERE c\(place) = ?"
    return found.union(try shadow.rowNames(sql, [held]))
  }

  private func held(_ value: TreeValue, at place: Int, in table: SyncedTable) throws(SyncError) -> Value? {
    switch value {
    case .value(let value): return value
    case .large: return nil
    case .row(let name):
      guard let target = shadow.target(of: place, in: table) else { return nil }
      return try shadow.held(name, of: target)?.values[0]
    }
  }

  private func index(_ table: SyncedTable, _ place: Int) throws(SyncError) {
    let sql = table.index(of: place)
    if indexed.insert(sql).inserted, !(table.keyCount > 0 && place == 0) { try shadow.run(sql) }
  }

  func sameRows(naming name: RowName, of table: Text) throws(SyncError) -> [TreeRow] {
    if !hasSame { return [] }
    let names = try names(Self.plainKey, Self.packed(name, table), try shadow.id(of: TreeFormat.same))
    var rows: [TreeRow] = []
    for name in names { if let row = try row(name, of: TreeFormat.same) { rows.append(row) } }
    return rows
  }
}
