import EditLog
import Listings
import Records
import SQLite

/// Merges several rows into one, in one transaction and as one step.
public struct RowMerging {
  let rows: RowEditor

  private var database: Database { rows.database }
  private var connection: Connection { rows.connection }
  private var writer: Writer { rows.writer }

  /// The rows side by side; if `fullestFirst`, the row with the most values comes first, and so stays.
  public func sheet(of ids: [RecordID], fullestFirst: Bool = true) throws(StoreError) -> MergeSheet {
    guard let table = ids.first?.table else { throw .rowGone }
    let sql = try database.sql(of: table)
    try sql.schema.checkHasKeys()
    var all: [(id: RecordID, values: [Value])] = []
    for id in ids {
      let values = try database.values(Array(sql.schema.fields.indices), of: id)
      guard let values else { throw .rowGone }
      all.append((id, values))
    }
    if fullestFirst {
      let counts = all.map { row in row.values.count { !MergedValue.isEmpty($0) } }
      let order = all.indices.sorted { (-counts[$0], $0) < (-counts[$1], $1) }
      all = order.map { all[$0] }
    }
    let differing = sql.schema.fields.indices.filter { field in
      let isOfKey = sql.schema.key.columns.contains(sql.schema.fields[field].column)
      return !isOfKey && !MergedValue(sql.schema.fields[field]).needsNoChoice(all.map { $0.values[field] })
    }
    var merge = Merge(all.map(\.id))
    for id in merge.ids { merge.seen.append(try RowDigest.of(id, sql, on: connection) ?? 0) }
    return MergeSheet(sql.schema, merge, rows: all.map { $0.values.map(\.head) }, differing: Set(differing))
  }

  private func held(by merge: Merge) throws(StoreError) -> [[String: Value]] {
    var held: [[String: Value]] = []
    for id in merge.ids { held.append(try database.heldValues(of: id)) }
    return held
  }

  /// Counts what merging rows would change: merges them and rolls back.
  public func count(_ merges: [Merge]) throws(StoreError) -> MergeCount {
    try prepare(merges)
    return try withForeignKeys(merges) { areOff throws(StoreError) in
      try rows.tryOut { writer throws(StoreError) in
        try writer.recorder.count { () throws(StoreError) in try perform(merges, writer, areOff) }
      }
    }
  }

  /// Merges rows of one table, and their child rows if a unique key or equal content requires that.
  ///
  /// - Parameter merges: The rows, with the person's choices; no row is in two of them.
  /// - Throws: `changedSince` if a row no longer holds what was seen, `conflict` if its edits cannot be written first, or any
  ///   write error; then nothing is changed.
  @discardableResult
  public func merge(_ merges: [Merge], in step: EditStep? = nil) throws(StoreError) -> MergeCount {
    try prepare(merges)
    let gone = merges.flatMap { $0.ids.dropFirst() }
    do throws(StoreError) {
      let places = try rows.lists.places(of: gone)
      var purpose = LogPurpose(step: step)
      purpose.origin = try origin(merges)
      let (count, changes) = try withForeignKeys(merges) { areOff throws(StoreError) in
        try rows.changeRows(as: purpose) { writer throws(StoreError) in
          try perform(merges, writer, areOff)
        }
      }
      let deleted = Set(changes.lazy.filter { $0.kind == .deletion }.map(\.id))
      rows.lists.forget(gone, areDeleted: gone.map(deleted.contains), places)
      let main = Set(gone)
      rows.follow(changes.filter { !main.contains($0.id) })
      return count
    } catch {
      throw rows.explained(error, changing: gone)
    }
  }

  private func prepare(_ merges: [Merge]) throws(StoreError) {
    if let damage = database.damage { throw .damaged(detail: damage) }
    if database.isReadOnly { throw .readOnly }
    writer.finishWriteBack()
    writer.writeFirst(Array(rows.records.dirty))
    for id in merges.flatMap(\.ids) where rows.records[id]?.state == .dirty { throw .conflict }
  }

  private func origin(_ merges: [Merge]) throws(StoreError) -> StepOrigin? {
    guard let merge = merges.first, let first = merge.ids.first else { return nil }
    let sql = try database.sql(of: first.table)
    let held = try held(by: merge)
    let title = sql.schema.text(ofTitle: MergedRow(sql.schema, held, choices: merge.choices).title)
    let keys = merges.map { $0.ids.compactMap(\.rowid) }
    return .merged(title, keys: keys, in: sql.schema.table)
  }

  private func perform(
    _ merges: [Merge], _ writer: RowWriter, _ areForeignKeysOff: Bool
  ) throws(StoreError) -> MergeCount {
    // A row may point to the key that a kept row gets last.
    try connection.statement("PRAGMA defer_foreign_keys = ON").run()
    let dangling = areForeignKeysOff ? try danglingCount() : 0
    var count = MergeCount()
    for merge in merges { count.add(try perform(merge, writer)) }
    if areForeignKeysOff, try danglingCount() > dangling { throw .foreignKey }
    return count
  }

  private func perform(_ merge: Merge, _ writer: RowWriter) throws(StoreError) -> MergeCount {
    let ids = merge.ids.reduce(into: [RecordID]()) { if !$0.contains($1) { $0.append($1) } }
    guard let kept = ids.first, ids.count == merge.ids.count else { throw .rowReplaced }
    let sql = try database.sql(of: kept.table)
    var held: [[String: Value]] = []
    for (place, id) in ids.enumerated() {
      held.append(try database.heldValues(of: id))
      if !merge.seen.isEmpty, try RowDigest.of(id, sql, on: connection) != merge.seen[place] {
        throw .changedSince
      }
    }
    let merged = MergedRow(sql.schema, held, choices: merge.choices)
    let (cells, dropped) = merged.result
    var join = RowJoin(writer)
    try join.join(kept, Array(ids.dropFirst()), setting: cells)
    var count = join.count
    (count.goneCount, count.keptCount) = (ids.count - 1, 1)
    count.note(dropped: dropped)
    count.title = merged.title
    for cell in cells { if let field = sql.schema.field(named: cell.column) { count.fields[field] = 1 } }
    return count
  }

  /// Runs a closure, with foreign keys off if a row that stays gets a value that other rows point to.
  ///
  /// Deleting the row that had the value would otherwise delete its child rows.
  private func withForeignKeys<Result>(
    _ merges: [Merge], _ body: (_ areOff: Bool) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard try takeTargets(merges) else { return try body(false) }
    connection.setForeignKeys(areOn: false)
    defer { connection.setForeignKeys(areOn: true) }
    return try body(true)
  }

  private func takeTargets(_ merges: [Merge]) throws(StoreError) -> Bool {
    guard let table = merges.first?.ids.first?.table else { return false }
    let sql = try database.sql(of: table)
    let keys = sql.schema.key.columns
    let targets = try ChildLink.all(to: sql, in: database).flatMap(\.targets).filter { target in
      !keys.contains { $0.isSameName(as: target) }
    }
    if targets.isEmpty { return false }
    for merge in merges {
      let held = try held(by: merge)
      let cells = MergedRow(sql.schema, held, choices: merge.choices).result.cells
      if cells.contains(where: { cell in targets.contains { $0.isSameName(as: cell.column) } }) {
        return true
      }
    }
    return false
  }

  private func danglingCount() throws(StoreError) -> Int64 {
    try connection.integer("SELECT count(*) FROM pragma_foreign_key_check") ?? 0
  }
}

extension BookStore {
  /// Merges rows into one.
  public var merging: RowMerging { RowMerging(rows: rowEditor) }
}
