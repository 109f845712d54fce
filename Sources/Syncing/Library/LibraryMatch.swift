import Records
import SQLite

/// Matches the rows of a joining library with those of the tree, once, before anything is sent.
///
/// Tries the strongest sign first: the same birth, a unique value, for books a service's number, an ISBN, or title and
/// author, and finally the same key with half of the filled fields.
final class LibraryMatch {
  private let shadow: Shadow
  private let lines: TreeLines
  private let write: UInt64
  private let circular: Set<TreeDeclaration.ColumnPlace>
  /// The rows whose lines have changed, because the library has other values.
  private(set) var changed: [TreePlace] = []

  private enum Rule: Int64, CaseIterable {
    case birth, unique, source, isbn, title, key
  }

  init(_ shadow: Shadow, _ lines: TreeLines, as write: UInt64) throws(SyncError) {
    (self.shadow, self.lines, self.write) = (shadow, lines, write)
    circular = lines.circular
    try shadow.begin("sign", "rule INTEGER, sign BLOB, rid BLOB, PRIMARY KEY (rule, sign, rid)")
  }

  func match(_ table: SyncedTable) throws(SyncError) {
    guard let declaration = lines.declarations[table.treeName],
      try shadow.exists("SELECT 1 FROM line WHERE tbl = ?", [.integer(table.id)])
    else { return }
    try readSigns(of: table)
    for rule in Rule.allCases {
      try LibraryDiff(shadow, table).forEachInserted { values throws(SyncError) in
        let cells = try lines.cells(values, in: table)
        let key = RowPlace(table, table.key(of: values))
        guard let row = try row(by: rule, cells, key, declaration) else { return }
        try adopt(row, values, cells, table)
      }
    }
  }

  // MARK: Signs

  private func readSigns(of table: SyncedTable) throws(SyncError) {
    try shadow.run("DELETE FROM temp.sign")
    try shadow.forEachLine(of: table.treeName) { row throws(SyncError) in
      guard row.presence.hasPlus else { return }
      let cells = row.cells.compactMapValues { $0.writes.first?.value }
      for (rule, sign) in signs(of: cells, in: table) { try note(rule, sign, row.name) }
    }
    guard isBooks(table), let sources = sources(of: table) else { return }
    try shadow.forEachLine(of: sources.treeName) { row throws(SyncError) in
      let cells = row.cells.compactMapValues { $0.writes.first?.value }
      guard row.presence.hasPlus, case .row(let book)? = cells["book"] else { return }
      if let sign = Self.sign(["service", "id"], cells) { try note(.source, sign, book) }
    }
  }

  private func note(_ rule: Rule, _ sign: RowName, _ name: RowName) throws(SyncError) {
    try shadow.run(
      "INSERT OR IGNORE INTO temp.sign VALUES (?, ?, ?)",
      [.integer(rule.rawValue), .blob(sign.bytes), .blob(name.bytes)])
  }

  private func signs(of cells: [Text: TreeValue], in table: SyncedTable) -> [(Rule, RowName)] {
    var signs: [(Rule, RowName)] = []
    for unique in lines.declarations[table.treeName]?.uniques ?? [] {
      if let sign = Self.sign(unique, cells) { signs.append((.unique, sign)) }
    }
    guard isBooks(table) else { return signs }
    if case .value(.text(let isbn))? = cells["isbn"] {
      let digits = isbn.bytes.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
      if digits.count > 9 { signs.append((.isbn, RowName(digestOf: digits))) }
    }
    if let sign = Self.sign(["title", "author"], cells) { signs.append((.title, sign)) }
    return signs
  }

  private static func sign(_ columns: [Text], _ cells: [Text: TreeValue]) -> RowName? {
    var values: [Value] = []
    for column in columns {
      guard let value = cells[column], value != .null else { return nil }
      values.append(.text(column))
      switch value {
      case .value(let value): values.append(value)
      case .row(let name): values.append(.blob(name.bytes))
      case .large(let name): values.append(.blob(name.digest.bytes))
      }
    }
    return values.isEmpty ? nil : RowName(digestOf: PackedBytes.pack(values))
  }

  private func isBooks(_ table: SyncedTable) -> Bool { table.name == "book" && table.hasFreeKey }

  private func sources(of table: SyncedTable) -> SyncedTable? {
    shadow.tables.first { source in
      source.name == "source" && source.table.references.contains { $0.table == table.name }
    }
  }

  // MARK: Finding

  private func row(
    by rule: Rule, _ cells: [Text: TreeValue], _ place: RowPlace, _ declaration: TreeDeclaration
  ) throws(SyncError) -> TreeRow? {
    let table = place.table
    switch rule {
    case .birth: return try row(born: cells, declaration, table)
    case .source:
      guard isBooks(table), let sources = sources(of: table) else { return nil }
      let sql = "SELECT service, id FROM lib.\(quoted(sources.name)) WHERE book = ?"
      for values in try shadow.rows(sql, place.key, { $0.values(at: 0..<2) }) {
        let cells: [Text: TreeValue] = ["service": .value(values[0]), "id": .value(values[1])]
        if let sign = Self.sign(["service", "id"], cells), let row = try free(rule, sign, table) {
          return row
        }
      }
      return nil
    case .unique, .isbn, .title:
      for (other, sign) in signs(of: cells, in: table) where other == rule {
        if let row = try free(rule, sign, table) { return row }
      }
      return nil
    case .key:
      guard table.hasFreeKey, case .integer(let key) = place.key[0] else { return nil }
      for name in try lines.claims(of: table.treeName, key: key) {
        if let row = try free(name, table), row.presence.hasPlus, isHalf(row, cells, table) { return row }
      }
      return nil
    }
  }

  private func row(
    born cells: [Text: TreeValue], _ declaration: TreeDeclaration, _ table: SyncedTable
  ) throws(SyncError) -> TreeRow? {
    let columns = Set(circular.lazy.filter { $0.table == table.treeName }.map(\.column))
    let birth = RowBirth(cells, in: declaration, circular: columns)
    var number: UInt64 = 0
    while let row = try lines.row(birth.name(number: number), of: table.treeName) {
      if try shadow.held(row.name, of: table) == nil { return row }
      if birth.sign == .own { return nil }
      number += 1
    }
    return nil
  }

  private func free(_ rule: Rule, _ sign: RowName, _ table: SyncedTable) throws(SyncError) -> TreeRow? {
    let sql = "SELECT rid FROM temp.sign WHERE rule = ? AND sign = ? ORDER BY rid"
    for name in try shadow.rowNames(sql, [.integer(rule.rawValue), .blob(sign.bytes)]) {
      if let row = try free(name, table) { return row }
    }
    return nil
  }

  /// The row if no row of the library matches it yet.
  private func free(_ name: RowName, _ table: SyncedTable) throws(SyncError) -> TreeRow? {
    try shadow.held(name, of: table) == nil ? lines.row(name, of: table.treeName) : nil
  }

  /// Whether half of the filled fields are equal, and all required references.
  private func isHalf(_ row: TreeRow, _ cells: [Text: TreeValue], _ table: SyncedTable) -> Bool {
    func isSame(_ column: Text) -> Bool { row[column].writes.contains { $0.value == cells[column] } }
    let owners = table.table.references.filter { table.columns[$0.place].isRequired }
    if owners.contains(where: { !isSame(table.births[$0.place]) }) { return false }
    let filled = table.births[table.cellPlaces].filter { cells[$0] != nil || row[$0] != .bornNull }
    return !filled.isEmpty && 2 * filled.count(where: isSame) >= filled.count
  }

  // MARK: Adopting

  /// Matches a row of the library with one of the tree; different values become a conflict, unless the library's is an
  /// earlier one.
  private func adopt(
    _ row: TreeRow, _ values: [Value], _ cells: [Text: TreeValue], _ table: SyncedTable
  ) throws(SyncError) {
    try shadow.put(HeldRow(name: row.name, plus: 0, values: values), in: table)
    try shadow.touch(row.name, of: table.treeName)
    var new = row
    for (column, value) in cells {
      let cell = row[column]
      if cell.writes.contains(where: { $0.value == value }) || cell.replaced.contains(value) { continue }
      let mine = CellWrite(write, value)
      new[column] =
        cell.writes.allSatisfy { $0.value == .null }
        ? cell.replaced(by: mine) : TreeCell(cell.writes + [mine], replaced: cell.replaced)
    }
    if new == row { return }
    new = new.changed([:], by: write)
    try lines.put(new, replacing: row)
    changed.append(TreePlace(row.name, of: table.treeName))
  }
}
