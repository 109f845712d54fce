import EditLog
import Listings
import Platform
import Records
import SQLite

/// Undoes or redoes a step, some of its changes at a time.
///
/// It leaves out changes that are impossible because another program has changed the same data since. They stay part of the
/// step, as does everything after the job is stopped, and the next undo continues with them.
public final class UndoJob: Job {
  private let editor: Editor
  private let rows: RowEditor
  private let fields: TableEditor
  private let fieldUndo: FieldUndo
  private var fieldJob: FieldJob?
  private let cause: ChangeEntry.Cause
  private let undoneStep: EditLog.Step
  private var hasRows: Bool
  /// The change before which row changes have yet to be looked for; nil once that is known.
  private var unseen: Int64?
  private let editStep: EditStep
  private let logNumber: Int
  /// Whether finished changes move to another step of the log, because not all are made at once.
  private var isInParts: Bool
  private var part: Int64?
  private var walk: StepWalk
  private let removal: RunRemoval
  private var size: Int
  /// Whether more changes at a time may help, because some are only possible together with others.
  private var canWiden = true
  private var isWidened = false
  private var postponesCompanions = false
  private var missingRow: LeftOutChange?
  /// What has been done so far.
  public private(set) var undone: UndoneStep
  /// The first of the changes that could not be undone so far.
  public private(set) var leftOut: [LeftOutChange] = []
  /// Whether a change failed for a reason that may disappear once the rest is done.
  private var mayHelp = false
  private var madeBefore = 0
  private var done = 0
  /// Where the count of changes that this walk has passed begins, and how many the walk before it passed.
  private var (walkStart, passedBefore) = (0, Int.max)

  private var database: Database { editor.database }
  private var journal: Journal { editor.journal }
  private var records: RecordTable { editor.records }

  /// Whether the step is too large for a single transaction.
  public var isLarge: Bool { total > Self.wholeCount }
  /// Whether the step has more than one change.
  public var isOfSeveral: Bool { total > 1 }
  /// Whether the step adds, removes or renames a field, after a copy of the database that may take a while.
  public var isOfField: Bool { undone.fieldChange != nil }
  /// Whether keys are handled between the steps, so that each step must be short.
  public var answersKeys = true
  /// Whether to set a field that another program has changed since anyway, as a conflict, because a user can choose.
  public var offersConflicts = false
  /// How many changes of an earlier undo of the step were logged but not written when its program died.
  public let resumedCount: Int
  /// Whether this is a redo.
  public var isRedo: Bool { cause == .redo }
  /// Whether anything has been done.
  public var hasBegun: Bool { undone.count + undone.otherCount > 0 }
  /// Whether something was left out.
  public var isIncomplete: Bool { undone.leftOutCount + undone.otherLeftOutCount > 0 }
  /// The fraction done, from 0 to 1.
  public var fraction: Double { fieldJob?.fraction ?? min(1, Double(done) / Double(max(1, total))) }
  private var total: Int { undoneStep.count }

  private typealias Page = [LogReader.NumberedChange]

  private static let wholeCount = 256
  private static let partSize = 64
  private static let largestPartSize = 4_096
  /// Less than a frame, because a commit sometimes waits for the disk.
  private static let partSeconds = 0.006
  /// The approximate memory for inserted or deleted rows per transaction if no keys are handled.
  private static let longPartByteCount = 14 << 20
  /// The approximate memory per row besides its values: its change, and the recorder's notes.
  private static let rowOverhead = 2_560
  private static let longFieldCount = 1_024
  private static let lookCount = 2_048
  private static let namedCount = 16

  init(
    _ editor: Editor, _ rows: RowEditor, _ fields: TableEditor, _ cause: ChangeEntry.Cause,
    _ step: EditLog.Step,
    hasRows: Bool, part: Int64?, editStep: EditStep, lastChange: Int64, resumedCount: Int,
    _ undone: UndoneStep
  ) {
    (self.editor, self.rows, self.cause, undoneStep) = (editor, rows, cause, step)
    self.fields = fields
    (self.hasRows, self.editStep, self.undone) = (hasRows, editStep, undone)
    (logNumber, self.resumedCount) = (editor.journal.number, resumedCount)
    let isLarge = step.count > Self.wholeCount
    fieldUndo = FieldUndo(editor: editor, rows: rows, isLarge: isLarge, lastChange: lastChange)
    (self.part, isInParts) = (part, isLarge || part != nil)
    unseen = hasRows || !isLarge ? nil : .max
    (walk, removal) = (StepWalk(of: step.id), RunRemoval(rows: rows))
    size = isLarge ? Self.partSize : Self.wholeCount
  }

  /// Restarts as a step that is reversed in the database, described by its first directly deleted row, if any.
  private func restartWithRows(_ changes: [Change]) throws(StoreError) {
    if !hasBegun, let main = changes.first(where: { $0.kind == .deletion && $0.depth == 0 }) {
      let origin = undone.origin
      undone = try UndoneStep(nothingOf: main, in: database)
      undone.origin = origin
    }
    (hasRows, unseen, walk, done, walkStart) = (true, nil, StepWalk(of: undoneStep.id), 0, 0)
  }

  /// Does some of the remaining work, a step that is not large in one transaction; returns false if there is none.
  ///
  /// - Throws: As `undo()`; what was done before stays done.
  public func step() throws(StoreError) -> Bool {
    if let failure = journal.failure { throw failure }
    guard let log = journal.opened, logNumber == journal.number else { return false }
    do throws(StoreError) {
      if let unseen { return try look(before: unseen, in: log) }
      let start = SystemClock.monotonicSeconds
      return try process(try walk.next(limit: size, log.reader), in: log, since: start)
    } catch {
      if error.isOfOneChange { journal.note(stuck: undoneStep.id) }
      throw error
    }
  }

  /// Searches some changes of a large step for row changes; if there are any, the step is reversed in the database.
  private func look(before number: Int64, in log: EditLog) throws(StoreError) -> Bool {
    if number == .max, let last = try walk.next(limit: 1, log.reader).first?.change, rows.isOfRows(last) {
      try restartWithRows([last])
      return true
    }
    let found = try log.reader.firstRow(of: undoneStep.id, before: number, limit: Self.lookCount)
    unseen = found.next
    guard let row = found.row, let change = try log.reader.change(row) else { return true }
    try restartWithRows([change])
    return true
  }

  private func process(_ page: Page, in log: EditLog, since start: Double) throws(StoreError) -> Bool {
    let page = hasRows ? page : withoutRepeats(page)
    guard let last = page.last else { return try endWalk(log) }
    if last.change.kind == .field { return try changeField(last, in: log) }
    if !hasRows, page.contains(where: { rows.isOfRows($0.change) }) {
      try restartWithRows(page.map(\.change))
      return true
    }
    if leaveOutCompanions(page) || postponesCompanions && postponeCompanions(page) { return true }
    do throws(StoreError) {
      if hasRows { try makeRows(page, in: log) } else { try setFields(page, in: log) }
    } catch {
      guard error.isOfOneChange else { throw error }
      try narrow(page, error, in: log)
      return true
    }
    adapt(to: SystemClock.monotonicSeconds - start, page.count)
    pass(page)
    return true
  }

  /// The changes before the first field that repeats: it can only be compared once its later change is undone.
  private func withoutRepeats(_ page: Page) -> Page {
    var seen: [RowRecorder.Row: Set<String>] = [:]
    let repeated = page.firstIndex { change in
      guard let column = change.change.column else { return false }
      return !seen[change.change.row, default: []].insert(column).inserted
    }
    guard let repeated else { return page }
    isInParts = true
    return Array(page[..<repeated])
  }

  private func pass(_ page: Page) {
    if let last = page.last { walk.pass(last.number) }
    isWidened = false
    done += page.count
  }

  /// Adjusts the number of changes per transaction, each of which waits for the disk, so that there is time for keys.
  private func adapt(to seconds: Double, _ count: Int) {
    let fitting =
      answersKeys ? Int(Double(count) * min(2, Self.partSeconds / max(seconds, 0.000_1))) : 2 * count
    switch (isLarge, hasRows, answersKeys) {
    case (false, _, _): size = min(Self.wholeCount, 2 * count)
    case (true, true, true): size = max(min(fitting, Self.largestPartSize), min(size, Self.partSize))
    case (true, true, false): size = min(fitting, longPartSize)
    case (true, false, true): size = Self.partSize
    case (true, false, false): size = min(fitting, Self.longFieldCount)
    }
    size = max(1, size)
  }

  private var longPartSize: Int {
    let rowByteCount = Self.rowOverhead + database.connection.pageByteCount / max(1, total)
    return max(Self.partSize, Self.longPartByteCount / rowByteCount)
  }

  // MARK: Making changes

  private func changeField(_ change: LogReader.NumberedChange, in log: EditLog) throws(StoreError) -> Bool {
    if fieldJob == nil {
      let purpose = LogPurpose(cause: cause, step: editStep, reversing: Reversal(step: undoneStep.id))
      fieldJob = try fields.startReversing(change, as: purpose)
    }
    if try fieldJob?.step() ?? false { return true }
    (undone.count, done) = (1, 1)
    // A store whose tables have changed must not be queried.
    return try end(log)
  }

  private func purpose(of changes: Page, in log: EditLog) throws(StoreError) -> LogPurpose {
    var reversal = Reversal(step: undoneStep.id)
    if isInParts, let first = changes.first, let last = changes.last {
      let part = if let part { part } else { try log.beginPart(of: undoneStep.id) }
      self.part = part
      reversal.part = (part, last.number...first.number)
    }
    return LogPurpose(cause: cause, step: editStep, reversing: reversal)
  }

  /// Inserts and deletes rows, all or none; edits that are only in memory are undone there.
  private func makeRows(_ page: Page, in log: EditLog) throws(StoreError) {
    guard let last = page.last else { return }
    if page[0].change.kind == .insertion {
      let changes = page.map(\.change)
      if try removal.remove(changes, as: try purpose(of: page, in: log)) { return try note(changes) }
    }
    fieldUndo.hydrate(page.map(\.change))
    let givenUp = try rows.editsGivenUp(with: page, of: undoneStep.id, in: walk.edits(from: last.number))
    var (made, edits): ([Change], [FieldUndo.Edit]) = ([], [])
    for change in page.map(\.change) {
      if rows.isUnwritten(change) {
        edits.append(try fieldUndo.edit(of: change.reversed, offersConflict: offersConflicts))
      } else {
        made.append(change.reversed)
      }
    }
    let purpose = try purpose(of: page, in: log)
    if !made.isEmpty { try rows.make(made, as: purpose, settingAgain: givenUp) }
    if !edits.isEmpty { try fieldUndo.set(edits, as: purpose) }
    try note(page.map(\.change))
  }

  private func setFields(_ page: Page, in log: EditLog) throws(StoreError) {
    fieldUndo.hydrate(page.map(\.change))
    var edits: [FieldUndo.Edit?] = []
    for change in page { edits.append(try edit(of: change.change)) }
    if edits.contains(where: { $0 == nil }) { isInParts = true }
    for range in edits.indices.split(whereSeparator: { edits[$0] == nil }) {
      let changes = Array(page[range])
      try fieldUndo.set(edits[range].compactMap(\.self), as: try purpose(of: changes, in: log))
      try note(changes.map(\.change))
      undone.conflictCount += edits[range].count { $0?.conflict != nil }
    }
  }

  private func edit(of change: Change) throws(StoreError) -> FieldUndo.Edit? {
    do throws(StoreError) {
      return try fieldUndo.edit(of: change.reversed, offersConflict: offersConflicts)
    } catch {
      guard error.isOfOneChange else { throw error }
      leaveOut([change], error)
      return nil
    }
  }

  private func note(_ changes: [Change]) throws(StoreError) {
    let isFirst = undone.count + undone.otherCount == 0
    let table = mainTable
    let others = changes.filter { !isMain($0, of: table) }
    undone.count += changes.count - others.count
    // A row changed by side effects has one change per column, but counts once; a row of an index does not count.
    let isIndex = { (row: RowRecorder.Row) in self.database.entry(named: row.table)?.kind == .virtual }
    undone.otherCount += Set(others.lazy.filter { $0.depth == 0 || !isIndex($0.row) }.map(\.row)).count
    guard undone.kind == .edit else { return }
    // An import also changes its own data about the rows, in another table with other columns.
    let own = changes.filter { $0.depth == 0 && $0.table == table }
    guard let column = own.first?.column else { return }
    let field = try database.field(column, of: undone.id.table)
    let isOne = own.allSatisfy { $0.column == column } && (isFirst || undone.field == field)
    undone.field = isOne ? field : nil
    if let values = records[undone.id]?.shownValues {
      undone.title = try database.schema(of: undone.id.table).title(of: values)
    }
  }

  private func isMain(_ change: Change, of table: String) -> Bool {
    change.kind == undone.kind && change.table == table && !(change.kind == .edit && change.depth > 0)
  }

  private var mainTable: String { database.tables[Int(undone.id.table.index)].name }

  // MARK: Leaving changes out

  /// Makes fewer changes at a time after some failed together, until the failing change is known.
  private func narrow(_ page: Page, _ error: StoreError, in log: EditLog) throws(StoreError) {
    if error.concernsOneStatement, !hasBegun { throw error }
    if error.isOfReference {
      if widen(page.count) { return }
    } else if isWidened {
      // The wider page fails for another reason, and narrower ones would be widened to it again and again.
      canWiden = false
    }
    isInParts = true
    if !postponesCompanions, page.first?.change.isCompanion == true, hasSeveralRows(page) {
      return postponesCompanions = true
    }
    // A side effect could belong to any of the edits.
    let isWhole = page.contains {
      $0.change.kind == .edit && $0.change.depth == 0 && rows.isOfRows($0.change)
    }
    let cuts = isWhole ? [] : page.indices.dropFirst().filter { isCut(before: $0, in: page, error) }
    guard let cut = cuts.last(where: { $0 <= page.count / 2 }) ?? cuts.first else {
      let areFields = page.count > 1 && page.allSatisfy { !rows.isOfRows($0.change) }
      if areFields { try setEach(page, in: log) } else { leaveOut(page.map(\.change), error) }
      return pass(page)
    }
    let number = page[0].number
    guard page[cut - 1].number == number, page[cut].number == number else {
      let isInRun = page[cut - 1].number == page[cut].number
      return size = isInRun ? page.prefix { $0.number != page[cut].number }.count : cut
    }
    try split(page.filter { $0.number == number }, at: cut, in: log)
  }

  /// Sets the fields of a row one by one, although the log has their edits together.
  private func setEach(_ page: Page, in log: EditLog) throws(StoreError) {
    for change in page {
      do throws(StoreError) {
        try setFields([change], in: log)
      } catch {
        guard error.isOfOneChange else { throw error }
        leaveOut([change.change], error)
      }
    }
  }

  /// Whether one statement inserted several rows, so that a trigger's rows could belong to any of them.
  private func hasSeveralRows(_ page: Page) -> Bool {
    page.indices.dropFirst().contains { page[$0 - 1].change.depth == 0 && page[$0].change.depth == 0 }
  }

  /// Whether changes may be made without those before them: side effects are left out with their refused row.
  private func isCut(before place: Int, in page: Page, _ error: StoreError) -> Bool {
    let (last, next) = (page[place - 1].change, page[place].change)
    if last.kind == .edit, next.kind == .edit, last.row == next.row { return false }
    if error.isOfOthers { return true }
    return !last.isCompanion && (next.depth == 0 || next.isCompanion)
  }

  /// Splits a run of rows, one entry of the log; `place` counts its last rows, which are reversed first.
  private func split(_ run: Page, at place: Int, in log: EditLog) throws(StoreError) {
    if run.allSatisfy({ isChangedSince($0.change) }) {
      leaveOut(run.map(\.change), .changedSince)
      return pass(run)
    }
    let number = run[0].number
    let named = run[run[0].change.kind == .insertion ? place - 1 : place].change
    let second = try log.split(number, keeping: run.count - place, title: title(of: named))
    walk.note(split: number, to: second)
  }

  private func isChangedSince(_ change: Change) -> Bool {
    guard change.kind == .insertion else { return false }
    do throws(StoreError) {
      try rows.identities.checkIsAsLeft(change.reversed)
      return false
    } catch {
      return error == .changedSince || error == .rowGone
    }
  }

  private func widen(_ count: Int) -> Bool {
    // A page below its size ends where the changes end that can be made now.
    let isFull = count >= size && done + count < total && count < Self.largestPartSize
    canWiden = canWiden && hasRows && isFull
    if canWiden { (size, isWidened) = (4 * count, true) }
    return canWiden
  }

  private func leaveOut(_ changes: [Change], _ error: StoreError) {
    for change in changes.filter({ $0.depth == 0 }) + changes.filter({ $0.depth > 0 }) {
      let row = LeftOutChange(
        id: try? database.recordID(of: change.row), title: title(of: change), error: error)
      if change.depth == 0, change.kind == .deletion { missingRow = row }
      leaveOut(row, isMain: isMain(change, of: mainTable))
    }
    mayHelp = mayHelp || error.isOfConstraint || error.isOfReference
  }

  private func leaveOut(_ row: LeftOutChange, isMain: Bool) {
    if leftOut.count < Self.namedCount { leftOut.append(row) }
    if isMain { undone.leftOutCount += 1 } else { undone.otherLeftOutCount += 1 }
  }

  /// Leaves out the companions of a missing row, which would go to the row that has its key now.
  private func leaveOutCompanions(_ page: Page) -> Bool {
    guard let missingRow else { return false }
    let companions = page.prefix { $0.change.depth > 0 && $0.change.kind != .insertion }
    for change in companions { leaveOut(missingRow, isMain: isMain(change.change, of: mainTable)) }
    pass(Array(companions))
    if companions.count < page.count { self.missingRow = nil }
    return !companions.isEmpty
  }

  /// Postpones companions, which stay if their rows do.
  private func postponeCompanions(_ page: Page) -> Bool {
    guard let last = page.prefix(while: \.change.isCompanion).last else { return false }
    walk.postpone(downTo: last.number)
    return true
  }

  private func title(of change: Change) -> Value {
    guard let id = try? database.recordID(of: change.row) else { return change.title }
    if case .deletion(.cells(let cells)) = change.content, let schema = try? database.schema(of: id.table) {
      return schema.title(of: cells)
    }
    return (try? rows.identities.shownTitle(of: id)) ?? change.title
  }

  func note(unwritten count: Int, _ rows: [LeftOutChange]) {
    undone.count -= count
    undone.leftOutCount += count
    leftOut = Array((leftOut + rows).prefix(Self.namedCount))
    noteStanding()
  }

  // MARK: The end

  private func endWalk(_ log: EditLog) throws(StoreError) -> Bool {
    let isAnyLeft = undone.leftOutCount + undone.otherLeftOutCount > 0
    if walk.hasPostponed, !isAnyLeft || mayHelp {
      postponesCompanions = false
      walk.takeUpPostponed()
      return true
    }
    let (made, passed) = (undone.count + undone.otherCount, done - walkStart)
    // A change that has no effect counts as made in each walk, so the walks also have to get shorter.
    if isAnyLeft, mayHelp, made > madeBefore, passed < passedBefore {
      (madeBefore, mayHelp, missingRow, postponesCompanions) = (made, false, nil, false)
      (walkStart, passedBefore) = (done, passed)
      (leftOut, undone.leftOutCount, undone.otherLeftOutCount) = ([], 0, 0)
      (walk, size) = (StepWalk(of: undoneStep.id), Self.largestPartSize)
      return true
    }
    if let first = leftOut.first, !hasBegun { throw first.error }
    return try end(log)
  }

  private func end(_ log: EditLog) throws(StoreError) -> Bool {
    if let part, leftOut.isEmpty, !walk.hasPostponed { try log.end(undoneStep.id, takenInto: part) }
    noteStanding()
    journal.forgetCanUndo()
    journal.end(editStep)
    return false
  }

  private func noteStanding() {
    let count = undone.leftOutCount + undone.otherLeftOutCount
    journal.standing.note(leftOut, count: count, of: undoneStep.id, isRedo: isRedo)
  }
}

extension UndoneStep {
  init(nothingOf main: Change, in database: Database) throws(StoreError) {
    self.init(kind: main.kind, id: try database.recordID(of: main.row), title: main.title, count: 0)
    if case .field(let change) = main.content { fieldChange = change }
  }
}

extension Change {
  fileprivate var isCompanion: Bool { depth > 0 && kind == .insertion }
}

/// The order in which the changes of a step are visited, from last to first.
struct StepWalk {
  private struct Stretch {
    var first: Int64 = 0
    var end = Int64.max
    var editsEnd: Int64?
    var editsFirst: Int64?
  }

  let step: Int64
  private var stretches = [Stretch()]
  private var postponed: [Stretch] = []

  init(of step: Int64) { self.step = step }

  var hasPostponed: Bool { !postponed.isEmpty }

  /// - Parameter limit: May be exceeded, because the rows of a run come together.
  mutating func next(limit: Int, _ reader: LogReader) throws(StoreError) -> [LogReader.NumberedChange] {
    while let stretch = stretches.last {
      let page = try reader.changes(of: step, from: stretch.first, before: stretch.end, limit: limit)
      if !page.isEmpty { return page }
      stretches.removeLast()
    }
    return []
  }

  func edits(from number: Int64) -> (first: Int64, end: Int64) {
    guard let stretch = stretches.last else { return (number, number) }
    return (stretch.editsFirst ?? number, stretch.editsEnd ?? stretch.end)
  }

  mutating func pass(_ number: Int64) {
    guard !stretches.isEmpty else { return }
    stretches[stretches.count - 1].end = number
    stretches[stretches.count - 1].editsEnd = nil
  }

  mutating func postpone(downTo number: Int64) {
    guard var stretch = stretches.last else { return }
    stretch.first = max(stretch.first, number)
    postponed.insert(stretch, at: 0)
    pass(number)
  }

  mutating func takeUpPostponed() { (stretches, postponed) = (postponed, []) }

  mutating func note(split number: Int64, to second: Int64) {
    guard !stretches.isEmpty else { return }
    let edits = edits(from: number)
    // The second part follows all other changes of the step.
    stretches[stretches.count - 1].end = number + 1
    stretches[stretches.count - 1].editsEnd = edits.end
    stretches.append(Stretch(first: second, end: second + 1, editsEnd: edits.end, editsFirst: edits.first))
  }
}
