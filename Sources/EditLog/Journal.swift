import Records
import SQLite

/// The edit log of a store: which log is open, which steps are being made, what can be undone, and why nothing is
/// logged, if so.
///
/// It knows nothing of records.
package final class Journal {
  /// The database's path as it was given.
  private let path: String
  /// The path that every program finds for the file, as it was when the database was opened; nil if it has none.
  private let realPath: String?
  private let identity: FileIdentity?
  /// The options of the log; nil if nothing is logged.
  package let options: EditLogOptions?
  private let unwritten: () -> [LoggedChange]

  /// The log; nil until something needs it.
  package private(set) var opened: EditLog?
  /// How many logs were replaced because they had been removed.
  package private(set) var number = 0
  /// Why logging has stopped, if it has.
  package private(set) var failure: StoreError?
  /// The rows that were edited since logging failed; the database may have some of the edits by now.
  package private(set) var unloggedRows: Set<RowRecorder.Row> = []
  /// Why a new log was started, until the caller has asked.
  private var renewal: LogRenewal?

  /// The numbers in the log of steps that consist of several calls.
  private var numbers: [EditStep: Int64] = [:]
  /// The number of the step that something was appended to last.
  private var latest: Int64?
  /// How many such steps have been begun.
  private var stepCount = 0
  /// The step that could not be undone or redone when that was tried last.
  package private(set) var stuckStep: Int64?
  /// Whether there is something to undo; nil if that is not known.
  private(set) var knownCanUndo: Bool?

  /// The unsaved edits of dead sessions; nil until they have been looked for.
  package private(set) var abandonedEntries: [AbandonedEntry]?
  /// The same, summed up.
  package private(set) var abandoned: AbandonedChanges?

  /// The changes that could not be restored or undone.
  package let standing = StandingChanges()

  /// A journal of a database, with nothing opened yet.
  ///
  /// - Parameters:
  ///   - path: The database's path as it was given.
  ///   - realPath: The path that every program finds for the file; nil if it has none.
  ///   - options: The options of the log; nil to log nothing.
  ///   - unwritten: Returns the changes that a new log begins with if the open one has been removed.
  package init(
    of path: String, realPath: String?, identity: FileIdentity?, options: EditLogOptions?,
    unwritten: @escaping () -> [LoggedChange]
  ) {
    (self.path, self.realPath, self.identity) = (path, realPath, identity)
    (self.options, self.unwritten) = (options, unwritten)
  }

  package var state: EditLogState {
    if let failure { return .unavailable(failure) }
    return options == nil ? .off : .ready
  }

  // MARK: The log

  /// The file of the log in a folder, wherever the database's file is by now.
  package func logFile(in folder: String) throws(StoreError) -> EditLogFile {
    guard let realPath else { throw .cannotOpen(path: path, reason: .missing) }
    return EditLogFile(ofRealPath: realPath, in: folder, identity: identity)
  }

  /// The log, which is opened if necessary; nil if there is none, or if it can no longer be written.
  package func log(creating isCreating: Bool = true) -> EditLog? {
    guard failure == nil, let options else { return nil }
    do throws(StoreError) {
      if let opened { return try kept(opened) }
      let file = try logFile(in: options.folder)
      guard isCreating || file.exists else { return nil }
      let log = try EditLog(file, options: options)
      renewal = log.setAside.map { .setAside(path: $0) } ?? renewal
      opened = log
    } catch {
      fail(error)
    }
    return failure == nil ? opened : nil
  }

  /// The open log, or a new one if that has been removed.
  private func kept(_ log: EditLog) throws(StoreError) -> EditLog {
    guard let part = log.removedPart else { return log }
    guard part == log.file.path else { throw .cannotOpen(path: part, reason: .missing) }
    return try renew(log, unwritten())
  }

  /// Begins a new log with everything that is not written; all other changes of the former log can no longer be undone.
  private func renew(_ former: EditLog, _ changes: [LoggedChange]) throws(StoreError) -> EditLog {
    let log = try EditLog(try logFile(in: former.options.folder), options: former.options)
    // A write-back that is running may still mark changes by their numbers in the former log.
    log.sessions.raiseLastChange(to: former.sessions.lastChange)
    if !changes.isEmpty { try log.append(changes) }
    opened = log
    number += 1
    (numbers, latest, stuckStep, knownCanUndo) = ([:], nil, nil, nil)
    note(abandoned: nil)
    standing.removeAll()
    renewal = .removed
    return log
  }

  /// Why a new log was started since the last call; nil if none was.
  package func takeRenewal() -> LogRenewal? {
    defer { renewal = nil }
    return renewal
  }

  /// Ends the session; another store goes on with the log.
  package func close() { opened = nil }

  /// Stops logging: a log with gaps would restore values that have been overwritten.
  private func fail(_ error: StoreError) {
    failure = error
    opened?.sessions.doubt()
  }

  // MARK: Changes

  /// Whether nothing was appended to another step since something was appended to this one.
  package func isLatest(_ step: EditStep) -> Bool { numbers[step].map { $0 == latest } ?? false }

  /// Appends changes, before they are made.
  ///
  /// If the log cannot be written, the changes are made anyway, and logging stops.
  ///
  /// - Parameter isDraft: Whether they count only once they are confirmed.
  @discardableResult
  package func append(_ changes: [LoggedChange], as purpose: LogPurpose, isDraft: Bool = false) -> EditLog
    .Appended?
  {
    let appended = tryAppending(changes, as: purpose, isDraft: isDraft)
    // The database has the changes of a draft at once.
    if failure != nil, !isDraft { unloggedRows.formUnion(changes.map(\.row)) }
    return appended
  }

  /// Appends very many rows as a draft.
  package func append(_ rows: PackedRows, as purpose: LogPurpose) -> EditLog.Appended? {
    if rows.runs.isEmpty { return nil }
    return tryAppending(as: purpose) { log, step, reversing throws(StoreError) in
      try log.append(
        rows, cause: purpose.cause, to: step, from: purpose.step?.origin, reversing: reversing)
    }
  }

  /// Appends what was done along with the changes of a step of the log, as a draft.
  package func append(_ changes: [LoggedChange], toStep step: Int64) -> EditLog.Appended? {
    guard !changes.isEmpty, let log = log() else { return nil }
    do throws(StoreError) {
      return try log.append(changes, to: step, isDraft: true)
    } catch {
      fail(error)
      return nil
    }
  }

  /// Appends one of many parts of a change, which does not continue if a part cannot be logged.
  ///
  /// - Throws: Why the log cannot be written, if it could be until now; if it throws, the changes must not be made.
  package func appendPart(_ changes: [LoggedChange], as purpose: LogPurpose) throws(StoreError) -> EditLog
    .Appended?
  {
    guard log() != nil else { return append(changes, as: purpose) }
    let appended = tryAppending(changes, as: purpose, isDraft: false)
    if let failure { throw failure }
    return appended
  }

  private func tryAppending(
    _ changes: [LoggedChange], as purpose: LogPurpose, isDraft: Bool
  ) -> EditLog.Appended? {
    if changes.isEmpty { return nil }
    return tryAppending(as: purpose) { log, step, reversing throws(StoreError) in
      try log.append(
        changes, cause: purpose.cause, to: step, from: purpose.step?.origin, reversing: reversing,
        isDraft: isDraft)
    }
  }

  /// Appends something, for which the closure gets the log, the number of the step in it, and what it takes back.
  private func tryAppending(
    as purpose: LogPurpose,
    _ append: (EditLog, Int64?, Reversal?) throws(StoreError) -> EditLog.Appended
  ) -> EditLog.Appended? {
    let number = number
    guard let log = log() else { return nil }
    do throws(StoreError) {
      // An undo refers to a step of the log that it was read from, not to one of a new log.
      let reversing = self.number == number ? purpose.reversing : nil
      let appended = try append(log, purpose.step.flatMap { numbers[$0] }, reversing)
      (knownCanUndo, latest) = (purpose.cause == .undo ? nil : true, appended.step)
      if let step = purpose.step { numbers[step] = appended.step }
      return appended
    } catch {
      fail(error)
      return nil
    }
  }

  /// Confirms a draft, now that the database has it.
  ///
  /// - Parameter isInFolder: Whether the commit changed the database's folder, by removing its journal.
  package func confirm(_ appended: EditLog.Appended, isInFolder: Bool) {
    guard let opened, failure == nil else { return }
    if isInFolder { opened.keeper.noteCommit() }
    do throws(StoreError) { try opened.confirm(appended) } catch { fail(error) }
  }

  /// Forgets drafts that the database does not have; if their step has nothing else, a retry begins the step again.
  package func remove(_ drafts: [EditLog.Appended], of step: EditStep) {
    knownCanUndo = nil
    for draft in drafts where (try? opened?.remove(draft)) == true { end(step) }
  }

  /// Forgets a draft that the database does not have, of a step that has other changes.
  package func remove(_ appended: EditLog.Appended) {
    knownCanUndo = nil
    _ = try? opened?.remove(appended)
  }

  /// Notes that the database has what was appended.
  package func noteWritten(_ appended: EditLog.Appended?) {
    guard let appended else { return }
    // If this fails, a session that reads the log later finds out by itself.
    try? opened?.marks.note(changes: Array(appended.changes), LogCode.written)
  }

  /// Notes that the database has everything that could not be logged.
  package func forgetUnlogged() { unloggedRows = [] }

  // MARK: Steps

  /// Begins a step that consists of several calls.
  ///
  /// - Parameter origin: The origin of the step; nil if its changes say enough.
  package func beginStep(from origin: StepOrigin? = nil) -> EditStep {
    defer { stepCount += 1 }
    return EditStep(number: stepCount, origin: origin)
  }

  /// The number of a step in the log; nil as long as nothing has been appended for it.
  package func number(of step: EditStep) -> Int64? { numbers[step] }

  /// Forgets a step that is complete.
  package func end(_ step: EditStep) { numbers[step] = nil }

  /// Has changes of a step belong to one that the log has already.
  package func goOn(_ step: EditStep, as number: Int64) { numbers[step] = number }

  /// Notes that a step cannot be undone or redone.
  package func note(stuck step: Int64) { (stuckStep, knownCanUndo) = (step, nil) }

  /// Has undo and redo pass over the step that is stuck from now on, in all programs.
  package func passOver() throws(StoreError) {
    guard let stuckStep, let opened else { return }
    try opened.passOver(stuckStep)
    standing.forget(step: stuckStep)
    (self.stuckStep, knownCanUndo) = (nil, nil)
  }

  /// Discards standing changes for all programs, except edits that another program has restored in the meantime.
  package func discard(standing numbers: [Int]) throws(StoreError) {
    guard let opened else { return }
    let (edits, steps) = standing.sources(of: numbers)
    let changes = edits.flatMap(\.numbers)
    try opened.marks.discard(unwritten: changes, of: try opened.sessions.dead())
    for step in steps { try opened.passOver(step) }
    let gone = Set(changes)
    if !gone.isEmpty {
      note(abandoned: abandonedEntries?.filter { $0.numbers.allSatisfy { !gone.contains($0) } })
    }
    forgetCanUndo()
    standing.remove(numbers)
  }

  /// Whether there is something to undo, as far as is known; false until the log has been opened.
  ///
  /// - Complexity: O(1), or a few statements on the log after an undo.
  package var canUndo: Bool {
    guard state == .ready, let opened else { return false }
    if let knownCanUndo { return knownCanUndo }
    do throws(StoreError) {
      let canUndo = try opened.step(for: .undo) != nil
      knownCanUndo = canUndo
      return canUndo
    } catch {
      // The next call tries again.
      return false
    }
  }

  /// Notes that another step may be the next to undo.
  package func forgetCanUndo() { knownCanUndo = nil }

  // MARK: Dead sessions

  /// Notes what dead sessions have left; nil if that is not known.
  package func note(abandoned entries: [AbandonedEntry]?) {
    (abandonedEntries, knownCanUndo) = (entries, nil)
    abandoned = entries.flatMap(AbandonedChanges.init)
  }
}

/// The standing changes of a session, in the order in which they were found.
package final class StandingChanges {
  package private(set) var all: [StandingChange] = []
  /// The edits in the log, by the numbers of their standing changes.
  private var edits: [Int: AbandonedEntry] = [:]
  /// The partly undone steps in the log, by the numbers of their standing changes.
  private var steps: [Int: Int64] = [:]
  private var lastNumber = 0

  /// Replaces the edits by those that a restoration could not restore.
  package func note(_ refused: [(entry: AbandonedEntry, obstacle: Restoration.Obstacle)]) {
    all.removeAll { edits[$0.number] != nil }
    edits = [:]
    for (entry, obstacle) in refused { edits[add(.edit(obstacle))] = entry }
  }

  /// Replaces the entry of a step by what the last undo or redo left out; removes it if that is nothing.
  package func note(_ rows: [LeftOutChange], count: Int, of step: Int64, isRedo: Bool) {
    forget(step: step)
    if !rows.isEmpty { steps[add(.step(rows, count: count, isRedo: isRedo))] = step }
  }

  /// Removes the entry of a step.
  package func forget(step: Int64) { remove(steps.filter { $0.value == step }.map(\.key)) }

  /// The edits and steps in the log that standing changes refer to.
  package func sources(of numbers: [Int]) -> (edits: [AbandonedEntry], steps: [Int64]) {
    (numbers.compactMap { edits[$0] }, numbers.compactMap { steps[$0] })
  }

  /// Removes entries by their numbers.
  package func remove(_ numbers: [Int]) {
    let gone = Set(numbers)
    all.removeAll { gone.contains($0.number) }
    for number in numbers { (edits[number], steps[number]) = (nil, nil) }
  }

  /// Removes all of them.
  package func removeAll() { (all, edits, steps) = ([], [:], [:]) }

  private func add(_ content: StandingChange.Content) -> Int {
    lastNumber -= 1
    all.append(StandingChange(number: lastNumber, content: content))
    return lastNumber
  }
}
