import Records

/// Writes dirty records back, at once or in the background, and lets go of records: for a warning, for the budget, one by
/// one.
///
/// In the background only the writing itself is done by another thread. The rest is done in slices between the keys.
public final class Writer {
  let database: Database
  private let records: RecordTable
  private let lists: Lists
  let journal: Journal
  private let transfers: FileTransfers

  /// Writes back what would take longer than a frame.
  private lazy var worker: Worker = {
    let worker = Worker(path: database.path, options: database.options, name: "write-back")
    startedWorker = worker
    return worker
  }()
  private var startedWorker: Worker?
  /// Whether the worker has changed the database.
  private(set) var hasThreadWritten = false
  /// The write-back in the background, if there is one, and what to do with its records then.
  private var running: WriteBackJob?
  private let outcomes = Inbox<WriteBackNews>()
  /// The end of a background write-back that was waited for.
  private var finished: End?
  /// What a background write-back did, and whether it was for a memory warning.
  public typealias End = (dehydration: Dehydration, isForWarning: Bool)
  /// Before when the budget is not looked at again, in `Clock` seconds.
  private var nextBudgetTry = 0.0

  init(
    _ database: Database, _ records: RecordTable, _ lists: Lists, _ journal: Journal,
    _ transfers: FileTransfers
  ) {
    (self.database, self.records, self.lists) = (database, records, lists)
    (self.journal, self.transfers) = (journal, transfers)
  }

  private var connection: Connection { database.connection }

  /// What to do, on any thread, when there is news of a write-back.
  func onNews(_ wake: @escaping @Sendable () -> Void) { outcomes.onNews(wake) }

  /// Ends the thread.
  func endThread() { startedWorker?.stop() }

  // MARK: At once

  /// See `BookStore.writeBack()`.
  @discardableResult
  func writeBack() -> WriteBackResult {
    finishWriteBack()
    return perform(beginWriteBack())
  }

  /// See `BookStore.dehydrateAll()`.
  @discardableResult
  func dehydrateAll() -> Dehydration {
    let before = records.byteCount
    finishWriteBack()
    records.releaseLarge()
    var dehydration = Dehydration(writeBack: writeBack())
    dehydration.recordCount = records.dehydrateClean()
    dehydration.freedByteCount = before - records.byteCount
    releaseMemory()
    return dehydration
  }

  /// See `BookStore.dehydrate(_:)`.
  @discardableResult
  func dehydrate(_ id: RecordID) -> Dehydration {
    finishWriteBack()
    guard let record = records[id], record.state != .known else { return Dehydration() }
    let before = (records.hydratedCount, records.byteCount)
    var dehydration = Dehydration()
    if record.state == .dirty { dehydration.writeBack = perform(beginWriteBack(of: [record])) }
    records.dehydrate(id)
    dehydration.recordCount = before.0 - records.hydratedCount
    dehydration.freedByteCount = before.1 - records.byteCount
    return dehydration
  }

  /// What a write-back of every dirty record is to write.
  func beginWriteBack() -> PendingWriteBack {
    var pending = pendingWriteBack(capacity: records.dirty.count)
    var place = records.dirty.endIndex
    takeDirty(into: &pending, before: &place, since: Clock.seconds, count: place)
    return pending
  }

  /// Takes the changes of records that have been dirty since a moment or longer, from the last dirty one backwards.
  ///
  /// Each of them counts as dirty from now on. So none is taken twice, though dirty records take each other's places
  /// when some become clean between two calls.
  ///
  /// - Parameters:
  ///   - place: The place behind those that are still to be looked at, which is moved on.
  ///   - moment: In `Clock` seconds.
  ///   - count: How many records are looked at, at most.
  func takeDirty(
    into pending: inout PendingWriteBack, before place: inout Int, since moment: Double, count: Int
  ) {
    let now = max(Clock.seconds, moment.nextUp)
    place = min(place, records.dirty.endIndex)
    let end = max(0, place - count)
    while place > end {
      place -= 1
      let record = records.dirty[place]
      guard record.dirtySince <= moment else { continue }
      record.dirtySince = now
      pending.append(record)
    }
  }

  /// What a write-back of some dirty records is to write.
  func beginWriteBack(of records: [Record]) -> PendingWriteBack {
    var pending = pendingWriteBack(capacity: records.count)
    for record in records { pending.append(record) }
    return pending
  }

  /// A write-back of nothing so far, of what has been set until now.
  func pendingWriteBack(capacity: Int) -> PendingWriteBack {
    var pending = PendingWriteBack(capacity: capacity, sqls: database.knownSQLs)
    pending.mark = journal.opened?.sessions.lastChange ?? 0
    return pending
  }

  private func perform(_ pending: consuming PendingWriteBack) -> WriteBackResult {
    if let damage = database.damage, pending.count > 0 {
      return settle(pending, WriteBackOutcome(error: .damaged(detail: damage)))
    }
    if !database.isAsRead { pending.readRows() }
    var plan = pending.plan
    var outcome = alone { plan.perform(on: connection, since: database.baseline) }
    if outcome.lacksRows {
      pending.readRows()
      plan = pending.plan
      outcome = alone { plan.perform(on: connection, since: database.baseline) }
    }
    return settle(pending, outcome)
  }

  /// Notes what became of a write-back.
  func settle(_ pending: consuming PendingWriteBack, _ outcome: WriteBackOutcome) -> WriteBackResult {
    let settlement = beginSettling(pending, outcome)
    while settlement.isUnderWay { settle(settlement, count: settlement.pending.count) }
    noteInLog(settlement)
    return settlement.result
  }

  /// Begins to note what became of a write-back.
  ///
  /// The records are given over, for a copy of so many would be made when the first is settled.
  func beginSettling(_ pending: consuming PendingWriteBack, _ outcome: WriteBackOutcome) -> Settlement {
    if outcome.error == nil { noteWritten(pending.plan.shapes) }
    return Settlement(pending, outcome)
  }

  /// Notes what became of some more of a write-back's records, and lets go of those that are clean if they are to go.
  ///
  /// One that has to stay dirty counts as just looked at then, and so is tried again later.
  func settle(_ settlement: Settlement, count: Int, isReleasing: Bool = false) {
    var ids: [RecordID] = []
    for _ in 0..<count where settlement.isUnderWay {
      if let id = settlement.settleNext(in: records), isReleasing { ids.append(id) }
    }
    // Not before nobody holds them any more.
    for id in ids {
      if records[id]?.state == .dirty { records.noteUse(of: id) } else { records.dehydrate(id) }
    }
    lists.noteTitles(settlement.takeTitles())
  }

  /// Tells the lists which fields were written.
  private func noteWritten(_ shapes: [WriteBackPlan.Shape]) {
    for (table, shapes) in Dictionary(grouping: shapes, by: \.sql.schema.id) {
      lists.noteWritten(table, shapes.map(\.fields))
    }
  }

  /// Writes dirty records that others are waiting for; false where some cannot be written and stay dirty.
  @discardableResult
  func writeFirst(_ waiting: [Record]) -> Bool {
    if waiting.isEmpty { return true }
    finishWriteBack()
    let dirty = waiting.filter { $0.state == .dirty }
    let unique = Dictionary(dirty.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return unique.isEmpty || perform(beginWriteBack(of: Array(unique.values))).isComplete
  }

  // MARK: In the background

  /// The dirty records from which on a write-back is done in the background.
  public static let backgroundCount = 1_000

  /// Whether a write-back is being done in the background.
  public var isWritingBack: Bool { running != nil }

  /// How far it has come.
  var phase: WriteBackJob.Phase? { running?.phase }

  /// Whether one has been going on for more than a second, so that it may be one that never ends.
  public var isWritingLong: Bool { running.map { Clock.seconds - $0.start > 1 } ?? false }

  /// Begins to answer a memory warning in the background, as `dehydrateAll()` does at once.
  ///
  /// While another write-back is being done it begins when that has ended. `takeWriteBack()` has the end of it.
  public func startDehydratingAll() {
    if let running { return running.noteWarning() }
    startTaking(since: Clock.seconds, .everything)
  }

  /// Begins to write records back that have been dirty for at least so many seconds; they stay hydrated.
  public func startWritingBack(olderThan seconds: Double) {
    startTaking(since: Clock.seconds - seconds, .nothing)
  }

  /// Ends what is being written in the background, of which nothing is in the database then; the records stay dirty.
  ///
  /// `takeWriteBack()` has the end of it, with `interrupted`.
  public func stopWritingBack() {
    if phase == .writing { worker.interrupt() }
  }

  /// Whether a record has been dirty for at least so many seconds.
  ///
  /// - Complexity: O(1) as long as none has; otherwise, at times, O(*n*) in the dirty records.
  public func hasDirty(olderThan seconds: Double) -> Bool {
    records.hasDirty(since: Clock.seconds - seconds)
  }

  /// Lets go of the least recently used records while those that are held pass a budget; their lazy groups go first.
  ///
  /// Dirty ones among them are written back first, in one transaction: many of them in the background.
  ///
  /// - Parameters:
  ///   - bytes: What `Counts.byteCount` is to stay within. A hundredth of it is made free, so that no call takes long,
  ///     and a tenth where something has to be written for it, so that this is seldom needed.
  ///   - shown: Records that stay.
  /// - Returns: Why records that had to be written could not be.
  @discardableResult
  public func keepWithin(bytes: Int, keeping shown: Set<RecordID>) -> StoreError? {
    guard records.byteCount > bytes, running == nil else { return nil }
    return release(downTo: bytes * 99 / 100, keeping: shown, extra: bytes / 10)
  }

  /// Lets go of the least recently used records until no more bytes are held.
  ///
  /// - Parameter extra: The bytes that go, too, if any of these records has to be written first.
  private func release(downTo bytes: Int, keeping shown: Set<RecordID>, extra: Int = 0) -> StoreError? {
    records.releaseLarge(downTo: bytes, keeping: shown)
    guard records.byteCount > bytes, Clock.seconds >= nextBudgetTry else { return nil }
    records.dropHeld()
    var dirty = records.releaseLeastRecentlyUsed(bytes: records.byteCount - bytes, keeping: shown)
    if !dirty.isEmpty { dirty += records.releaseLeastRecentlyUsed(bytes: extra, keeping: shown) }
    guard dirty.count <= Self.backgroundCount else {
      start(WriteBackJob(self, database, records, of: beginWriteBack(of: dirty)))
      return nil
    }
    let result = perform(beginWriteBack(of: dirty))
    release(dirty)
    noteBudget(result)
    return result.reason
  }

  /// Sees to it that what cannot be written is not tried again with every key.
  private func noteBudget(_ result: WriteBackResult) {
    if !result.isComplete { nextBudgetTry = Clock.seconds + 1 }
  }

  /// Lets records go that are clean; those that are not count as just looked at, and so are tried again later.
  private func release(_ written: [Record]) {
    for record in written {
      if record.state == .dirty { records.noteUse(of: record) } else { records.dehydrate(record.id) }
    }
  }

  /// Writes on the store's own connection.
  func write<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    finishWriteBack()
    if let damage = database.damage { throw .damaged(detail: damage) }
    return try alone(body)
  }

  /// Writes while no other thread of the store reads.
  private func alone<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard transfers.isReading || lists.areReading else { return try body() }
    pauseReaders()
    defer { resumeReaders() }
    return try body()
  }

  /// Keeps other threads from holding a lock that blocks a write; in WAL mode readers block no writer.
  private func pauseReaders() {
    guard !database.hasWriteAheadLog else { return }
    transfers.pause()
    lists.pause()
  }

  private func resumeReaders() {
    transfers.resume()
    lists.resume()
  }

  /// Gives memory that nothing needs any more back to the system.
  private func releaseMemory() {
    lists.releaseMemory()
    connection.releaseMemory()
    database.forgetTouches()
    journal.opened?.connection.releaseMemory()
    releaseFreeMemory()
  }

  /// What a write-back may hold of the database before it shuts readers out, in kibibytes.
  private static let cacheSize = 65_536
  private func startTaking(since moment: Double, _ release: WriteBackJob.Release) {
    guard running == nil else { return }
    start(WriteBackJob(self, database, records, since: moment, release))
  }

  /// Begins a write-back with its first slice.
  private func start(_ writeBack: WriteBackJob) {
    guard running == nil else { return }
    running = writeBack
    guard let end = goOn() else { return }
    finished = end
    outcomes.post(.goOn)
  }

  /// Takes in the end of a background write-back, if it has ended.
  ///
  /// It does a slice of what is left to do for it; where there is more after that, `onNews` says so.
  ///
  /// - Returns: What was done, and whether it was for a memory warning.
  public func takeWriteBack() -> End? {
    let end = takeNewsOfWriteBack() ?? finished
    finished = nil
    return end
  }

  /// Waits for the end of a background write-back, for what has to come after it; `takeWriteBack()` still has it.
  ///
  /// Whoever ends long statements is asked meanwhile, since a trigger may never end.
  func finishWriteBack() {
    let start = Clock.seconds
    while running != nil {
      if outcomes.wait(seconds: StatementWatch.interval) {
        if let end = takeNewsOfWriteBack() { finished = end }
      } else if Clock.seconds - start > StatementWatch.patience,
        connection.watch.isUnwanted?(Clock.seconds - start) == true
      {
        stopWritingBack()
      }
    }
  }

  private func takeNewsOfWriteBack() -> End? {
    guard let news = outcomes.take().first, let running else { return nil }
    switch news {
    case .goOn: break
    case .looked(let version): running.take(version)
    case .written(let outcome):
      resumeReaders()
      if outcome.error == nil, !outcome.lacksRows { hasThreadWritten = true }
      running.take(outcome)
    }
    return goOn()
  }

  /// Does a slice; the end of the write-back, if it is the last one.
  private func goOn() -> End? {
    guard let running else { return nil }
    switch running.doSlice() {
    case .slice: outcomes.post(.goOn)
    case .look: look()
    case .write(let plan, let version): write(plan, since: version)
    case .end:
      self.running = nil
      return end(running)
    }
    return nil
  }

  private func look() {
    let outcomes = outcomes
    worker.start(
      { outcomes.post(.looked($0.dataVersion)) },
      // Why it cannot be read is said by the write.
      fail: { _ in outcomes.post(.looked(nil)) })
  }

  private func write(_ plan: WriteBackPlan, since version: Int64?) {
    let damage = database.damage.map { StoreError.damaged(detail: $0) }
    // The thread may not have a connection yet that knows what the file was.
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

  /// Says what was done, and answers a memory warning that came meanwhile.
  private func end(_ writeBack: WriteBackJob) -> End? {
    guard let settlement = writeBack.settlement else { return nil }
    let result = settlement.result
    noteInLog(settlement)
    let isForWarning = writeBack.release == .everything
    records.shrink()
    if isForWarning { releaseMemory() }
    if writeBack.release == .written { noteBudget(result) }
    if writeBack.isWarned, result.isComplete, !records.dirty.isEmpty {
      startTaking(since: Clock.seconds, .everything)
    }
    let dehydration = Dehydration(
      writeBack: result, recordCount: writeBack.released.recordCount,
      freedByteCount: writeBack.released.byteCount)
    return (dehydration, isForWarning)
  }

  // MARK: Memory

  /// Lets go of the least recently used records until half of the bytes that are held are free.
  ///
  /// Dirty ones among them are written back first, as for the budget; where they are many that goes on in the
  /// background, and the answer is about what went at once. While another write-back is being done, that lets go of
  /// what it writes.
  ///
  /// - Parameter shown: Records that stay.
  /// - Returns: What was written and let go, or why it could not be.
  public func dehydrateHalf(keeping shown: Set<RecordID>) -> Dehydration {
    let before = (records.byteCount, dirty: records.dirty.count, hydrated: records.hydratedCount)
    running?.releaseWritten()
    let reason = running == nil ? release(downTo: before.0 / 2, keeping: shown) : nil
    releaseMemory()
    return Dehydration(
      writeBack: WriteBackResult(writtenCount: before.dirty - records.dirty.count, error: reason),
      recordCount: before.hydrated - records.hydratedCount, freedByteCount: before.0 - records.byteCount)
  }

  // MARK: The edit log

  /// Notes in the log what a write-back has written.
  private func noteInLog(_ settlement: Settlement) {
    if records.dirty.isEmpty { journal.forgetUnlogged() }
    guard let log = journal.opened, log.sessions.own != nil, settlement.outcome.error == nil else { return }
    if !database.hasWriteAheadLog { log.keeper.noteCommit() }
    if records.dirty.isEmpty { return log.marks.noteWritten(upTo: log.sessions.lastChange) }
    let plan = settlement.pending.plan
    if records.dirty.count <= max(Self.backgroundCount, 4 * plan.updates.count) {
      log.marks.noteWritten(upTo: settlement.mark, except: unwritten(after: settlement))
    } else {
      log.marks.noteWritten(written(by: plan, settlement.outcome), upTo: settlement.mark)
    }
  }

  /// The fields that are dirty after a write-back and were not among what it has written.
  private func unwritten(after settlement: Settlement) -> LogMarks.Places {
    var places = LogMarks.Places(schemas: schemas)
    for record in records.dirty where !settlement.setMeanwhile.contains(record.id) {
      for original in record.originals { places.fields.append((record.id, original.index)) }
    }
    return places
  }

  /// The fields that a write-back has written.
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

  /// The tables that may have records.
  private var schemas: [Schema] { database.knownSQLs.map(\.schema) }
}
