import Records
import SQLite

/// Manages the edit log of a store: opens it, tracks steps and what can be undone, and keeps the reason for a failure.
package final class Journal {
  private let path: String
  /// Resolved when the database was opened; nil if it has no file.
  private let realPath: String?
  private let identity: FileIdentity?
  package let options: EditLogOptions?
  private let unwritten: () -> [Change]

  package private(set) var opened: EditLog?
  /// How often a removed log was replaced.
  package private(set) var number = 0
  package private(set) var failure: StoreError?
  /// The rows edited since logging failed, some of which the database may have by now.
  package private(set) var unloggedRows: Set<RowRecorder.Row> = []
  private var renewal: LogRenewal?

  private var numbers: [EditStep: Int64] = [:]
  private var latest: Int64?
  private var stepCount = 0
  package private(set) var stuckStep: Int64?
  private(set) var knownCanUndo: Bool?

  package private(set) var abandonedEntries: [AbandonedEntry]?
  package private(set) var abandoned: AbandonedChanges?

  package let standing = StandingChanges()

  /// - Parameter unwritten: Returns the changes for a new log if the open one has been removed.
  package init(
    of path: String, realPath: String?, identity: FileIdentity?, options: EditLogOptions?,
    unwritten: @escaping () -> [Change]
  ) {
    (self.path, self.realPath, self.identity) = (path, realPath, identity)
    (self.options, self.unwritten) = (options, unwritten)
  }

  package var state: EditLogState {
    if let failure { return .unavailable(failure) }
    return options == nil ? .off : .ready
  }

  // MARK: The log

  package func logFile(in folder: String) throws(StoreError) -> EditLogFile {
    guard let realPath else { throw .cannotOpen(path: path, reason: .missing) }
    return EditLogFile(ofRealPath: realPath, in: folder, identity: identity)
  }

  /// The log, opened if necessary; nil if there is none or logging has failed.
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

  private func kept(_ log: EditLog) throws(StoreError) -> EditLog {
    guard let part = log.removedPart else { return log }
    guard part == log.file.path else { throw .cannotOpen(path: part, reason: .missing) }
    return try renew(log, unwritten())
  }

  /// Starts a new log with all unwritten changes; older changes can no longer be undone.
  private func renew(_ former: EditLog, _ changes: [Change]) throws(StoreError) -> EditLog {
    let log = try EditLog(try logFile(in: former.options.folder), options: former.options)
    // A running write-back may still mark changes by their old numbers.
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

  package func takeRenewal() -> LogRenewal? {
    defer { renewal = nil }
    return renewal
  }

  package func close() { opened = nil }

  /// Stops logging: a log with gaps would restore values that have been overwritten.
  private func fail(_ error: StoreError) {
    failure = error
    opened?.sessions.doubt()
  }

  // MARK: Changes

  package func isLatest(_ step: EditStep) -> Bool { numbers[step].map { $0 == latest } ?? false }

  /// Appends changes before they are made; if that fails, logging stops, but the changes are still made.
  @discardableResult
  package func append(
    _ changes: [Change], files: [Int: RowFile] = [:], as purpose: LogPurpose, isDraft: Bool = false
  ) -> EditLog.Appended? {
    let appended = tryAppending(changes, files, as: purpose, isDraft: isDraft)
    // Drafts reach the database at once.
    if failure != nil, !isDraft { unloggedRows.formUnion(changes.map(\.row)) }
    return appended
  }

  package func append(_ rows: PackedRows, as purpose: LogPurpose) -> EditLog.Appended? {
    if rows.runs.isEmpty { return nil }
    return tryAppending(as: purpose) { log, purpose, step throws(StoreError) in
      try log.append(rows, as: purpose, to: step)
    }
  }

  package func append(
    _ changes: [Change], files: [Int: RowFile], toStep step: Int64
  ) -> EditLog.Appended? {
    guard !changes.isEmpty, let log = log() else { return nil }
    do throws(StoreError) {
      return try log.append(changes, files: files, to: step, isDraft: true)
    } catch {
      fail(error)
      return nil
    }
  }

  /// Appends one of many parts of a change.
  ///
  /// - Throws: If logging fails; the change must stop then.
  package func appendPart(_ changes: [Change], as purpose: LogPurpose) throws(StoreError) -> EditLog
    .Appended?
  {
    guard log() != nil else { return append(changes, as: purpose) }
    let appended = tryAppending(changes, [:], as: purpose, isDraft: false)
    if let failure { throw failure }
    return appended
  }

  private func tryAppending(
    _ changes: [Change], _ files: [Int: RowFile], as purpose: LogPurpose, isDraft: Bool
  ) -> EditLog.Appended? {
    if changes.isEmpty { return nil }
    return tryAppending(as: purpose) { log, purpose, step throws(StoreError) in
      try log.append(changes, files: files, as: purpose, to: step, isDraft: isDraft)
    }
  }

  private func tryAppending(
    as purpose: LogPurpose,
    _ append: (EditLog, LogPurpose, Int64?) throws(StoreError) -> EditLog.Appended
  ) -> EditLog.Appended? {
    let number = number
    guard let log = log() else { return nil }
    var purpose = purpose
    // An undo refers to a step of the log that it was read from, not of a newer one.
    if self.number != number { purpose.reversing = nil }
    do throws(StoreError) {
      let appended = try append(log, purpose, purpose.step.flatMap { numbers[$0] })
      (knownCanUndo, latest) = (purpose.cause == .undo ? nil : true, appended.step)
      if let step = purpose.step { numbers[step] = appended.step }
      return appended
    } catch {
      fail(error)
      return nil
    }
  }

  /// - Parameter isInFolder: Whether the commit removed a rollback journal, so that the database's folder has changed.
  package func confirm(_ appended: EditLog.Appended, isInFolder: Bool) {
    guard let opened, failure == nil else { return }
    if isInFolder { opened.keeper.noteCommit() }
    do throws(StoreError) { try opened.confirm(appended) } catch { fail(error) }
  }

  /// Removes drafts that the database does not have; a step without other changes starts again on a retry.
  package func remove(_ drafts: [EditLog.Appended], of step: EditStep) {
    knownCanUndo = nil
    for draft in drafts where (try? opened?.remove(draft)) == true { end(step) }
  }

  package func remove(_ appended: EditLog.Appended) {
    knownCanUndo = nil
    _ = try? opened?.remove(appended)
  }

  package func noteWritten(_ appended: EditLog.Appended?) {
    guard let appended else { return }
    // If this fails, a session that reads the log later finds out by itself.
    try? opened?.marks.note(changes: Array(appended.changes), LogCode.written)
  }

  package func forgetUnlogged() { unloggedRows = [] }

  // MARK: Steps

  package func beginStep(from origin: StepOrigin? = nil) -> EditStep {
    defer { stepCount += 1 }
    return EditStep(number: stepCount, origin: origin)
  }

  /// Nil until something is appended to the step.
  package func number(of step: EditStep) -> Int64? { numbers[step] }

  package func end(_ step: EditStep) { numbers[step] = nil }

  package func goOn(_ step: EditStep, as number: Int64) { numbers[step] = number }

  package func note(stuck step: Int64) { (stuckStep, knownCanUndo) = (step, nil) }

  package func passOver() throws(StoreError) {
    guard let stuckStep, let opened else { return }
    try opened.passOver(stuckStep)
    standing.forget(step: stuckStep)
    (self.stuckStep, knownCanUndo) = (nil, nil)
  }

  /// Discards standing changes for all programs, except edits that another program has restored meanwhile.
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

  /// Whether a step is known to be undoable; false until the log is open.
  package var canUndo: Bool {
    guard state == .ready, let opened else { return false }
    if let knownCanUndo { return knownCanUndo }
    do throws(StoreError) {
      let canUndo = try opened.step(for: .undo) != nil
      knownCanUndo = canUndo
      return canUndo
    } catch {
      return false
    }
  }

  package func forgetCanUndo() { knownCanUndo = nil }

  // MARK: Dead sessions

  package func note(abandoned entries: [AbandonedEntry]?) {
    (abandonedEntries, knownCanUndo) = (entries, nil)
    abandoned = entries.flatMap(AbandonedChanges.init)
  }
}

package struct LogPurpose {
  package var cause = ChangeEntry.Cause.edit
  package var step: EditStep?
  package var reversing: Reversal?
  package var origin: StepOrigin?

  package init(cause: ChangeEntry.Cause = .edit, step: EditStep? = nil, reversing: Reversal? = nil) {
    (self.cause, self.step, self.reversing) = (cause, step, reversing)
  }
}

/// The changes of several calls, undone as one.
public struct EditStep: Hashable, Sendable {
  package let number: Int
  /// Nil if the changes of the step say enough.
  package let origin: StepOrigin?
}

/// Whether a store's edits go to its edit log.
public enum EditLogState: Hashable, Sendable {
  /// No log was requested, or nothing can be edited.
  case off
  /// Edits are logged, unless the first one finds out otherwise.
  case ready
  /// Edits are not logged; each should be written to the database at once.
  case unavailable(StoreError)
}

/// Why a new edit log was started.
public enum LogRenewal: Hashable, Sendable {
  /// The old log was removed; the new one holds the unwritten changes.
  case removed
  /// The old log has an obsolete format and was renamed to this path.
  case setAside(path: String)
}
