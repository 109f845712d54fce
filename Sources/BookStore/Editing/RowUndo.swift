import EditLog
import Listings
import Records
import SQLite

/// Restores rows to their state before a step, including everything that triggers and foreign keys did along with it.
///
/// The changes are made with triggers on, because triggers keep up to date what SQLite does not report. Then, with triggers
/// off, the rows of the step get what they held before it, and other rows what they held before the undo.
///
/// If a trigger or a foreign key prevents that, the step can be restored plainly: without either, every row, index rows
/// included, gets what the log has.
struct RowUndo {
  private let writer: RowWriter
  private let identities: RowIdentities
  private let log: EditLog?
  private var goals: [Goal] = []
  /// The values that earlier goals leave, from which later goals start.
  private var expected: [RecordID: [String: Value]] = [:]
  private var depths: [RecordID: Int] = [:]
  private var leftToTriggers: [RecordID: TriggerShare] = [:]

  enum Way {
    case withTriggers
    case plainly
  }

  private enum TriggerShare {
    case row
    case columns(Set<String>)
  }

  private struct Goal {
    let change: Change
    let id: RecordID
    let sql: TableSQL

    var isOfIndex: Bool { change.depth > 0 && sql.schema.source == .virtual }
  }

  init(_ writer: RowWriter, _ identities: RowIdentities, _ log: EditLog?) {
    (self.writer, self.identities, self.log) = (writer, identities, log)
  }

  private var database: Database { writer.database }
  private var connection: Connection { writer.connection }
  private var constraints: Constraints { writer.constraints }
  private var recorder: RowRecorder { writer.recorder }

  /// Whether changes may be made plainly; an inserted row cannot go that way, because later rows may point to it.
  static func canGoPlainly(_ changes: [Change], after error: StoreError) -> Bool {
    // A trigger may have removed a row in between; a change by another program fails again anyway.
    guard error.concernsOneRow || error.concernsOneStatement || error == .changedSince else { return false }
    return !changes.contains { $0.kind == .deletion && $0.depth == 0 }
  }

  /// Makes changes in order in the open transaction; earlier parts of the step may already have made some of them.
  mutating func run(_ changes: [Change], of step: Int64?, _ way: Way) throws(StoreError) {
    for change in changes { try aim(at: change, step) }
    defer { connection.setTriggers(areOn: true) }
    if way == .plainly { return try runPlainly() }
    try makeAll()
    guard recorder.hasCompanions else { return try restoreIndexes() }
    // The first correction runs with triggers on, for the data that virtual tables keep about the rows.
    if hasModules { _ = try correct() }
    connection.setTriggers(areOn: false)
    // Foreign keys may change rows again.
    for _ in 0..<Self.limit { if try !correct() { return try restoreIndexes() } }
    throw .changedSince
  }

  /// Makes all changes with triggers on, or off if a trigger inserts a conflicting row and no virtual table needs triggers.
  private func makeAll() throws(StoreError) {
    let goals = goals.filter { !$0.isOfIndex }
    try connection.setSavepoint()
    do throws(StoreError) {
      try make(goals, .withTriggers)
      try connection.releaseSavepoint()
    } catch {
      guard error.isOfUniqueness || error == .ignored, connection.isInTransaction,
        !hasModules
      else { throw error }
      try connection.rollBackToSavepoint()
      recorder.forgetTouches()
      connection.setTriggers(areOn: false)
      try make(goals, .withTriggers)
    }
  }

  /// Makes changes in order; a change whose unique value another row still has waits for the others.
  private func make(_ goals: [Goal], _ way: Way) throws(StoreError) {
    var waiting = Self.together(goals)
    while !waiting.isEmpty {
      var (refused, failure): ([ArraySlice<Goal>], StoreError?) = ([], nil)
      for goals in waiting {
        do throws(StoreError) {
          if way == .plainly { for goal in goals { try checkPointsNowhereElse(goal) } }
          try make(goals)
        } catch {
          guard error.isOfUniqueness, connection.isInTransaction else { throw error }
          failure = failure ?? error
          refused.append(goals)
        }
      }
      if let failure, refused.count == waiting.count { throw failure }
      waiting = refused
    }
  }

  /// Groups the goals that edit one row: a constraint may allow all of them, but not each alone.
  private static func together(_ goals: [Goal]) -> [ArraySlice<Goal>] {
    var (slices, start): ([ArraySlice<Goal>], Int) = ([], 0)
    for place in goals.indices {
      let next = place + 1
      if next < goals.count, goals[next].id == goals[place].id, goals[place].change.kind == .edit,
        goals[next].change.kind == .edit
      {
        continue
      }
      slices.append(goals[start..<next])
      start = next
    }
    return slices
  }

  /// Whether there are virtual tables, such as a full-text index, which only triggers keep up to date.
  private var hasModules: Bool { database.tables.contains { $0.kind == .virtual } }

  // MARK: Without triggers and foreign keys

  /// Makes all changes with triggers and foreign keys off; index rows go first and return last, for indexes read their texts.
  private func runPlainly() throws(StoreError) {
    // Only triggers could restore these.
    guard leftToTriggers.isEmpty, try !database.hasUnrecordedIndexes(recorder) else { throw .changedSince }
    connection.setTriggers(areOn: false)
    let indexes = try indexRows()
    for index in indexes { if try isHeld(index.id, index.sql) { try writer.delete(index.id) } }
    let goals = goals.filter { !$0.isOfIndex }
    try make(goals, .plainly)
    for index in indexes {
      if let cells = index.cells { try writer.insertWhole(cells, index.sql) }
    }
    try checkIsRestored()
  }

  /// Checks that a change leaves no dangling references that were not there before the step.
  private func checkPointsNowhereElse(_ goal: Goal) throws(StoreError) {
    let schema = goal.sql.schema
    switch goal.change.content {
    case .deletion:
      if constraints.isPointedTo(goal.id) { throw .foreignKey }
    case .edit(let column, _, _):
      if try constraints.isTarget(column, of: schema.table) { throw .foreignKey }
    case .insertion, .field: break
    }
  }

  private func checkIsRestored() throws(StoreError) {
    for goal in goals where !goal.isOfIndex {
      guard let expected = expected[goal.id], goal.change.kind != .deletion else { continue }
      guard let held = try database.heldCells(of: goal.id) else { throw .changedSince }
      for cell in held where expected[cell.column].map({ $0 != cell.value }) == true { throw .changedSince }
      if goal.change.isDangling { continue }
      for reference in goal.sql.schema.references
      where try constraints.pointsToNothing(reference, held, goal.sql) { throw .foreignKey }
    }
  }

  // MARK: Indexes

  private func indexRows() throws(StoreError) -> [Target] {
    var targets: [Target] = []
    for goal in goals where goal.isOfIndex && !targets.contains(where: { $0.id == goal.id }) {
      targets.append(Target(id: goal.id, sql: goal.sql, cells: try indexCells(goal)))
    }
    return targets
  }

  private func indexCells(_ goal: Goal) throws(StoreError) -> [Change.Cell]? {
    switch goal.change.content {
    case .insertion(let image): image.cells
    case .deletion, .field: nil
    case .edit:
      try database.heldCells(of: goal.id)?.map { cell in
        Change.Cell(column: cell.column, value: expected[goal.id]?[cell.column] ?? cell.value)
      }
    }
  }

  private func isHeld(_ id: RecordID, _ sql: TableSQL) throws(StoreError) -> Bool {
    guard let module = recorder.module(named: sql.schema.table) else {
      return try database.heldCells(of: id) != nil
    }
    return try connection.exists(module.exists, id.values)
  }

  /// Restores index rows that triggers have not restored; in an external-content index, only missing rows are noticed.
  private func restoreIndexes() throws(StoreError) {
    for target in try indexRows() {
      if leftToTriggers[target.id] != nil { continue }
      guard recorder.module(named: target.sql.schema.table)?.isExternal == true else {
        _ = try restore(target.id, target.sql, to: target.cells)
        continue
      }
      if let cells = target.cells, try !isHeld(target.id, target.sql) {
        try writer.insertWhole(cells, target.sql)
      }
    }
  }

  // MARK: Goals

  private static let limit = 16

  /// Adds the goal of a change; a row that a trigger has changed since the step is left to the triggers.
  private mutating func aim(at change: Change, _ step: Int64?) throws(StoreError) {
    let id = try database.recordID(of: change.row)
    let goal = Goal(change: change, id: id, sql: try database.sql(of: id.table))
    do throws(StoreError) {
      if try !isExpected(change, id) { try check(goal) }
    } catch {
      let isGone = error == .rowGone && change.kind == .deletion
      if isGone, let step, try log?.hasDeleted(change, in: step) == true { return }
      guard change.depth > 0, error == .rowGone || error == .changedSince else { throw error }
      return leaveToTriggers(change.column, of: id)
    }
    goals.append(goal)
    depths[id] = min(depths[id] ?? .max, change.depth)
    if let column = change.column { recorder.setDepth(change.depth, of: column, change.row) }
    expect(change, of: id)
  }

  private func check(_ goal: Goal) throws(StoreError) {
    switch goal.change.kind {
    case .insertion: break
    case .deletion: try identities.checkIsAsLeft(goal.change, expecting: expected[goal.id] ?? [:])
    case .edit: try checkIsHeld(goal.change, of: goal.id)
    case .field: throw .changedSince
    }
  }

  private func checkIsHeld(_ change: Change, of id: RecordID) throws(StoreError) {
    guard case .edit(let column, let before, _) = change.content else { return }
    let field = try database.field(column, of: id.table)
    guard let held = try database.values([field], of: id)?.first else { throw .rowGone }
    guard try database.isSame(before, held, field, id.table) else { throw .changedSince }
  }

  private func isExpected(_ change: Change, _ id: RecordID) throws(StoreError) -> Bool {
    guard case .edit(let column, let before, _) = change.content, let value = expected[id]?[column] else {
      return false
    }
    return try database.isSame(before, value, try database.field(column, of: id.table), id.table)
  }

  private mutating func expect(_ change: Change, of id: RecordID) {
    switch change.content {
    case .insertion(let image):
      let cells = image.cells ?? []
      expected[id] = Dictionary(cells.map { ($0.column, $0.value) }) { $1 }
    case .edit(let column, _, let value): expected[id, default: [:]][column] = value
    case .deletion, .field: expected[id] = nil
    }
  }

  private mutating func leaveToTriggers(_ column: String?, of id: RecordID) {
    switch (column, leftToTriggers[id]) {
    case (nil, _), (_, .row?): leftToTriggers[id] = .row
    case (let column?, .columns(let others)?): leftToTriggers[id] = .columns(others.union([column]))
    case (let column?, nil): leftToTriggers[id] = .columns([column])
    }
  }

  private func make(_ goals: ArraySlice<Goal>) throws(StoreError) {
    guard let goal = goals.first else { return }
    recorder.setDepth(depths[goal.id] ?? goal.change.depth)
    switch goal.change.content {
    case .insertion(let image):
      guard case .cells(let cells) = image else { throw .changedSince }
      // If a trigger has inserted the row differently, it is corrected later.
      if recorder.hasMade(goal.change.row) { return }
      try writer.insertWhole(cells, goal.sql, isFree: false)
    case .deletion: try writer.delete(goal.id)
    case .field: throw .changedSince
    case .edit:
      guard let held = try database.heldCells(of: goal.id) else {
        // The row was deleted along with another row of the step, and is corrected later.
        if recorder.hasRemoved(goal.change.row) { return }
        throw .rowGone
      }
      try edit(goals, goal.id, held)
    }
  }

  private func edit(_ goals: ArraySlice<Goal>, _ id: RecordID, _ held: [Change.Cell]) throws(StoreError) {
    var values: [String: Value] = [:]
    for goal in goals {
      if case .edit(let column, _, let value) = goal.change.content { values[column] = value }
    }
    try set(
      held.compactMap { cell in
        values[cell.column].flatMap {
          $0 == cell.value ? nil : Change.Cell(column: cell.column, value: $0)
        }
      }, id, held)
  }

  private struct Target {
    let id: RecordID
    let sql: TableSQL
    var cells: [Change.Cell]?
    var wasCascaded = false

    mutating func set(_ edit: Change) {
      for place in cells?.indices ?? 0..<0 where cells?[place].column == edit.column {
        cells?[place].value = edit.after
      }
    }
  }

  /// Corrects touched rows, deletions first because of conflicts; returns false if nothing had to be corrected.
  private func correct() throws(StoreError) -> Bool {
    let targets = try targets()
    var isChanged = false
    for target in targets where target.cells == nil { if try restore(target) { isChanged = true } }
    for target in targets where target.cells != nil { if try restore(target) { isChanged = true } }
    return isChanged
  }

  private func targets() throws(StoreError) -> [Target] {
    var targets = goals.filter { !$0.isOfIndex }.compactMap { goal -> Target? in
      switch goal.change.content {
      case .insertion(.cells(let cells)): Target(id: goal.id, sql: goal.sql, cells: cells)
      case .deletion: Target(id: goal.id, sql: goal.sql, cells: nil)
      case .insertion, .edit, .field: nil
      }
    }
    let asked = Set(targets.map(\.id))
    let edits = Dictionary(grouping: goals.filter { $0.change.kind == .edit }, by: \.id)
    for place in targets.indices {
      for edit in edits[targets[place].id] ?? [] { targets[place].set(edit.change) }
    }
    for touch in recorder.touches {
      guard let entry = database.entry(named: touch.row.table), entry.kind != .virtual else { continue }
      let id = RecordID(touch.row.key, in: entry.id)
      if asked.contains(id) { continue }
      if case .row? = leftToTriggers[id] { continue }
      let sql = try database.sql(of: id.table)
      var target = Target(id: id, sql: sql, cells: try recorder.cells(touch, sql))
      if case .columns(let columns)? = leftToTriggers[id] {
        target.cells?.removeAll { columns.contains($0.column) }
      }
      target.wasCascaded = touch.before != nil && !touch.isThere
      for edit in edits[id] ?? [] { target.set(edit.change) }
      targets.append(target)
    }
    return targets
  }

  /// Corrects a row, except references to rows that are gone for good; returns false if nothing had to be corrected.
  private func restore(_ target: Target) throws(StoreError) -> Bool {
    guard var cells = target.cells else { return try restore(target.id, target.sql, to: nil) }
    for reference in target.sql.schema.references
    where try constraints.pointsToNothing(reference, cells, target.sql) {
      if target.wasCascaded { return false }
      let columns = reference.fields.map { target.sql.schema.fields[$0].column }
      cells.removeAll { columns.contains($0.column) }
    }
    return try restore(target.id, target.sql, to: cells)
  }

  private func restore(_ id: RecordID, _ sql: TableSQL, to cells: [Change.Cell]?) throws(StoreError) -> Bool {
    let held = try database.heldCells(of: id)
    guard let cells else {
      if held != nil { try writer.delete(id) }
      return held != nil
    }
    guard let held else {
      try writer.insertWhole(cells, sql)
      return true
    }
    let wrong = cells.filter { cell in held.contains { $0.column == cell.column && $0.value != cell.value } }
    try set(wrong, id, held)
    return !wrong.isEmpty
  }

  private func set(_ cells: [Change.Cell], _ id: RecordID, _ held: [Change.Cell]) throws(StoreError) {
    if cells.isEmpty { return }
    var fields: [Int] = []
    for cell in cells { fields.append(try database.field(cell.column, of: id.table)) }
    try writer.set(fields, to: cells.map(\.value), of: id, holding: held)
  }
}
