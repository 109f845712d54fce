import EditLog
import Listings
import Platform
import Records
import SQLite

/// Writes dirty records back, at once or in the background (`WriteBackJob`), and dehydrates records.
public final class Writer {
  let database: Database
  private let records: RecordTable
  private let lists: Lists
  let journal: Journal
  private let transfers: FileTransfers

  private lazy var worker: Worker = {
    let worker = Worker(path: database.path, options: database.options, name: "write-back")
    startedWorker = worker
    return worker
  }()
  private var startedWorker: Worker?
  private(set) var hasThreadWritten = false
  private var running: WriteBackJob? {
    didSet { lists.noteWriteBack(isUnderWay: running != nil) }
  }
  private let outcomes = Inbox<WriteBackNews>()
  private var finished: End?
  /// The result of a background write-back, and whether it was for a memory warning.
  public typealias End = (dehydration: Dehydration, isForWarning: Bool)
  private var makeRecorder: ((Int64) -> (any WriteRecorder)?)?
  private var editSteps = EditSteps()
  private(set) var ledger = WriteLedger()
  /// The monotonic seconds before which the budget is not checked again.
  private var nextBudgetTry = 0.0

  init(
    _ database: Database, _ records: RecordTable, _ lists: Lists, _ journal: Journal,
    _ transfers: FileTransfers
  ) {
    (self.database, self.records, self.lists) = (database, records, lists)
    (self.journal, self.transfers) = (journal, transfers)
  }

  private var connection: Connection { database.connection }

  func onNews(_ wake: @escaping @Sendable () -> Void) { outcomes.onNews(wake) }

  func recordEffects(with make: @escaping (_ step: Int64) -> (any WriteRecorder)?) { makeRecorder = make }

  func endThread() { startedWorker?.stop() }

  // MARK: At once

  @discardableResult
  func writeBack() -> WriteBackResult {
    finishWriteBack()
    let recorded = database.hasReactions ? writeRecorded(records.dirty.map { $0 }) : WriteBackResult()
    return recorded.error == nil ? recorded.adding(perform(beginWriteBack())) : recorded
  }

  @discardableResult
  func dehydrateAll() -> Dehydration {
    let bytesBefore = records.byteCount
    finishWriteBack()
    records.releaseLarge()
    let countBefore = records.hydratedCount
    var dehydration = Dehydration(writeBack: writeBack())
    // The write-back itself releases records that triggers may have changed.
    records.dehydrateClean()
    dehydration.recordCount = countBefore - records.hydratedCount
    dehydration.freedByteCount = bytesBefore - records.byteCount
    ledger.noteWarning(
      hydrations: records.hydrationCount, dehydrated: dehydration.recordCount,
      isAnswered: dehydration.writeBack.error == nil)
    releaseMemory()
    return dehydration
  }

  @discardableResult
  func dehydrate(_ id: RecordID) -> Dehydration {
    finishWriteBack()
    guard let record = records[id], record.state != .known else { return Dehydration() }
    let before = (recordCount: records.hydratedCount, byteCount: records.byteCount)
    var dehydration = Dehydration()
    if record.state == .dirty { dehydration.writeBack = write([record]) }
    records.dehydrate(id)
    dehydration.recordCount = before.recordCount - records.hydratedCount
    dehydration.freedByteCount = before.byteCount - records.byteCount
    return dehydration
  }

  func beginWriteBack() -> PendingWriteBack {
    var pending = pendingWriteBack(capacity: records.dirty.count)
    var place = records.dirty.endIndex
    collectDirty(into: &pending, before: &place, since: SystemClock.monotonicSeconds, count: place)
    return pending
  }

  /// Collects the changes of records that have been dirty since a moment or longer, from the last dirty one backwards.
  ///
  /// Each then counts as dirty from now on, so that none is collected twice, although dirty records move when others become
  /// clean between two calls.
  ///
  /// - Parameters:
  ///   - place: The end of the records that have yet to be checked, which is updated.
  ///   - moment: In `SystemClock.monotonicSeconds`.
  func collectDirty(
    into pending: inout PendingWriteBack, before place: inout Int, since moment: Double, count: Int
  ) {
    let now = max(SystemClock.monotonicSeconds, moment.nextUp)
    place = min(place, records.dirty.endIndex)
    let end = max(0, place - count)
    while place > end {
      place -= 1
      let record = records.dirty[place]
      guard record.dirtySince <= moment, !isRecorded(record.id.table) else { continue }
      record.dirtySince = now
      pending.append(record)
    }
  }

  func beginWriteBack(of records: [Record]) -> PendingWriteBack {
    var pending = pendingWriteBack(capacity: records.count)
    for record in records { pending.append(record) }
    return pending
  }

  func pendingWriteBack(capacity: Int) -> PendingWriteBack {
    var pending = PendingWriteBack(capacity: capacity, sqls: database.knownSQLs)
    pending.mark = journal.opened?.sessions.lastChange ?? 0
    return pending
  }

  private func perform(_ pending: consuming PendingWriteBack, as step: Int64? = nil) -> WriteBackResult {
    if let damage = database.damage, pending.count > 0 {
      return note(WriteBackOutcome(error: .damaged(detail: damage)), of: pending)
    }
    if !database.isAsRead { pending.copyRows() }
    let companions = step.flatMap { makeRecorder?($0) }
    var plan = pending.plan
    var outcome = withReadersPaused { plan.perform(on: connection, since: database.baseline, companions) }
    if outcome.lacksRows {
      pending.copyRows()
      plan = pending.plan
      outcome = withReadersPaused { plan.perform(on: connection, since: database.baseline, companions) }
    }
    companions?.settle(isWritten: outcome.error == nil)
    let result = note(outcome, of: pending)
    companions?.follow()
    return result
  }

  func note(_ outcome: WriteBackOutcome, of pending: consuming PendingWriteBack) -> WriteBackResult {
    let settlement = startNoting(outcome, of: pending)
    while settlement.isUnderWay { note(settlement, count: settlement.pending.count) }
    noteInLog(settlement)
    ledger.noteWritten(settlement.result.writtenCount)
    return settlement.result
  }

  /// Consumes the records; otherwise all of them would be copied when the first outcome is noted.
  func startNoting(_ outcome: WriteBackOutcome, of pending: consuming PendingWriteBack) -> Settlement {
    if outcome.error == nil { noteWritten(pending.plan.shapes) }
    return Settlement(pending, outcome)
  }

  /// Notes the outcome in more records, and dehydrates clean ones; a record that stays dirty counts as just used.
  func note(_ settlement: Settlement, count: Int, isReleasing: Bool = false) {
    var ids: [RecordID] = []
    for _ in 0..<count where settlement.isUnderWay {
      if let id = settlement.noteNext(in: records), isReleasing || isUnlike(id.table) { ids.append(id) }
    }
    // The settlement no longer holds them.
    release(ids)
    lists.noteTitles(settlement.takeTitles())
  }

  /// Whether unrecorded side effects may have changed a row, which is then read again on the next access.
  private func isUnlike(_ table: TableID) -> Bool {
    database.hasReactions && database.reacts(table) && !isRecorded(table)
  }

  private func noteWritten(_ shapes: [WriteBackPlan.Shape]) {
    for (table, shapes) in Dictionary(grouping: shapes, by: \.sql.schema.id) {
      lists.noteWritten(table, shapes.map(\.fields))
    }
  }

  @discardableResult
  func writeFirst(_ waiting: [Record]) -> WriteBackResult {
    if waiting.isEmpty { return WriteBackResult() }
    finishWriteBack()
    let dirty = waiting.filter { $0.state == .dirty }
    let unique = Dictionary(dirty.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return unique.isEmpty ? WriteBackResult() : write(Array(unique.values))
  }

  private func write(_ dirty: [Record]) -> WriteBackResult {
    let recorded = writeRecorded(dirty)
    let others = dirty.filter { !isRecorded($0.id.table) }
    return others.isEmpty || recorded.error != nil
      ? recorded : recorded.adding(perform(beginWriteBack(of: others)))
  }

  // MARK: Tables that react

  func isRecorded(_ table: TableID) -> Bool {
    database.hasReactions && database.reacts(table) && journal.state == .ready
  }

  func writeSteps(before step: Int64?, in table: TableID) {
    guard isRecorded(table), step == nil || step != editSteps.latest else { return }
    writeFirst(records.dirty.filter { isRecorded($0.id.table) })
  }

  func noteStep(of appended: EditLog.Appended?, in table: TableID, _ ids: [RecordID]) {
    guard let appended, isRecorded(table) else { return }
    editSteps.note(appended.step, of: ids, inLog: journal.number)
  }

  /// Writes records of recorded tables in the order of their steps, each step's separately; skips other records.
  func writeRecorded(_ candidates: [Record]) -> WriteBackResult {
    var result = WriteBackResult()
    guard database.hasReactions else { return result }
    let dirty = candidates.filter { $0.state == .dirty && isRecorded($0.id.table) }
    let steps = Dictionary(grouping: dirty) { step(of: $0.id) ?? .max }
    for (step, records) in steps.sorted(by: { $0.key < $1.key }) {
      for start in stride(from: 0, to: records.count, by: Self.recordedSize) {
        let part = beginWriteBack(of: Array(records[start..<min(start + Self.recordedSize, records.count)]))
        result = result.adding(perform(part, as: step == .max ? nil : step))
        if result.error != nil { return result }
      }
    }
    for record in dirty where record.state != .dirty { editSteps.forget(record.id) }
    return result
  }

  /// Writes some records of recorded tables, dirty since a moment or longer, which then count as dirty from now on.
  func writeRecorded(since moment: Double, count: Int) -> WriteBackResult? {
    let now = max(SystemClock.monotonicSeconds, moment.nextUp)
    var part: [Record] = []
    for record in records.dirty.reversed() where record.dirtySince <= moment {
      guard part.count < count else { break }
      if isRecorded(record.id.table) { part.append(record) }
    }
    for record in part { record.dirtySince = now }
    return part.isEmpty ? nil : writeRecorded(part)
  }

  private static let recordedSize = 1_024

  private func step(of id: RecordID) -> Int64? {
    if let step = editSteps.step(of: id, inLog: journal.number) { return step }
    guard let table = try? database.schema(of: id.table).table else { return nil }
    return try? journal.opened?.reader.pendingStep(of: RowRecorder.Row(table: table, key: id.key))
  }

  // MARK: In the background

  /// The number of dirty records from which a write-back is done in the background.
  public static let backgroundCount = 1_000

  /// Whether a background write-back is running.
  public var isWritingBack: Bool { running != nil }

  var phase: WriteBackJob.Phase? { running?.phase }

  /// Whether a write-back has been running for more than a second, so that it may never end.
  public var isWritingLong: Bool { running.map { SystemClock.monotonicSeconds - $0.start > 1 } ?? false }

  /// Begins to handle a memory warning in the background; `takeWriteBack()` returns the result.
  public func startDehydratingAll() {
    if let running { return running.noteWarning() }
    startCollecting(since: SystemClock.monotonicSeconds, .everything)
  }

  /// Begins to write back the records that have been dirty for at least the given seconds; they stay hydrated.
  public func startWritingBack(olderThan seconds: Double) {
    startCollecting(since: SystemClock.monotonicSeconds - seconds, .nothing)
  }

  /// Aborts the background write-back, so that the database has none of it; `takeWriteBack()` returns `interrupted`.
  public func stopWritingBack() {
    if phase == .writing { worker.interrupt() }
  }

  /// Whether a record has been dirty for at least the given number of seconds; O(1) while none has.
  public func hasDirty(olderThan seconds: Double) -> Bool {
    records.hasDirty(since: SystemClock.monotonicSeconds - seconds)
  }

  /// Evicts the least recently used records while the held ones exceed a budget; their lazy groups go first.
  ///
  /// Dirty ones among them are written first, in one transaction; if there are many, in the background.
  ///
  /// - Parameter bytes: The limit for `Counts.byteCount`. A hundredth of it is freed, or a tenth if something must be written,
  ///   so that this is rarely needed; but at most `largestRelease`, so that no call takes long.
  /// - Returns: Why records could not be written, if any.
  @discardableResult
  public func keepWithin(bytes: Int, keeping shown: Set<RecordID>) -> StoreError? {
    guard records.byteCount > bytes, running == nil else { return nil }
    let (hundredth, tenth) = (bytes / 100, bytes / 10)
    return release(
      downTo: bytes - min(hundredth, Self.largestRelease), keeping: shown,
      extra: min(tenth, Self.largestRelease))
  }

  /// The most bytes freed below a budget at once: those of a few thousand books, which take a few milliseconds.
  private static let largestRelease = 1 << 20

  /// Evicts the least recently used records down to a number of bytes, and frees `extra` if any must be written first.
  private func release(downTo bytes: Int, keeping shown: Set<RecordID>, extra: Int = 0) -> StoreError? {
    records.releaseLarge(downTo: bytes, keeping: shown)
    guard records.byteCount > bytes, SystemClock.monotonicSeconds >= nextBudgetTry else { return nil }
    records.dropHeld()
    var dirty = records.releaseLeastRecentlyUsed(bytes: records.byteCount - bytes, keeping: shown)
    if !dirty.isEmpty { dirty += records.releaseLeastRecentlyUsed(bytes: extra, keeping: shown) }
    let others = dirty.filter { !isRecorded($0.id.table) }
    guard others.count <= Self.backgroundCount else {
      let recorded = dirty.filter { isRecorded($0.id.table) }
      _ = writeRecorded(recorded)
      release(recorded.map(\.id))
      start(WriteBackJob(self, database, records, of: beginWriteBack(of: others)))
      return nil
    }
    let result = write(dirty)
    release(dirty.map(\.id))
    noteBudget(result)
    return result.reason
  }

  /// Keeps records that cannot be written from being retried at every key press.
  private func noteBudget(_ result: WriteBackResult) {
    if !result.isComplete { nextBudgetTry = SystemClock.monotonicSeconds + 1 }
  }

  private func release(_ ids: [RecordID]) {
    for id in ids {
      if records[id]?.state == .dirty { records.noteUse(of: id) } else { records.dehydrate(id) }
    }
  }

  package func write<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    finishWriteBack()
    if let damage = database.damage { throw .damaged(detail: damage) }
    return try withReadersPaused(body)
  }

  private func withReadersPaused<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    guard transfers.isReading || lists.areReading else { return try body() }
    pauseReaders()
    defer { resumeReaders() }
    return try body()
  }

  /// Prevents other threads from holding a lock that blocks a write; in WAL mode readers do not block writers.
  private func pauseReaders() {
    guard !database.hasWriteAheadLog else { return }
    transfers.pause()
    lists.pause()
  }

  private func resumeReaders() {
    transfers.resume()
    lists.resume()
  }

  private func releaseMemory() {
    lists.releaseMemory()
    connection.releaseMemory()
    database.forgetTouches()
    journal.opened?.connection.releaseMemory()
    releaseFreeMemory()
  }

  /// The cache in KiB for a write-back; once it is full, the write-back locks readers out.
  private static let cacheSize = 65_536

  private func startCollecting(since moment: Double, _ release: WriteBackJob.Release) {
    guard running == nil else { return }
    start(WriteBackJob(self, database, records, since: moment, release))
  }

  private func start(_ writeBack: WriteBackJob) {
    guard running == nil else { return }
    running = writeBack
    guard let end = doSlice() else { return }
    finished = end
    outcomes.post(.sliceLeft)
  }

  /// Does one slice of a background write-back; returns its result if it has ended, otherwise `onNews` reports more.
  public func takeWriteBack() -> End? {
    let end = takeNewsOfWriteBack() ?? finished
    finished = nil
    return end
  }

  /// Waits for the end of a background write-back; `takeWriteBack()` still returns the result.
  ///
  /// The callback that can end long statements is called meanwhile, because a trigger may never end.
  func finishWriteBack() {
    let start = SystemClock.monotonicSeconds
    while running != nil {
      if outcomes.wait(seconds: StatementWatch.interval) {
        if let end = takeNewsOfWriteBack() { finished = end }
      } else if SystemClock.monotonicSeconds - start > StatementWatch.patience,
        connection.watch.isUnwanted?(SystemClock.monotonicSeconds - start) == true
      {
        stopWritingBack()
      }
    }
  }

  private func takeNewsOfWriteBack() -> End? {
    guard let news = outcomes.take().first, let running else { return nil }
    switch news {
    case .sliceLeft: break
    case .version(let version): running.take(version)
    case .written(let outcome):
      resumeReaders()
      if outcome.error == nil, !outcome.lacksRows { hasThreadWritten = true }
      running.take(outcome)
    }
    return doSlice()
  }

  private func doSlice() -> End? {
    guard let running else { return nil }
    switch running.doSlice() {
    case .slice: outcomes.post(.sliceLeft)
    case .readVersion: readVersion()
    case .write(let plan, let version): write(plan, since: version)
    case .end:
      self.running = nil
      return end(running)
    }
    return nil
  }

  private func readVersion() {
    let outcomes = outcomes
    worker.start(
      { outcomes.post(.version($0.dataVersion)) },
      // The write will report why the version cannot be read.
      fail: { _ in outcomes.post(.version(nil)) })
  }

  private func write(_ plan: WriteBackPlan, since version: Int64?) {
    let damage = database.damage.map { StoreError.damaged(detail: $0) }
    // The thread may not have a connection yet that knows its original file.
    if let error = damage ?? (connection.isFileReplaced ? .fileReplaced : nil) {
      return outcomes.post(.written(WriteBackOutcome(error: error)))
    }
    pauseReaders()
    let (outcomes, isLocking) = (outcomes, !database.hasWriteAheadLog)
    worker.start(
      { connection in
        var outcome =
          isLocking
          ? connection.withCache(kibibytes: Self.cacheSize) {
            plan.perform(on: connection, since: version)
          }
          : plan.perform(on: connection, since: version)
        outcome.dataVersion = connection.dataVersion
        outcomes.post(.written(outcome))
      },
      fail: { outcomes.post(.written(WriteBackOutcome(error: $0))) })
  }

  private func end(_ writeBack: WriteBackJob) -> End? {
    if let settlement = writeBack.settlement {
      noteInLog(settlement)
      ledger.noteWritten(settlement.result.writtenCount)
    }
    guard let result = writeBack.result else { return nil }
    let isForWarning = writeBack.release == .everything
    if isForWarning {
      ledger.noteWarning(
        hydrations: records.hydrationCount, dehydrated: writeBack.released.recordCount,
        isAnswered: result.error == nil)
    }
    records.shrink()
    if isForWarning { releaseMemory() }
    if writeBack.release == .written { noteBudget(result) }
    if writeBack.isWarned, result.isComplete, !records.dirty.isEmpty {
      startCollecting(since: SystemClock.monotonicSeconds, .everything)
    }
    let dehydration = Dehydration(
      writeBack: result, recordCount: writeBack.released.recordCount,
      freedByteCount: writeBack.released.byteCount)
    return (dehydration, isForWarning)
  }

  // MARK: Memory

  /// Evicts the least recently used records until half of the held bytes are free.
  ///
  /// Dirty ones among them are written first. If there are many, this continues in the background, and the result covers only
  /// what was released immediately. If a write-back is running, it dehydrates what it writes.
  public func dehydrateHalf(keeping shown: Set<RecordID>) -> Dehydration {
    let before = (byteCount: records.byteCount, dirty: records.dirty.count, hydrated: records.hydratedCount)
    running?.releaseWritten()
    let reason = running == nil ? release(downTo: before.byteCount / 2, keeping: shown) : nil
    releaseMemory()
    return Dehydration(
      writeBack: WriteBackResult(writtenCount: before.dirty - records.dirty.count, error: reason),
      recordCount: before.hydrated - records.hydratedCount,
      freedByteCount: before.byteCount - records.byteCount)
  }

  // MARK: The edit log

  private func noteInLog(_ settlement: Settlement) {
    if records.dirty.isEmpty { journal.forgetUnlogged() }
    guard let log = journal.opened, log.sessions.own != nil, settlement.outcome.error == nil else { return }
    if !database.hasWriteAheadLog { log.keeper.noteCommit() }
    let plan = settlement.pending.plan
    if records.dirty.isEmpty {
      let last = log.sessions.lastChange
      if !plan.updates.isEmpty { log.marks.noteLanded(upTo: last) }
      return log.marks.noteWritten(upTo: last)
    }
    if records.dirty.count <= max(Self.backgroundCount, 4 * plan.updates.count) {
      let kept = unwritten(after: settlement)
      if kept.fields.isEmpty { log.marks.noteLanded(upTo: settlement.mark) }
      log.marks.noteWritten(upTo: settlement.mark, except: kept)
    } else {
      log.marks.noteWritten(written(by: plan, settlement.outcome), upTo: settlement.mark)
    }
  }

  private func unwritten(after settlement: Settlement) -> LogMarks.Places {
    var places = LogMarks.Places(schemas: schemas)
    for record in records.dirty where !settlement.setMeanwhile.contains(record.id) {
      for original in record.originals { places.fields.append((record.id, original.index)) }
    }
    return places
  }

  private func written(by plan: WriteBackPlan, _ outcome: WriteBackOutcome) -> LogMarks.Places {
    var places = LogMarks.Places(schemas: schemas)
    for (place, update) in plan.updates.enumerated() where outcome.failures[place] == nil {
      let (id, conflicts) = (plan.id(of: update), outcome.conflicts[place]?.map(\.index) ?? [])
      for field in plan.fields(of: update) where !conflicts.contains(field) {
        places.fields.append((id, field))
      }
    }
    return places
  }

  private var schemas: [Schema] { database.knownSQLs.map(\.schema) }
}

enum WriteBackNews: Sendable {
  case sliceLeft
  case version(Int64?)
  case written(WriteBackOutcome)
}

/// The steps of unwritten edits in tables that react: each is written separately, so that its side effects are logged in it.
struct EditSteps {
  private var steps: [RecordID: Int64] = [:]
  private(set) var latest: Int64?
  private var logNumber = 0

  mutating func note(_ step: Int64, of ids: some Sequence<RecordID>, inLog number: Int) {
    if number != logNumber { (steps, logNumber) = ([:], number) }
    latest = step
    for id in ids { steps[id] = step }
  }

  func step(of id: RecordID, inLog number: Int) -> Int64? { number == logNumber ? steps[id] : nil }

  mutating func forget(_ id: RecordID) { steps[id] = nil }
}

/// The totals of write-backs and memory warnings, for the session's account.
struct WriteLedger {
  private(set) var writtenCount = 0
  private(set) var sampleWrittenCount = 0
  private(set) var warning: SessionAccount.Warning?
  private(set) var dehydratedCount = 0
  private var last = (hydrations: 0, written: 0)

  mutating func noteWritten(_ count: Int) { writtenCount += count }

  mutating func noteWarning(hydrations: Int, dehydrated count: Int, isAnswered: Bool) {
    dehydratedCount += count
    guard isAnswered else { return }
    let held = heldCount(hydrations: hydrations)
    warning = SessionAccount.Warning(heldCount: held, changedCount: writtenCount - last.written)
    sampleWrittenCount += held
    last = (hydrations, writtenCount)
  }

  /// The records hydrated since the last warning, all of which the 2008 sample would still hold.
  func heldCount(hydrations: Int) -> Int { hydrations - last.hydrations }
}

extension Writer {
  /// Runs a closure in a transaction whose changes are logged as drafts before COMMIT and confirmed afterwards.
  ///
  /// If the closure throws, the transaction is rolled back, and the drafts are dropped.
  ///
  /// - Parameters:
  ///   - purpose: What the changes are for; if it names no step, they are a step of their own.
  ///   - body: Makes the changes. It gets the purpose with the step, and adds what it has appended to the log.
  func logged<Result>(
    as purpose: LogPurpose = LogPurpose(),
    _ body: (LogPurpose, inout [EditLog.Appended]) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    var (purpose, drafts) = (purpose, [EditLog.Appended]())
    let isWholeStep = purpose.step == nil
    let step = purpose.step ?? journal.beginStep(from: purpose.origin)
    purpose.step = step
    defer { if isWholeStep { journal.end(step) } }
    do throws(StoreError) {
      let result = try write { () throws(StoreError) in
        try database.transaction { () throws(StoreError) in try body(purpose, &drafts) }
      }
      for draft in drafts { journal.confirm(draft, isInFolder: !database.hasWriteAheadLog) }
      return result
    } catch {
      journal.remove(drafts, of: step)
      throw error
    }
  }
}
