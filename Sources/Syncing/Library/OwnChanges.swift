import EditLog
import Records
import SQLite

/// Records what has changed in the library since it was last compared as writes of this sync, whoever made the changes.
///
/// What rows the changes are of: a row with the key that it had and any filled field equal is the same one; otherwise the edit
/// log says whether a key was given again. A row that was deleted and added alike has changed nothing, perhaps except its key.
final class OwnChanges {
  private let shadow: Shadow
  private let lines: TreeLines
  private let view: TreeView<TreeLines>
  /// The name of the writes.
  private let write: UInt64
  /// Whether rows are born with the library, and not later.
  private let isFounding: Bool
  /// Whether there is no tree yet.
  private let isAlone: Bool
  private let samples: Samples
  private let circular: Set<TreeDeclaration.ColumnPlace>
  private var names = RowNames()
  private var log: LoggedRows?
  private var hasInserted: Set<Int64> = []
  private var hasTouchedContested = false
  /// How many rows of each table are gone although the log does not know of it.
  private var replacedCounts: [Int64: Int64] = [:]

  private enum Kind: Int64 {
    /// A row that the tree does not have, such as a sample, was changed or deleted.
    case release
    case death
    /// Another row has the key of a row that is gone.
    case replacement
    /// A row that is gone is there again.
    case comeback
    case edit
  }

  /// How many rows of a table may be gone without a question, if more are than are not.
  private static let replacedCount: Int64 = 10

  init(
    _ shadow: Shadow, _ lines: TreeLines, _ view: TreeView<TreeLines>, as write: UInt64, isFounding: Bool
  ) throws(SyncError) {
    (self.shadow, self.lines, self.view) = (shadow, lines, view)
    (self.write, self.isFounding) = (write, isFounding)
    (samples, circular) = (Samples(shadow), lines.order.circular)
    isAlone = try shadow.head == nil
    try shadow.begin(
      "news", "id INTEGER PRIMARY KEY, tbl INTEGER, kind INTEGER, rid BLOB, key BLOB, content BLOB")
    try shadow.begin("dead", "tbl INTEGER, sign BLOB, rid BLOB, PRIMARY KEY (tbl, sign, rid)")
    try shadow.begin("told", "tbl INTEGER, key, born INTEGER, PRIMARY KEY (tbl, key)")
    try shadow.begin("joined", "tbl INTEGER, gone INTEGER, kept INTEGER, PRIMARY KEY (tbl, gone)")
  }

  /// Records all changes; afterwards `sent` has the rows.
  ///
  /// - Parameter allowsReplacing: Whether other rows may have the keys of most rows of a table.
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

  /// Puts rows into the tree that were changed otherwise, such as by an answer.
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

  /// Marks a row as sent whose line was changed otherwise.
  func send(_ name: RowName, of table: Text) throws(SyncError) {
    try shadow.run(
      "INSERT OR IGNORE INTO sent VALUES (?, ?)", [.integer(try shadow.id(of: table)), .blob(name.bytes)])
  }

  // MARK: Comparing

  /// Reads which rows that the library held were deleted, added under a key that was used before, or merged.
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

  /// Whether a key may mean another row than at the last sync, because it was given again since.
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

  /// Finds rows that seem to be edited, but have all values of a row that is gone: that row has got their key, such as by an undo.
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

  /// Whether a key still means the same row.
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

  /// Whether the log says that a row was added with a key, or only that the one that had it was deleted; nil if it says nothing.
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
      let name = row.value(at: 1).bytes.flatMap { RowName(bytes: $0) }
      try body(
        News(place: RowPlace(table, packed: row.value(at: 2)), name: name, content: row.value(at: 3)))
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
    let rows =
      if let row = try united(name, table) { row.deleted(by: write) } else {
        try lines.row(name, of: table.treeName).map { [$0.deleted(by: write)] } ?? []
      }
    try put(rows)
  }

  // MARK: Merged rows

  /// Records that a row that is gone was merged into another one: both are one from now on; false if it was not.
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

  /// The key of the row that a row was merged into, perhaps in several steps.
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

  /// The same for a row that referenced one that was merged, if there is one like it that references the row that stays.
  private func joinChild(_ row: TreeRow, _ table: SyncedTable) throws(SyncError) -> Bool {
    for reference in table.table.references {
      let column = table.births[reference.place]
      guard case .row(let gone)? = row[column].writes.first?.value,
        let target = shadow.table(Text(reference.table))
      else { continue }
      for kept in try lines.sameRows(naming: gone, of: target.treeName).compactMap(RowBirth.pair) {
        // Pairs that contain rows that are one are one as well.
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

  /// The row that a name belongs to, if several rows of the tree may be one.
  private func united(_ name: RowName, _ table: SyncedTable) throws(SyncError) -> ViewRow? {
    lines.hasSame ? try view.row(name, of: table.treeName) : nil
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
    if !isInside { try touch(view.neighbours(of: old ?? row)) }
    try lines.put(row, replacing: old)
    try send(row.name, of: row.table)
    try shadow.touch(row.name, of: row.table)
    view.forget()
    if !isInside { try touch(view.neighbours(of: row)) }
  }

  private func touch(_ places: Set<TreePlace>) throws(SyncError) {
    for place in places { try shadow.touch(place.name, of: place.table) }
  }

  /// Records that rows that hold a key as before reference another row now.
  ///
  /// Returns the tables with rows that are others now, because the reference is part of what they are.
  private func repoint(_ place: RowPlace) throws(SyncError) -> [SyncedTable] {
    guard let target = try shadow.name(at: place) else { return [] }
    var reborn: [SyncedTable] = []
    for child in shadow.tables {
      for reference in child.table.references where reference.table == place.table.name {
        let isPart = !child.hasFreeKey && reference.place < child.keyCount
        let sql = "SELECT rid FROM \(child.shadowName) WHERE c\(reference.place) = ? AND rid IS NOT NULL"
        for bytes in try shadow.rows(sql, place.key, { $0.value(at: 0).bytes ?? [] }) {
          guard let name = RowName(bytes: bytes) else { continue }
          try repoint(name, of: child, reference.place, to: target, isPart: isPart)
          if isPart { reborn.append(child) }
        }
      }
    }
    return reborn
  }

  private func repoint(
    _ name: RowName, of table: SyncedTable, _ place: Int, to target: RowName, isPart: Bool
  ) throws(SyncError) {
    guard let row = try lines.row(name, of: table.treeName) else { return }
    let (united, column) = (try united(name, table), table.births[place])
    if isPart {
      if let held = try shadow.held(name, of: table) {
        try shadow.remove(RowPlace(table, table.key(of: held.values)))
      }
      return try put(united?.deleted(by: write) ?? [row.deleted(by: write)])
    }
    if (united?.members ?? [row]).allSatisfy({ $0[column].writes.allSatisfy { $0.value == .row(target) } }) {
      return
    }
    let changed = [column: TreeValue.row(target)]
    try put(
      (united?.changed(changed, by: write) ?? [row.changed(changed, by: write)]).map { $0.kept(by: write) })
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
    guard
      let name = try shadow.row(
        "SELECT rid FROM temp.dead WHERE tbl = ? AND sign = ? ORDER BY rid LIMIT 1", values,
        { $0.value(at: 0).bytes.flatMap { RowName(bytes: $0) } }) ?? nil
    else { return nil }
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
    try touch(view.neighbours(of: row))
  }

  /// Records that a row that was gone is there with the values that the library holds.
  private func revive(_ news: News) throws(SyncError) {
    let table = news.place.table
    guard let name = news.name, let held = try shadow.held(at: news.place) else { return }
    let cells = try lines.cells(held.values, in: table)
    let rows =
      if let row = try united(name, table) { row.kept(by: write) } else {
        try lines.row(name, of: table.treeName).map { [$0.kept(by: write)] } ?? []
      }
    for row in rows {
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

  /// Whether two values are equal, or references to one row.
  private func isSame(
    _ one: TreeValue, _ other: TreeValue, at place: Int, in table: SyncedTable
  ) throws(SyncError) -> Bool {
    guard one != other, lines.hasSame, let first = one.row, let second = other.row,
      let target = table.table.reference(at: place).flatMap({ shadow.table(Text($0.table)) })
    else { return one == other }
    return try view.smallestName(of: first, of: target.treeName)
      == view.smallestName(of: second, of: target.treeName)
  }

  private func edit(_ news: News) throws(SyncError) {
    let table = news.place.table
    guard let name = news.name, let new = news.content.bytes.flatMap(PackedBytes.unpack),
      let held = try shadow.held(at: news.place), new.count == held.values.count
    else { return }
    let united = try united(name, table)
    guard let row = try lines.row(name, of: table.treeName) else { return }
    var changed: [Text: TreeValue] = [:]
    for place in table.cellPlaces where held.values[place] != new[place] {
      let value = try lines.treeValue(of: new[place], at: place, in: table)
      // A reference can be the same, though the row that it is to has got another key, or was merged.
      var isKnown = true
      for write in (united?.members ?? [row]).flatMap({ $0[table.births[place]].writes }) where isKnown {
        isKnown = try isSame(write.value, value, at: place, in: table)
      }
      if !isKnown { changed[table.births[place]] = value }
    }
    try shadow.put(HeldRow(name: held.name, plus: held.plus, values: new), in: table)
    if changed.isEmpty { return try shadow.touch(name, of: table.treeName) }
    let rows = united?.changed(changed, by: write) ?? [row.changed(changed, by: write)]
    try put(rows.map { $0.kept(by: write) })
  }

  /// Stores the lines of new rows whose references lead nowhere: later they must not seem to mean a row that gets the key.
  private func keepPointingNowhere() throws(SyncError) {
    for table in shadow.tables where hasInserted.contains(table.id) && !table.table.references.isEmpty {
      for reference in table.table.references {
        guard let target = shadow.table(Text(reference.table)) else { continue }
        let sql = """
          SELECT t.rid FROM sent AS s JOIN \(table.shadowName) AS t ON t.rid = s.rid
            LEFT JOIN \(target.shadowName) AS p ON p.c0 = t.c\(reference.place)
          WHERE s.tbl = ? AND t.c\(reference.place) IS NOT NULL AND p.rid IS NULL
          """
        for bytes in try shadow.rows(sql, [.integer(table.id)], { $0.value(at: 0).bytes ?? [] }) {
          if let name = RowName(bytes: bytes) { try lines.materialize(name, of: table) }
        }
      }
    }
  }
}

extension TreeCell {
  /// The number of a key that nobody has in question.
  var number: Int64? {
    if writes.count == 1, case .value(.integer(let number)) = writes[0].value { number } else { nil }
  }
}

extension HeldRow {
  /// A row of `rid`, `plus` and the columns of the table.
  init(others values: [Value], in table: SyncedTable) {
    name = values[0].bytes.flatMap { RowName(bytes: $0) }
    if case .integer(let number) = values[1] { plus = UInt64(bitPattern: number) } else { plus = 0 }
    self.values = Array(values.dropFirst(2))
  }
}
