import EditLog
import Listings
import Records
import SQLite
import Tables

/// Writes what another machine has made of rows, in one transaction and as one step of the edit log.
///
/// Rows are written as undo writes them: with triggers on, since only triggers keep indexes up to date, and then corrected,
/// since what the other machine's triggers did arrives as rows of its own.
package final class ArrivingRows {
  /// A row, or several that are made together, with what is to be changed.
  package typealias Changes = [LoggedChange]

  private let rows: RowEditor
  private let origin: StepOrigin
  /// The parts to make before others are asked for.
  private var queue: [[Changes]] = []
  /// Changes that the database has refused so far, and why; they are tried again after the others.
  private var waiting: [(changes: Changes, error: StoreError)] = []
  /// How many rows waited when they were last tried again.
  private var triedCount = 0
  /// The result of the last part, which may be made twice: parts to make instead, and refused changes.
  private var made: (parts: [[Changes]], refused: [(changes: Changes, error: StoreError)]) = ([], [])
  private var isOver = false
  /// Whether something has changed along with rows, such as by a trigger, or may have without being reported.
  package private(set) var hasReactions = false
  /// The statement that sets columns of rows of a table, which is mostly the one of the row before.
  private var setter: (columns: SetColumns, statement: PreparedStatement)?

  /// The columns that are set and compared.
  private struct SetColumns: Equatable {
    let table: String
    var columns: [String] = []
    var comparisons: [Comparison] = []
  }

  /// Makes one for a store, whose records and lists do not follow: it has to be opened again.
  package init(into store: BookStore, from origin: StepOrigin) {
    (rows, self.origin) = (store.rowEditor, origin)
  }

  /// Writes rows in parts.
  ///
  /// - Parameters:
  ///   - next: Returns the next rows, each with its changes; nil after the last ones. It is called in the transaction.
  ///   - finish: Called before COMMIT with the rows that the database refuses, and why.
  /// - Throws: `changedSince` or `rowGone` if the database does not hold what a change starts from, or what writing and the
  ///   closures throw; then nothing is written.
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

  /// The next part; an empty one is the last.
  ///
  /// Rows that were refused together come alone, and rows that were refused alone come again at the end, as long as one of them
  /// helps another, for example because it has given up a unique value.
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
    if part.count > 1 { made.parts = part.reversed().map { [$0] } } else { made.refused = [(part[0], error)] }
  }

  /// Makes changes, all or none; returns why the database refuses them.
  private func refusal(of changes: [LoggedChange], _ writer: RowWriter) throws(StoreError) -> StoreError? {
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
      // A row may have gone along with one that was deleted before it.
      let isGone = error == .rowGone && changes.allSatisfy { $0.kind == .deletion }
      guard connection.isInTransaction, error.concernsOneRow, isGone || error != .rowGone else { throw error }
      try connection.execute("ROLLBACK TO arriving")
      try connection.execute("RELEASE arriving")
      writer.recorder.noteRollback()
      if isGone && changes.count == 1 { return nil }
      return rows.constraints.explained(error)
    }
  }

  // MARK: Rows that nothing reacts to

  /// Sets columns of rows, each by one statement that also compares; returns false, with nothing done, if there is more to it.
  private func hasSet(_ changes: [LoggedChange], _ recorder: RowRecorder) throws(StoreError) -> Bool {
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
      // The slow way finds out why, and says so.
      guard rows.connection.isInTransaction, error != .interrupted else { throw error }
    }
    setter = nil
    try rows.connection.execute("ROLLBACK TO arriving")
    recorder.forgetTouches()
    return false
  }

  /// Sets columns of a row to what its changes say, if they hold what the changes start from.
  private func set(_ changes: ArraySlice<LoggedChange>) throws(StoreError) {
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
