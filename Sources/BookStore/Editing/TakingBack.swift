import Records

/// Rows being taken back to what they were before a step, with all that triggers and foreign keys did along with it.
///
/// The changes are made with triggers on, since these keep up to date what SQLite does not report, such as a full-text index.
/// What they do to rows besides is corrected then, with triggers off: the rows of the step get what they held before it, and
/// any others what they held before this.
struct TakingBack {
  private let rows: RowEditor
  private let recorder: RowRecorder
  private var goals: [Goal] = []
  /// What is left to the triggers.
  private var left: [RecordID: Left] = [:]

  /// What of a row is left to the triggers.
  private enum Left {
    case row
    case columns(Set<String>)
  }

  /// A row that is to be as it was.
  private struct Goal {
    let change: LoggedChange
    let id: RecordID
    let sql: TableSQL
  }

  init(_ rows: RowEditor, recorder: RowRecorder) {
    self.rows = rows
    self.recorder = recorder
  }

  /// Makes changes in their order in the transaction that is open.
  ///
  /// - Parameter step: The step that the changes are logged in, which may have made some of them by its earlier parts.
  mutating func takeBack(_ changes: [LoggedChange], of step: Int64?) throws(StoreError) {
    for change in changes { if let goal = try goal(change, step) { goals.append(goal) } }
    defer { rows.connection.setTriggers(areOn: true) }
    try makeAll()
    // Otherwise nothing was done but what was asked for.
    guard recorder.hasCompanions else { return }
    // Once with triggers on, for what modules keep of the rows.
    if hasModules { _ = try correct() }
    rows.connection.setTriggers(areOn: false)
    // Foreign keys may change rows once more.
    for _ in 0..<Self.limit { if try !correct() { return } }
    throw .changedSince
  }

  /// Makes all changes with triggers on.
  ///
  /// Where a trigger puts a row in the way of another one, they are made with triggers off, if nothing is in the database
  /// that only triggers keep up to date.
  private func makeAll() throws(StoreError) {
    try rows.connection.setSavepoint()
    do throws(StoreError) {
      for goal in goals { try make(goal) }
      try rows.connection.releaseSavepoint()
    } catch {
      guard error.isOfUniqueness || error == .ignored, rows.connection.isInTransaction,
        !hasModules
      else { throw error }
      try rows.connection.rollBackToSavepoint()
      recorder.forget()
      rows.connection.setTriggers(areOn: false)
      for goal in goals { try make(goal) }
    }
  }

  /// Whether modules keep something of the rows that only triggers bring up to date, such as a full-text index.
  private var hasModules: Bool { rows.database.tables.contains { $0.kind == .virtual } }

  /// How often rows are corrected that foreign keys change again.
  private static let limit = 16

  /// What a change is to lead to; nil where there is nothing to take back.
  ///
  /// A row that a trigger has made or changed may have been changed since for the same reason: it is left to the triggers.
  private mutating func goal(_ change: LoggedChange, _ step: Int64?) throws(StoreError) -> Goal? {
    let id = try rows.database.recordID(of: change.row)
    let sql = try rows.database.sql(of: id.table)
    do throws(StoreError) {
      switch change.kind {
      case .insertion: break
      case .deletion: try rows.checkIsAsLeft(change)
      case .edit: try rows.checkIsHeld(change, of: id)
      }
    } catch {
      let isGone = error == .rowGone && change.kind == .deletion
      if isGone, let step, try rows.journal.opened?.hasDeleted(change, in: step) == true { return nil }
      guard change.depth > 0, error == .rowGone || error == .changedSince else { throw error }
      leave(change.column, of: id)
      return nil
    }
    return Goal(change: change, id: id, sql: sql)
  }

  /// Leaves a column of a row to the triggers, or all of it for nil.
  private mutating func leave(_ column: String?, of id: RecordID) {
    switch (column, left[id]) {
    case (nil, _), (_, .row?): left[id] = .row
    case (let column?, .columns(let others)?): left[id] = .columns(others.union([column]))
    case (let column?, nil): left[id] = .columns([column])
    }
  }

  /// Makes a change, unless what was done before has made it.
  private func make(_ goal: Goal) throws(StoreError) {
    recorder.setDepth(goal.change.depth)
    switch goal.change.content {
    case .insertion(let image):
      guard case .cells(let cells) = image else { throw .changedSince }
      // What a trigger has made of it is corrected.
      if recorder.hasMade(goal.change.row) { return }
      try rows.insertWhole(cells, goal.sql, recorder)
      try rows.checkIsFree(goal.id)
    case .deletion: try rows.deleteRow(goal.id, recorder)
    case .edit(let column, _, let value):
      guard let held = try rows.heldCells(of: goal.id, goal.sql) else { throw .rowGone }
      guard held.first(where: { $0.column == column })?.value != value else { return }
      try set([LoggedChange.Cell(column: column, value: value)], goal.id, goal.sql, held)
    }
  }

  /// What a row is to hold, or nil where it is to be gone.
  private struct Target {
    let id: RecordID
    let sql: TableSQL
    var cells: [LoggedChange.Cell]?
    /// Whether it has gone along with something.
    var wentAlong = false

    /// Has the row hold what an edit sets.
    mutating func set(_ edit: LoggedChange) {
      guard case .edit(let column, _, let value) = edit.content else { return }
      for place in cells?.indices ?? 0..<0 where cells?[place].column == column {
        cells?[place].value = value
      }
    }
  }

  /// Has all rows that were touched be what they are to be; false where they are.
  ///
  /// What is not to be there goes first, for it may stand in the way of the rest.
  private func correct() throws(StoreError) -> Bool {
    let targets = try targets()
    var isChanged = false
    for target in targets where target.cells == nil { if try lead(to: target) { isChanged = true } }
    for target in targets where target.cells != nil { if try lead(to: target) { isChanged = true } }
    return isChanged
  }

  /// What the rows are to hold that were touched: what was asked for, and of all others what they held before.
  private func targets() throws(StoreError) -> [Target] {
    var targets = goals.compactMap { goal -> Target? in
      switch goal.change.content {
      case .insertion(.cells(let cells)): Target(id: goal.id, sql: goal.sql, cells: cells)
      case .deletion: Target(id: goal.id, sql: goal.sql, cells: nil)
      case .insertion, .edit: nil
      }
    }
    let asked = Set(targets.map(\.id))
    let edits = Dictionary(grouping: goals.filter { $0.change.kind == .edit }, by: \.id)
    for touch in recorder.touches {
      guard let entry = rows.database.entry(named: touch.row.table) else { continue }
      let id = RecordID(touch.row.key, in: entry.id)
      if asked.contains(id) { continue }
      if case .row? = left[id] { continue }
      let sql = try rows.database.sql(of: id.table)
      var target = Target(id: id, sql: sql, cells: try recorder.cells(touch, sql))
      if case .columns(let columns)? = left[id] { target.cells?.removeAll { columns.contains($0.column) } }
      target.wentAlong = touch.before != nil && !touch.isThere
      for edit in edits[id] ?? [] { target.set(edit.change) }
      targets.append(target)
    }
    return targets
  }

  /// Has a row be what it is to be; false where it is.
  ///
  /// What it has pointed to may have gone for good: then it stays away if it went along with that, and else points elsewhere.
  private func lead(to target: Target) throws(StoreError) -> Bool {
    guard var cells = target.cells else { return try lead(target.id, target.sql, to: nil) }
    for reference in target.sql.schema.references
    where try rows.constraints.pointsToNothing(reference, cells, target.sql) {
      if target.wentAlong { return false }
      let columns = reference.fields.map { target.sql.schema.fields[$0].column }
      cells.removeAll { columns.contains($0.column) }
    }
    return try lead(target.id, target.sql, to: cells)
  }

  /// Has a row hold some values, or be gone for nil; false where it does.
  private func lead(_ id: RecordID, _ sql: TableSQL, to cells: [LoggedChange.Cell]?) throws(StoreError)
    -> Bool
  {
    let held = try rows.heldCells(of: id, sql)
    guard let cells else {
      if held != nil { try rows.deleteRow(id, recorder) }
      return held != nil
    }
    guard let held else {
      try rows.insertWhole(cells, sql, recorder)
      return true
    }
    let wrong = cells.filter { cell in held.contains { $0.column == cell.column && $0.value != cell.value } }
    try set(wrong, id, sql, held)
    return !wrong.isEmpty
  }

  /// Sets columns of a row that holds some values.
  private func set(
    _ cells: [LoggedChange.Cell], _ id: RecordID, _ sql: TableSQL, _ held: [LoggedChange.Cell]
  ) throws(StoreError) {
    if cells.isEmpty { return }
    var fields: [Int] = []
    for cell in cells { fields.append(try rows.database.field(cell.column, of: id.table)) }
    try rows.database.change(sql.update(fields), sql.schema.table).run(
      binding: cells.map(\.value) + id.values)
    if rows.connection.changedRowCount == 0 { throw .ignored }
    rows.noteUnreported(id, sql, before: held, isThere: true, recorder)
  }
}
