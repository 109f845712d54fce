import EditLog
import Listings
import Records
import SQLite

/// Resolves fields that were changed both here and by another program, and rows that were changed here and are gone.
public final class ConflictResolver {
  private let database: Database
  private let lists: Lists
  private let rows: RowEditor
  private let editor: Editor
  let shelf: Shelf
  let journal: Journal

  init(_ editor: Editor, _ rows: RowEditor) {
    (database, shelf, lists, journal) = (editor.database, editor.shelf, editor.lists, editor.journal)
    (self.rows, self.editor) = (rows, editor)
  }

  private var connection: Connection { database.connection }
  var records: RecordTable { shelf.records }

  /// The fields in conflict that write-backs have found, sorted by table, key and field.
  public var all: [Conflict] {
    records.unsettled.ids.flatMap(of).sorted { $0.id == $1.id ? $0.field < $1.field : $0.id < $1.id }
  }

  /// An upper bound of the rows that are in conflict, or were changed here and are gone.
  public var unsettledCount: Int { records.unsettled.count }

  /// How many rows were changed here and are gone, or have been replaced by another row.
  public var goneCount: Int { records.unsettled.goneCount }

  /// The rows found after the given one (0 for the first), in conflict or gone, in the order in which they were found.
  public func unsettled(after number: Int = 0, limit: Int) -> [UnsettledRow] {
    Array(records.unsettled.after(number).lazy.compactMap(row).prefix(limit))
  }

  /// The last rows found before the given one, in the order in which they were found.
  public func unsettled(before number: Int, limit: Int) -> [UnsettledRow] {
    records.unsettled.before(number).lazy.compactMap(row).prefix(limit).reversed()
  }

  /// The changes that could not be restored or undone, in the order in which they were found.
  public var standing: [StandingChange] { journal.standing.all }

  /// Discards standing changes for good; the database stays as it is.
  public func discard(standing numbers: [Int]) throws(StoreError) { try journal.discard(standing: numbers) }

  /// Removes a standing change from the list; an edit is offered again at the next start, a step by the next undo.
  public func keep(standing number: Int) { journal.standing.remove([number]) }

  private func row(_ number: Int, _ id: RecordID) -> UnsettledRow? {
    let conflicts = of(id)
    if case .conflicts? = records.unsettled[id], conflicts.isEmpty { return nil }
    return UnsettledRow(number: number, id: id, conflicts: conflicts, isReplaced: records.isReplaced(id))
  }

  /// Compares unwritten edits with the database, two statements per record; returns how many records were left out.
  public func compare(atMost limit: Int) throws(StoreError) -> Int {
    guard !database.isAsRead else { return 0 }
    for record in records.dirty.prefix(limit) { try compare(record) }
    return max(0, records.dirty.count - limit)
  }

  private func compare(_ record: Record) throws(StoreError) {
    let (sql, id) = (try database.sql(of: record.id.table), record.id)
    guard let row = try RowReader(connection: connection, sql: sql).read(id) else {
      return records.noteGone(id)
    }
    if let read = ReadRow(of: record), !read.isSame(as: row, in: sql.schema) {
      return records.noteFailure(.rowReplaced, of: id)
    }
    let fields = record.originals.map(\.index)
    let held = try connection.row(sql.values(fields), id.values) { $0.values(at: fields.indices) }
    guard let held else { return records.noteGone(id) }
    let theirs = zip(record.originals, held).filter { original, value in
      let affinity = sql.schema.fields[original.index].affinity
      return record.value(at: original.index)?.isInConflict(with: value, since: original.value, in: affinity)
        == true
    }
    records.noteConflicts(of: id, theirs.map { FieldValue(index: $0.index, value: $1) })
  }

  /// The fields of a record that are in conflict, in order.
  public func of(_ id: RecordID) -> [Conflict] { shelf.conflicts(of: id) }

  /// Chooses a value for a field in conflict; the next write-back writes it if it differs from the database's.
  public func resolve(_ id: RecordID, _ field: Int, _ choice: Conflict.Choice) {
    guard let conflict = of(id).first(where: { $0.field == field }) else { return }
    resolve([conflict], choice)
  }

  func resolve(_ conflicts: [Conflict], _ choice: Conflict.Choice, in job: ResolvingJob? = nil) {
    logChoices(conflicts, choice, in: job)
    for conflict in conflicts {
      editor.resolve(conflict, to: conflict[choice], isOneOfMany: job?.isLarge ?? false)
    }
  }

  private func logChoices(_ conflicts: [Conflict], _ choice: Conflict.Choice, in job: ResolvingJob?) {
    guard let log = journal.log() else { return }
    let end = min(job?.lastChange ?? .max, log.sessions.lastChange)
    var (new, written): ([Change], [Change]) = ([], [])
    for conflict in conflicts {
      let value = conflict[choice]
      guard let record = records[conflict.id],
        var change = database.edit(of: conflict.field, in: record, to: value),
        let column = change.column
      else { continue }
      if value == conflict.theirs {
        written.append(change)
      } else {
        change.content = .edit(column: column, before: conflict.theirs, after: value)
        new.append(change)
      }
    }
    journal.forgetCanUndo()
    journal.noteWritten(journal.append(written, as: LogPurpose(step: job?.editStep)))
    journal.append(new, as: LogPurpose(step: job?.editStep))
    guard journal.failure == nil else { return }
    // If this fails, a session that reads the log finds the conflict again.
    try? log.transaction { () throws(StoreError) in
      for change in written + new {
        try log.marks.discard(change.table, change.key, column: change.column, upTo: end)
      }
    }
  }

  /// Inserts a deleted record's row again, with all edits; with a new key if another row has its own.
  ///
  /// - Throws: `incompleteRow` if a value was never read, otherwise as `insert(_:into:)`; then the record stays as it is.
  public func insertAgain(_ id: RecordID) throws(StoreError) { try insertAgain([id], in: nil) }

  /// The values of a row in the database, with only the beginning of large values; nil if there is no such row.
  public func heldValues(of id: RecordID) throws(StoreError) -> [Value]? {
    try RowReader(connection: connection, sql: try database.sql(of: id.table)).read(id)?.shownValues
  }

  func insertAgain(_ ids: [RecordID], in step: EditStep?) throws(StoreError) {
    if let id = ids.first, ids.count == 1, records.isReplaced(id) {
      return try insertAnew(id, in: step)
    }
    var rows: [(id: RecordID, cells: [Change.Cell])] = []
    for id in ids { rows.append((id, try cells(of: id))) }
    try self.rows.insertWhole(rows, as: LogPurpose(step: step))
    for id in ids {
      try? journal.opened?.marks.noteWritten(try database.sql(of: id.table).schema.table, id.key)
      if let record = records[id] { records.change(record) { $0.settle() } }
    }
  }

  private func insertAnew(_ id: RecordID, in step: EditStep?) throws(StoreError) {
    let sql = try database.sql(of: id.table)
    var cells = try cells(of: id)
    if case .rowid(let column) = sql.schema.key { cells.removeAll { $0.column == column } }
    _ = try rows.insertCells([cells], sql, step)
    discard(id)
  }

  private func cells(of id: RecordID) throws(StoreError) -> [Change.Cell] {
    let sql = try database.sql(of: id.table)
    guard let record = records[id], record.shownValues != nil else { throw .incompleteRow }
    var cells = zip(sql.schema.key.columns, id.values).map { Change.Cell(column: $0, value: $1) }
    for (index, field) in sql.schema.fields.enumerated() where !field.isGenerated {
      if cells.contains(where: { $0.column == field.column }) { continue }
      guard let value = record.value(at: index) else { throw .incompleteRow }
      cells.append(Change.Cell(column: field.column, value: value))
    }
    return cells
  }

  /// Discards a record and its edits after another program has deleted its row.
  public func discard(_ id: RecordID) { discard(id, upTo: .max) }

  func discard(_ id: RecordID, upTo end: Int64) {
    guard let schema = try? database.sql(of: id.table).schema else { return }
    // If this fails, a session that reads the log finds that the row is gone.
    try? journal.opened?.marks.discard(schema.table, id.key, upTo: end)
    journal.forgetCanUndo()
    let isReplaced = records.isReplaced(id)
    records.remove(id)
    if isReplaced { lists.readAgain(id.table) } else { lists.noteGone(id) }
  }

  /// Makes the same choice for all conflicts: `mine` inserts missing rows again, `theirs` discards them.
  ///
  /// - Returns: The rows that could not be inserted again, and why.
  /// - Throws: An error that concerns more than one row; earlier conflicts stay resolved.
  @discardableResult
  public func resolveAll(_ choice: Conflict.Choice) throws(StoreError) -> [RowFailure] {
    let job = startResolvingAll(choice)
    try job.finish()
    return job.failures
  }

  /// Starts a job that makes the same choice for all conflicts step by step.
  public func startResolvingAll(_ choice: Conflict.Choice) -> ResolvingJob { ResolvingJob(self, choice) }
}

extension RecordID {
  fileprivate static func < (left: RecordID, right: RecordID) -> Bool {
    (left.table, left.rowid ?? 0) < (right.table, right.rowid ?? 0)
  }
}

/// A row that was changed here and changed or deleted by another program, so that writing it needs a choice.
public struct UnsettledRow: Hashable, Sendable {
  /// A number from 1 that increases in the order in which rows are found.
  public let number: Int
  /// The row.
  public let id: RecordID
  /// The fields that both have changed, in order; empty if the row is gone.
  public let conflicts: [Conflict]

  /// Whether another row has its key.
  public var isReplaced = false

  /// Whether the row is gone.
  public var isGone: Bool { conflicts.isEmpty }
}
