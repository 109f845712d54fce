import EditLog
import Listings
import Records
import SQLite

/// Writes rows changed on another machine, in one transaction and as one step of the edit log.
///
/// As for undo, triggers are on, because only they keep indexes up to date. The rows are then corrected, because the effects
/// of the other machine's triggers arrive as rows of their own.
package final class ArrivingRows {
  package typealias Changes = [Change]

  private let rows: RowEditor
  private let origin: StepOrigin
  private var queue: [[Changes]] = []
  private var waiting: [(changes: Changes, error: StoreError)] = []
  private var triedCount = 0
  /// The result of the last part, which may be made twice: parts to make instead, and refused changes.
  private var made: (parts: [[Changes]], refused: [(changes: Changes, error: StoreError)]) = ([], [])
  private var isOver = false
  /// Whether a trigger, for example, has changed something along with the rows, or may have without being reported.
  package private(set) var hasReactions = false
  private var setter: (columns: SetColumns, statement: PreparedStatement)?

  private struct SetColumns: Equatable {
    let table: String
    var columns: [String] = []
    var comparisons: [Comparison] = []
  }

  /// The store has to be reopened afterwards, because its records and lists do not follow.
  package init(into store: BookStore, from origin: StepOrigin) {
    (rows, self.origin) = (store.rowEditor, origin)
  }

  /// Writes rows in parts.
  ///
  /// - Parameters:
  ///   - next: Returns the next rows, each with its changes; nil after the last ones. It is called in the transaction.
  ///   - finish: Called before COMMIT with the rows that the database refuses, and why.
  /// - Throws: `changedSince` or `rowGone` if a change does not fit the database; then nothing is written.
  package func write(
    _ next: () throws(StoreError) -> [Changes]?,
    finish: ([(changes: Changes, error: StoreError)]) throws(StoreError) -> Void
  ) throws(StoreError) {
    try rows.changeRows(from: origin, inParts: { () throws(StoreError) in try part(next) }) {
      (_) throws(StoreError) in
      nil
    } _: { part, writer throws(StoreError) in
      try rows.connection.statement("PRAGMA defer_foreign_keys = ON").run()
      if part.isEmpty { return try finish(waiting) }
      try make(part, writer)
    }
  }

  /// The next part, or an empty one at the end; refused rows are retried alone, and again at the end, as long as one helps
  /// another.
  private func part(_ next: () throws(StoreError) -> [Changes]?) throws(StoreError) -> [Changes]? {
    queue += made.parts
    waiting += made.refused
    made = ([], [])
    if isOver { return nil }
    if !queue.isEmpty { return queue.removeLast() }
    if let part = try next() { return part }
    if !waiting.isEmpty, waiting.count != triedCount {
      triedCount = waiting.count
      queue = waiting.reversed().map { [$0.changes] }
      waiting = []
      return queue.removeLast()
    }
    isOver = true
    return []
  }

  private func make(_ part: [Changes], _ writer: RowWriter) throws(StoreError) {
    made = ([], [])
    let changes = part.flatMap(\.self)
    defer {
      let isReported = changes.allSatisfy { writer.recorder.reports($0.table) }
      hasReactions = hasReactions || writer.recorder.hasCompanions || !isReported
    }
    guard let error = try refusal(of: changes, writer) else { return }
    if part.count > 1 {
      made.parts = Self.divided(part).reversed()
    } else {
      made.refused = [(part[0], error)]
    }
  }

  /// The rows one by one, but deletions that follow one another together, unless all are deletions.
  ///
  /// A foreign key may change a row when another one is deleted; alone, the deletion of that row would no longer fit.
  private static func divided(_ part: [Changes]) -> [[Changes]] {
    let areDeletions = part.map { $0.allSatisfy { $0.kind == .deletion } }
    if areDeletions.allSatisfy(\.self) { return part.map { [$0] } }
    return part.indices.reduce(into: []) { parts, place in
      if place > 0, areDeletions[place], areDeletions[place - 1] {
        parts[parts.count - 1].append(part[place])
      } else {
        parts.append([part[place]])
      }
    }
  }

  private func refusal(of changes: [Change], _ writer: RowWriter) throws(StoreError) -> StoreError? {
    let connection = rows.connection
    try connection.execute("SAVEPOINT arriving")
    do throws(StoreError) {
      if try !hasSet(changes, writer.recorder) {
        var undo = RowUndo(writer, rows.identities, rows.journal.opened)
        try undo.run(changes, of: nil, .withTriggers)
      }
      try connection.execute("RELEASE arriving")
      return nil
    } catch {
      // A row may have been deleted along with an earlier one.
      let isGone = error == .rowGone && changes.allSatisfy { $0.kind == .deletion }
      guard connection.isInTransaction, error.concernsOneRow, isGone || error != .rowGone else { throw error }
      try connection.execute("ROLLBACK TO arriving")
      try connection.execute("RELEASE arriving")
      writer.recorder.noteRollback()
      if isGone && changes.count == 1 { return nil }
      return rows.constraints.explained(error)
    }
  }

  /// Sets columns of rows by statements that also compare; returns false, with nothing done, if that is not enough.
  private func hasSet(_ changes: [Change], _ recorder: RowRecorder) throws(StoreError) -> Bool {
    guard !hasReactions, changes.allSatisfy({ $0.kind == .edit && recorder.reports($0.table) }) else {
      return false
    }
    do throws(StoreError) {
      var rest = changes[...]
      while let first = rest.first {
        let row = rest.prefix { $0.row == first.row }
        rest = rest.dropFirst(row.count)
        recorder.beginStatement()
        try set(row)
      }
      if !recorder.hasCompanions { return true }
      hasReactions = true
    } catch {
      // The slow path finds the reason and reports it.
      guard rows.connection.isInTransaction, error != .interrupted else { throw error }
    }
    setter = nil
    try rows.connection.execute("ROLLBACK TO arriving")
    recorder.forgetTouches()
    return false
  }

  private func set(_ changes: ArraySlice<Change>) throws(StoreError) {
    guard let first = changes.first else { return }
    let id = try rows.database.recordID(of: first.row)
    var (columns, before, after) = (SetColumns(table: first.table), [Value](), [Value]())
    for change in changes {
      guard case .edit(let column, let old, let new) = change.content else { continue }
      columns.columns.append(column)
      columns.comparisons.append(Comparison(with: old))
      before.append(old)
      after.append(new)
    }
    if setter?.columns != columns {
      let sql = try rows.database.sql(of: id.table)
      var fields: [Int] = []
      for column in columns.columns { fields.append(try rows.database.field(column, of: id.table)) }
      let text = sql.update(fields, comparing: columns.comparisons)
      setter = (columns, try rows.database.change(text, sql.schema.table))
    }
    try setter?.statement.run(binding: after + id.values + before)
    if rows.connection.changedRowCount == 0 { throw .changedSince }
  }
}
