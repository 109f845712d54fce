import BookStore
import EditLog
import Records
import SQLite

/// Records everything that has changed in the library since the last comparison as writes of this sync.
///
/// A row with the same key and any equal filled field is the same row; otherwise the edit log tells whether the key was
/// reused. A row that was deleted and added again unchanged counts as unchanged, except perhaps for its key.
final class OwnChanges {
  private let shadow: Shadow
  private let lines: TreeLines
  private let view: TreeView<TreeLines>
  private let write: UInt64
  /// Whether rows are born with the library, not later.
  private let isFounding: Bool
  private let isAlone: Bool
  private let samples: Samples
  private let circular: Set<TreeDeclaration.ColumnPlace>
  private var names = RowNames()
  private var log: LoggedRows?
  private var hasInserted: Set<Int64> = []
  private var hasTouchedContested = false
  /// How many rows of each table are gone without the log knowing.
  private var replacedCounts: [Int64: Int64] = [:]

  private enum Kind: Int64 {
    /// A row that is not in the tree, such as a sample, was changed or deleted.
    case release
    case death
    /// Another row has the key of a deleted row.
    case replacement
    case comeback
    case edit
  }

  /// How many rows of a table may disappear unquestioned, even if they are the majority.
  private static let replacedCount: Int64 = 10

  init(
    _ shadow: Shadow, _ lines: TreeLines, _ view: TreeView<TreeLines>, as write: UInt64, isFounding: Bool
  ) throws(SyncError) {
    (self.shadow, self.lines, self.view) = (shadow, lines, view)
    (self.write, self.isFounding) = (write, isFounding)
    (samples, circular) = (Samples(shadow), lines.circular)
    isAlone = try shadow.head == nil
    try shadow.begin(
      "news", "id INTEGER PRIMARY KEY, tbl INTEGER, kind INTEGER, rid BLOB, key BLOB, content BLOB")
    try shadow.begin("dead", "tbl INTEGER, sign BLOB, rid BLOB, PRIMARY KEY (tbl, sign, rid)")
    try shadow.begin("told", "tbl INTEGER, key, born INTEGER, PRIMARY KEY (tbl, key)")
    try shadow.begin("joined", "tbl INTEGER, gone INTEGER, kept INTEGER, PRIMARY KEY (tbl, gone)")
  }

  /// Records all changes; afterwards `sent` lists the rows.
  ///
  /// - Parameter allowsReplacing: Whether most rows of a table may be replaced by others.
  func record(_ log: LoggedRows?, allowsReplacing: Bool) throws(SyncError) {
    self.log = log
    if let log { try read(log) }
    for table in shadow.tables { try compare(table) }
    try forEachNews(.release) { news throws(SyncError) in try shadow.remove(news.place) }
    try forEachNews(.death) { news throws(SyncError) in try delete(news) }
    try findMoved()
    for table in shadow.tables where hasInserted.contains(table.id) { try insert(table) }
    if let table = hasReplacedMost(), !allowsReplacing { throw .replaced(table: table) }
    var reborn: Set<Int64> = []
    try forEachNews(.replacement) { news throws(SyncError) in
      for table in try repoint(news.place) { reborn.insert(table.id) }
    }
    for table in shadow.tables where reborn.contains(table.id) { try insert(table) }
    try forEachNews(.comeback) { news throws(SyncError) in try revive(news) }
    try forEachNews(.edit) { news throws(SyncError) in try edit(news) }
    if isAlone { try sendAll() }
    try keepPointingNowhere()
    try touchContested()
  }

  func change(_ rows: [TreeRow]) throws(SyncError) {
    try put(rows)
    try touchContested()
  }

  private func touchContested() throws(SyncError) {
    if hasTouchedContested { try lines.touchContested() }
  }

  private func sendAll() throws(SyncError) {
    for table in shadow.tables {
      let sql =
        "SELECT tbl, rid FROM (SELECT ? AS tbl, rid FROM \(table.shadowName)) WHERE rid IS NOT NULL ORDER BY rid"
      try shadow.run("INSERT OR IGNORE INTO sent \(sql)", [.integer(table.id)])
    }
  }

  func send(_ name: RowName, of table: Text) throws(SyncError) {
    try shadow.run(
      "INSERT OR IGNORE INTO sent VALUES (?, ?)", [.integer(try shadow.id(of: table)), .blob(name.bytes)])
  }

  // MARK: Comparing

  /// Reads which former rows were deleted, lost their key to a new row, or were merged.
  private func read(_ log: LoggedRows) throws(SyncError) {
    try store { () throws(StoreError) in
      try log.forEachRow { name, key, count, isInserted throws(StoreError) in
        guard let table = shadow.table(Text(name)), table.hasFreeKey, let first = key.rowid else { return }
        for rowid in first..<first.addingReportingOverflow(Int64(count)).partialValue {
          guard try connection.exists(table.nameOf, [.integer(rowid)]) else { continue }
          try connection.execute(
            "INSERT INTO temp.told VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET born = max(born, excluded.born)",
            [.integer(table.id), .integer(rowid), .integer(isInserted ? 1 : 0)])
        }
      }
      for (name, keys) in try log.merges() {
        guard let table = shadow.table(Text(name)), table.hasFreeKey, let kept = keys.first else { continue }
        if try isGivenAgain(kept, table) { continue }
        for gone in keys.dropFirst() where try !isGivenAgain(gone, table) {
          try connection.execute(
            "INSERT OR REPLACE INTO temp.joined VALUES (?, ?, ?)",
            [.integer(table.id), .integer(gone), .integer(kept)])
        }
      }
    }
  }

  private func isGivenAgain(_ key: Int64, _ table: SyncedTable) throws(StoreError) -> Bool {
    let sql = "SELECT 1 FROM temp.told WHERE tbl = ? AND key = ? AND born"
    return try connection.exists(sql, [.integer(table.id), .integer(key)])
  }

  private var connection: Connection { shadow.connection }

  private func compare(_ table: SyncedTable) throws(SyncError) {
    for place in try samples.pointedTo(in: table) {
      try note(.release, place, nil, .null)
      hasInserted.insert(table.id)
    }
    try LibraryDiff(shadow, table).forEach { old, new throws(SyncError) in
      if new != nil, old == nil { hasInserted.insert(table.id) }
      guard let old else { return }
      let held = HeldRow(others: old, in: table)
      let place = RowPlace(table, table.key(of: held.values))
      guard let name = held.name else {
        if new != nil { hasInserted.insert(table.id) }
        return try note(.release, place, nil, .null)
      }
      try lines.materialize(name, of: table)
      if let new, try isSame(held.values, new, place) {
        return try note(.edit, place, name, .blob(PackedBytes.pack(new)))
      }
      try lines.materializeRows(pointingTo: place)
      let sign = try birth(held.values, in: table)?.name(number: 0)
      try note(.death, place, name, sign.map { .blob($0.bytes) } ?? .null)
      if new != nil {
        hasInserted.insert(table.id)
        try note(.replacement, place, nil, .null)
      }
      if try told(place) == nil { replacedCounts[table.id, default: 0] += 1 }
    }
  }

  /// Finds apparent edits with all values of a deleted row, which has got another row's key, for example by an undo.
  private func findMoved() throws(SyncError) {
    guard try shadow.exists("SELECT 1 FROM temp.dead") else { return }
    try forEachNews(.edit) { news throws(SyncError) in
      let table = news.place.table
      guard table.hasFreeKey, let new = news.content.bytes.flatMap(PackedBytes.unpack),
        let birth = try birth(new, in: table), birth.sign != .own,
        try shadow.exists(
          "SELECT 1 FROM temp.dead WHERE tbl = ? AND sign = ?",
          [.integer(table.id), .blob(birth.name(number: 0).bytes)]),
        let held = try shadow.held(at: news.place)
      else { return }
      try lines.materializeRows(pointingTo: news.place)
      let former = try self.birth(held.values, in: table)?.name(number: 0)
      hasInserted.insert(table.id)
      try note(.replacement, news.place, nil, .null)
      try delete(News(place: news.place, name: news.name, content: former.map { .blob($0.bytes) } ?? .null))
    }
  }

  private func isSame(_ old: [Value], _ new: [Value], _ place: RowPlace) throws(SyncError) -> Bool {
    let table = place.table
    guard table.hasFreeKey else { return true }
    if try told(place) == true { return false }
    let hasEqual = table.cellPlaces.contains { place in
      table.columns[place].isStandardConstant && !old[place].isNull && old[place] == new[place]
    }
    if table.columns.count <= 2 || hasEqual { return true }
    guard let log, case .integer(let rowid) = place.key[0], try told(place) == nil else { return false }
    return try store { () throws(StoreError) in try log.hasEdited(table.name, .rowid(rowid)) }
  }

  /// Whether the log has an insertion with this key, or only a deletion; nil for neither.
  private func told(_ place: RowPlace) throws(SyncError) -> Bool? {
    try shadow.row("SELECT born FROM temp.told WHERE tbl = ? AND key = ?", place.bindings) {
      $0.integer(at: 0) != 0
    }
  }

  private func hasReplacedMost() -> String? {
    for table in shadow.tables {
      let count = replacedCounts[table.id] ?? 0
      if count < Self.replacedCount { continue }
      let all = (try? shadow.integer("SELECT count(*) FROM \(table.shadowName)")) ?? 0
      if 2 * count > all { return table.name }
    }
    return nil
  }

  // MARK: News

  private struct News {
    let place: RowPlace
    let name: RowName?
    let content: Value
  }

  private func note(
    _ kind: Kind, _ place: RowPlace, _ name: RowName?, _ content: Value
  ) throws(SyncError) {
    try shadow.run(
      "INSERT INTO temp.news (tbl, kind, rid, key, content) VALUES (?, ?, ?, ?, ?)",
      [
        .integer(place.table.id), .integer(kind.rawValue), name.map { .blob($0.bytes) } ?? .null,
        place.packed,
        content,
      ])
  }

  private func forEachNews(_ kind: Kind, _ body: (News) throws(SyncError) -> Void) throws(SyncError) {
    let sql = "SELECT tbl, rid, key, content FROM temp.news WHERE kind = ? ORDER BY id"
    try shadow.forEach(sql, [.integer(kind.rawValue)]) { row throws(SyncError) in
      guard let table = shadow.table(row.integer(at: 0)) else { return }
      let place = RowPlace(table, packed: row.value(at: 2))
      try body(News(place: place, name: row.rowName(at: 1), content: row.value(at: 3)))
    }
  }

  // MARK: Deletions

  private func delete(_ news: News) throws(SyncError) {
    guard let name = news.name else { return }
    let table = news.place.table
    try shadow.remove(news.place)
    if !news.content.isNull {
      try shadow.run(
        "INSERT OR IGNORE INTO temp.dead VALUES (?, ?, ?)",
        [.integer(table.id), news.content, .blob(name.bytes)])
    }
    if try join(news) { return }
    try put(try rows(name, table)?.deleted(by: write) ?? [])
  }

  // MARK: Merged rows

  /// Records that a deleted row was merged into another one; false if it was not.
  private func join(_ news: News) throws(SyncError) -> Bool {
    guard let name = news.name, try shadow.exists("SELECT 1 FROM temp.joined"),
      let row = try lines.row(name, of: news.place.table.treeName)
    else { return false }
    let table = news.place.table
    if let kept = try kept(news.place), let held = try shadow.held(at: RowPlace(table, [kept])),
      let other = held.name
    {
      try join(row, other, RowPlace(table, [kept]))
      return true
    }
    return try joinChild(row, table)
  }

  private func kept(_ place: RowPlace) throws(SyncError) -> Value? {
    let sql = """
      WITH RECURSIVE step (key) AS (SELECT kept FROM temp.joined WHERE tbl = ?1 AND gone = ?2
        UNION SELECT kept FROM temp.joined, step WHERE tbl = ?1 AND gone = step.key)
      SELECT key FROM step WHERE key NOT IN (SELECT gone FROM temp.joined WHERE tbl = ?1)
      """
    return try shadow.row(sql, place.bindings) { $0.value(at: 0) }
  }

  private func join(_ row: TreeRow, _ kept: RowName, _ place: RowPlace) throws(SyncError) {
    try put([try view.same(row.name, kept, of: row.table, by: write)])
    try note(.comeback, place, kept, .null)
  }

  /// Does the same for a row that referenced a merged row, if a similar one references the remaining row.
  private func joinChild(_ row: TreeRow, _ table: SyncedTable) throws(SyncError) -> Bool {
    for reference in table.table.references {
      let column = table.births[reference.place]
      guard case .row(let gone)? = row[column].writes.first?.value,
        let target = shadow.table(Text(reference.table))
      else { continue }
      for kept in try lines.sameRows(naming: gone, of: target.treeName).compactMap(RowBirth.pair) {
        // Pairs of rows that are one are themselves one.
        if !table.hasFreeKey, reference.place < table.keyCount { return true }
        let other = kept.first == gone ? kept.second : kept.first
        for name in try lines.rows(of: table.treeName, columns: [column], values: [.row(other)]) {
          guard name != row.name, let like = try lines.row(name, of: table.treeName),
            let held = try shadow.held(name, of: table), isLike(row, like, besides: column, table)
          else { continue }
          try join(row, name, RowPlace(table, table.key(of: held.values)))
          return true
        }
      }
    }
    return false
  }

  private func isLike(_ row: TreeRow, _ other: TreeRow, besides column: Text, _ table: SyncedTable) -> Bool {
    func agree(_ columns: some Sequence<Text>) -> Bool {
      columns.allSatisfy { $0 == column || row[$0].writes.map(\.value) == other[$0].writes.map(\.value) }
    }
    let uniques = lines.declarations[table.treeName]?.uniques.filter { $0.contains(column) } ?? []
    return agree(table.births[table.cellPlaces]) || uniques.contains { agree($0) }
  }

  private func rows(_ name: RowName, _ table: SyncedTable) throws(SyncError) -> TreeRowSet? {
    if lines.hasSame { return try view.row(name, of: table.treeName).flatMap { TreeRowSet($0.members) } }
    return try lines.row(name, of: table.treeName).flatMap { TreeRowSet([$0]) }
  }

  private func put(_ rows: [TreeRow]) throws(SyncError) {
    for row in rows {
      let old = try lines.row(row.name, of: row.table)
      if row != old { try put(row, replacing: old) }
    }
  }

  private func put(_ row: TreeRow, replacing old: TreeRow?) throws(SyncError) {
    let isInside = old.map { lines.isInside($0, row) } ?? false
    if !isInside, !hasTouchedContested {
      hasTouchedContested = true
      try lines.touchContested()
    }
    if !isInside { try shadow.touch(view.neighbours(of: old ?? row)) }
    try lines.put(row, replacing: old)
    try send(row.name, of: row.table)
    try shadow.touch(row.name, of: row.table)
    view.forget()
    if !isInside { try shadow.touch(view.neighbours(of: row)) }
  }

  /// Records that rows with an unchanged key in a column now reference another row.
  ///
  /// Returns the tables of rows that are different rows now, because the reference is part of their key.
  private func repoint(_ place: RowPlace) throws(SyncError) -> [SyncedTable] {
    guard let target = try shadow.name(at: place) else { return [] }
    var reborn: [SyncedTable] = []
    try lines.forEachRow(pointingTo: place) { child, column, name throws(SyncError) in
      let isPart = !child.hasFreeKey && column < child.keyCount
      try repoint(name, of: child, column, to: target, isPart: isPart)
      if isPart { reborn.append(child) }
    }
    return reborn
  }

  private func repoint(
    _ name: RowName, of table: SyncedTable, _ place: Int, to target: RowName, isPart: Bool
  ) throws(SyncError) {
    guard let rows = try rows(name, table) else { return }
    if isPart {
      if let held = try shadow.held(name, of: table) {
        try shadow.remove(RowPlace(table, table.key(of: held.values)))
      }
      return try put(rows.deleted(by: write))
    }
    let (column, value) = (table.births[place], TreeValue.row(target))
    if rows.members.allSatisfy({ $0[column].writes.allSatisfy { $0.value == value } }) { return }
    try put(rows.changed([column: value], by: write).map { $0.kept(by: write) })
  }

  // MARK: Insertions

  private func birth(_ values: [Value], in table: SyncedTable) throws(SyncError) -> RowBirth? {
    guard let declaration = lines.declarations[table.treeName] else { return nil }
    let columns = Set(circular.lazy.filter { $0.table == table.treeName }.map(\.column))
    return RowBirth(try lines.cells(values, in: table), in: declaration, circular: columns)
  }

  private func insert(_ table: SyncedTable) throws(SyncError) {
    try LibraryDiff(shadow, table).forEachInserted { values throws(SyncError) in
      try insert(values, table)
    }
  }

  private func insert(_ values: [Value], _ table: SyncedTable) throws(SyncError) {
    if try samples.areUntouched(values, in: table) {
      return try shadow.put(HeldRow(name: nil, plus: 0, values: values), in: table)
    }
    guard let birth = try birth(values, in: table) else { return }
    let name: RowName
    if let former = try dead(alike: birth.name(number: 0), table) {
      replacedCounts[table.id, default: 0] -= 1
      name = former
    } else {
      name = try names.name(of: birth) { name throws(SyncError) in try state(of: name, in: table) }
      if try state(of: name, in: table) == .unknown { return try give(birth: name, values, table) }
    }
    try shadow.put(HeldRow(name: name, plus: 0, values: values), in: table)
    try note(.comeback, RowPlace(table, table.key(of: values)), name, .null)
  }

  private func state(of name: RowName, in table: SyncedTable) throws(SyncError) -> RowNames.State {
    let sql = "SELECT 1 FROM \(table.shadowName) WHERE rid = ?"
    if try shadow.exists(sql, [.blob(name.bytes)]) { return .there }
    if isAlone { return .unknown }
    guard let row = try lines.row(name, of: table.treeName) else { return .unknown }
    return row.presence.hasPlus ? .there : .gone
  }

  private func dead(alike sign: RowName, _ table: SyncedTable) throws(SyncError) -> RowName? {
    let values: [Value] = [.integer(table.id), .blob(sign.bytes)]
    let sql = "SELECT rid FROM temp.dead WHERE tbl = ? AND sign = ? ORDER BY rid LIMIT 1"
    guard let name = try shadow.row(sql, values, { $0.rowName(at: 0) }) ?? nil else { return nil }
    try shadow.run(
      "DELETE FROM temp.dead WHERE tbl = ? AND sign = ? AND rid = ?", values + [.blob(name.bytes)])
    return name
  }

  private func give(birth name: RowName, _ values: [Value], _ table: SyncedTable) throws(SyncError) {
    let held = HeldRow(name: name, plus: isFounding ? 0 : write, values: values)
    try shadow.put(held, in: table)
    if isAlone { return }
    try send(name, of: table.treeName)
    guard let row = try lines.born(held, in: table) else { return }
    try shadow.touch(name, of: table.treeName)
    if let key = row.key.number { try lines.noteClaim(of: table, key: key) }
    view.forget()
    try shadow.touch(view.neighbours(of: row))
  }

  private func revive(_ news: News) throws(SyncError) {
    let table = news.place.table
    guard let name = news.name, let held = try shadow.held(at: news.place) else { return }
    let cells = try lines.cells(held.values, in: table)
    for row in try rows(name, table)?.kept(by: write) ?? [] {
      var changed: [Text: TreeValue] = [:]
      for birth in table.births[table.cellPlaces] {
        let value = cells[birth] ?? .null
        if row[birth].writes.contains(where: { $0.value != value }) { changed[birth] = value }
      }
      let key: Int64? = if table.hasFreeKey, case .integer(let key) = held.values[0] { key } else { nil }
      let moved = key == row.key.number ? nil : key
      try put([row.changed(changed, key: moved, by: write)])
    }
  }

  // MARK: Edits

  /// Whether two values are equal, or references to the same row.
  private func isSame(
    _ one: TreeValue, _ other: TreeValue, at place: Int, in table: SyncedTable
  ) throws(SyncError) -> Bool {
    guard one != other, lines.hasSame, let first = one.row, let second = other.row,
      let target = shadow.target(of: place, in: table)
    else { return one == other }
    return try view.smallestName(of: first, of: target.treeName)
      == view.smallestName(of: second, of: target.treeName)
  }

  private func edit(_ news: News) throws(SyncError) {
    let table = news.place.table
    guard let name = news.name, let new = news.content.bytes.flatMap(PackedBytes.unpack),
      let held = try shadow.held(at: news.place), new.count == held.values.count
    else { return }
    guard let rows = try rows(name, table) else { return }
    var changed: [Text: TreeValue] = [:]
    for place in table.cellPlaces where held.values[place] != new[place] {
      let value = try lines.treeValue(of: new[place], at: place, in: table)
      // A reference can be unchanged although its row has a new key or was merged.
      var isKnown = true
      for write in rows.members.flatMap({ $0[table.births[place]].writes }) where isKnown {
        isKnown = try isSame(write.value, value, at: place, in: table)
      }
      if !isKnown { changed[table.births[place]] = value }
    }
    try shadow.put(HeldRow(name: held.name, plus: held.plus, values: new), in: table)
    if changed.isEmpty { return try shadow.touch(name, of: table.treeName) }
    try put(rows.changed(changed, by: write).map { $0.kept(by: write) })
  }

  /// Stores the lines of new rows with dangling references, so that these do not later seem to mean a row that gets the key.
  private func keepPointingNowhere() throws(SyncError) {
    for table in shadow.tables where hasInserted.contains(table.id) && !table.table.references.isEmpty {
      for reference in table.table.references {
        guard let target = shadow.table(Text(reference.table)) else { continue }
        let sql = """
          SELECT t.rid FROM sent AS s JOIN \(table.shadowName) AS t ON t.rid = s.rid
            LEFT JOIN \(target.shadowName) AS p ON p.c0 = t.c\(reference.place)
          WHERE s.tbl = ? AND t.c\(reference.place) IS NOT NULL AND p.rid IS NULL
          """
        for name in try shadow.rowNames(sql, [.integer(table.id)]) {
          try lines.materialize(name, of: table)
        }
      }
    }
  }
}

extension TreeCell {
  var number: Int64? {
    if writes.count == 1, case .value(.integer(let number)) = writes[0].value { number } else { nil }
  }
}

extension HeldRow {
  /// Reads `rid`, `plus` and the columns of the table.
  init(others values: [Value], in table: SyncedTable) {
    name = values[0].bytes.flatMap { RowName(bytes: $0) }
    if case .integer(let number) = values[1] { plus = UInt64(bitPattern: number) } else { plus = 0 }
    self.values = Array(values.dropFirst(2))
  }
}

/// The books that a new library contains as samples; the tree has none of them while nobody touches them.
private struct Samples {
  private let shadow: Shadow

  init(_ shadow: Shadow) { self.shadow = shadow }

  func areUntouched(_ values: [Value], in table: SyncedTable) throws(SyncError) -> Bool {
    guard table.hasFreeKey, table.name == "book" else { return false }
    var filled: [String: Value] = [:]
    for place in table.cellPlaces where !values[place].isNull {
      filled[table.columns[place].name] = values[place]
    }
    guard Template.sampleRows.contains(filled) else { return false }
    return try !isPointedTo(RowPlace(table, table.key(of: values)))
  }

  func pointedTo(in table: SyncedTable) throws(SyncError) -> [RowPlace] {
    let sql = "SELECT c0 FROM \(table.shadowName) WHERE rid IS NULL"
    let places = try shadow.rows(sql, [], { $0.value(at: 0) }).map { RowPlace(table, [$0]) }
    var found: [RowPlace] = []
    for place in places where try isPointedTo(place) { found.append(place) }
    return found
  }

  private func isPointedTo(_ place: RowPlace) throws(SyncError) -> Bool {
    for child in shadow.tables {
      for reference in child.table.references where reference.table == place.table.name {
        let column = quoted(child.columns[reference.place].name)
        if try shadow.exists("SELECT 1 FROM lib.\(quoted(child.name)) WHERE \(column) = ?", place.key) {
          return true
        }
      }
    }
    return false
  }
}
