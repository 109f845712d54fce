import Records

/// The edit log of a store: which one is open, which steps are being made, what can be undone, and why nothing is logged
/// where that is so.
///
/// It knows nothing of records.
final class Journal {
  private let database: EditLogDatabase
  private let options: EditLogOptions?
  private let unwritten: () -> [LoggedChange]

  /// The log; nil until something needs it.
  private(set) var opened: EditLog?
  /// How many logs were removed before the one that is open.
  private(set) var number = 0
  /// Why nothing is logged any more.
  private(set) var failure: StoreError?
  /// The rows that were edited since, of which the database has some by now.
  private(set) var unloggedRows: Set<RowRecorder.Row> = []
  /// Whether a log was removed, and nobody has been told.
  private var isRenewed = false

  /// The numbers in the log of steps that are made of several calls.
  private var numbers: [EditStep: Int64] = [:]
  /// How many such steps were begun.
  private var stepCount = 0
  /// Steps that could not be undone or done again, which are passed over from then on.
  private var passedSteps: Set<Int64> = []
  /// Whether there is something to undo, as far as it is known.
  private(set) var knownCanUndo: Bool?

  /// The unsaved edits of dead sessions, once they have been looked for.
  private(set) var abandonedEntries: [AbandonedEntry]?
  /// The same, summed up.
  private(set) var abandoned: AbandonedChanges?

  /// A journal of a database, with nothing opened yet.
  ///
  /// - Parameters:
  ///   - options: Where the log is; nil where there is to be none.
  ///   - unwritten: The changes that a new log begins with where the one that was open is removed.
  init(
    of database: EditLogDatabase, options: EditLogOptions?, unwritten: @escaping () -> [LoggedChange]
  ) {
    (self.database, self.options, self.unwritten) = (database, options, unwritten)
  }

  var state: EditLogState {
    if let failure { return .unavailable(failure) }
    return options == nil ? .off : .ready
  }

  // MARK: The log

  /// The file of the log in a folder.
  func logFile(in folder: String) throws(StoreError) -> EditLogFile { try database.logFile(in: folder) }

  /// The log, which is opened if it must be; nil where there is none, or where it cannot be written any more.
  func log(creating isCreating: Bool = true) -> EditLog? {
    guard failure == nil, let options else { return nil }
    do throws(StoreError) {
      if let opened { return try kept(opened) }
      let file = try database.logFile(in: options.folder)
      guard isCreating || file.exists else { return nil }
      opened = try EditLog(file, options: options)
    } catch {
      fail(error)
    }
    return failure == nil ? opened : nil
  }

  /// The log that is open, or a new one where that is removed.
  private func kept(_ log: EditLog) throws(StoreError) -> EditLog {
    guard let part = log.removedPart else { return log }
    guard part == log.file.path else { throw .cannotOpen(path: part, reason: .missing) }
    return try renew(log, unwritten())
  }

  /// Begins a new log with all that is not written; what the former one had besides cannot be undone any more.
  private func renew(_ former: EditLog, _ changes: [LoggedChange]) throws(StoreError) -> EditLog {
    let log = try EditLog(try database.logFile(in: former.options.folder), options: former.options)
    // A write-back that is under way may yet mark what the former log has, by its numbers.
    log.sessions.raiseLastChange(to: former.sessions.lastChange)
    if !changes.isEmpty { try log.append(changes) }
    opened = log
    number += 1
    (numbers, passedSteps, knownCanUndo) = ([:], [], nil)
    note(abandoned: nil)
    isRenewed = true
    return log
  }

  /// Whether the log was removed and begun anew since the last call.
  func takeRenewal() -> Bool {
    defer { isRenewed = false }
    return isRenewed
  }

  /// Stops logging: a log with gaps would restore values that have been overwritten.
  private func fail(_ error: StoreError) {
    failure = error
    opened?.sessions.doubt()
  }

  // MARK: Changes

  /// Appends changes, before they are made.
  ///
  /// If the log cannot be written, the changes are made anyway, and logging stops.
  ///
  /// - Parameter isDraft: Whether they count only once they are confirmed.
  @discardableResult
  func append(_ changes: [LoggedChange], as purpose: LogPurpose, isDraft: Bool = false) -> EditLog.Appended? {
    let appended = tryAppending(changes, as: purpose, isDraft: isDraft)
    // The database has what was a draft at once.
    if failure != nil, !isDraft { unloggedRows.formUnion(changes.map(\.row)) }
    return appended
  }

  /// Appends one of many parts of something, which goes no further where that cannot be logged.
  ///
  /// - Throws: Why the log cannot be written, if it could be until now; the changes are not to be made then.
  func appendPart(_ changes: [LoggedChange], as purpose: LogPurpose) throws(StoreError) -> EditLog.Appended? {
    let couldLog = log() != nil
    let appended = append(changes, as: purpose)
    if couldLog, let failure { throw failure }
    return appended
  }

  private func tryAppending(
    _ changes: [LoggedChange], as purpose: LogPurpose, isDraft: Bool
  ) -> EditLog.Appended? {
    let number = number
    guard !changes.isEmpty, let log = log() else { return nil }
    do throws(StoreError) {
      // An undo refers to a step of the log that it was read from, not of a new one.
      let appended = try log.append(
        changes, cause: purpose.cause, to: purpose.step.flatMap { numbers[$0] },
        reversing: self.number == number ? purpose.reversing : nil, isDraft: isDraft)
      knownCanUndo = purpose.cause == .undo ? nil : true
      if let step = purpose.step { numbers[step] = appended.step }
      return appended
    } catch {
      fail(error)
      return nil
    }
  }

  /// Has what was appended as a draft count, now that the database has it.
  ///
  /// - Parameter isInFolder: Whether the transaction has ended with a change of the database's folder.
  func confirm(_ appended: EditLog.Appended, isInFolder: Bool) {
    guard let opened, failure == nil else { return }
    if isInFolder { opened.keeper.noteCommit() }
    do throws(StoreError) { try opened.confirm(appended) } catch { fail(error) }
  }

  /// Forgets a draft that the database has not taken; what is tried again begins its step anew if nothing else is in it.
  func remove(_ appended: EditLog.Appended?, of step: EditStep) {
    knownCanUndo = nil
    if let appended, (try? opened?.remove(appended)) == true { end(step) }
  }

  /// Notes that the database has what was appended.
  func noteWritten(_ appended: EditLog.Appended?) {
    guard let appended else { return }
    // Whoever reads the log later finds out by itself.
    try? opened?.marks.note(changes: appended.changes, LogCode.written)
  }

  /// Notes that the database has all that could not be logged.
  func forgetUnlogged() { unloggedRows = [] }

  // MARK: Steps

  /// Begins a step that several calls make changes for.
  func beginStep() -> EditStep {
    defer { stepCount += 1 }
    return EditStep(number: stepCount)
  }

  /// The number of a step in the log; nil as long as nothing was appended for it.
  func number(of step: EditStep) -> Int64? { numbers[step] }

  /// Forgets a step that nothing more comes to.
  func end(_ step: EditStep) { numbers[step] = nil }

  /// The step that is undone or done again next.
  func step(for cause: ChangeEntry.Cause, in log: EditLog) throws(StoreError) -> EditLog.Step? {
    try log.step(for: cause, passing: passedSteps)
  }

  /// Skips a step from now on, because it could not be undone or redone.
  func passOver(_ step: Int64) {
    passedSteps.insert(step)
    knownCanUndo = nil
  }

  /// Whether there is something to undo, as far as is known: not before the log was opened.
  ///
  /// - Complexity: O(1), after an undo a few statements on the log.
  var canUndo: Bool {
    guard state == .ready, let opened else { return false }
    if let knownCanUndo { return knownCanUndo }
    do throws(StoreError) {
      let canUndo = try step(for: .undo, in: opened) != nil
      knownCanUndo = canUndo
      return canUndo
    } catch {
      // It is asked again.
      return false
    }
  }

  /// Notes that something else may be the next step.
  func forgetCanUndo() { knownCanUndo = nil }

  // MARK: Dead sessions

  /// Notes what dead sessions have left; nil where that is not known.
  func note(abandoned entries: [AbandonedEntry]?) {
    (abandonedEntries, knownCanUndo) = (entries, nil)
    abandoned = entries.flatMap(AbandonedChanges.init)
  }
}
