import Records

/// Write-backs that are done away from the store's thread, because they would take longer than a frame.
extension BookStore {
  /// The dirty records from which on a write-back is done in the background.
  public static let backgroundCount = 1_000

  /// Whether a write-back is being done in the background.
  public var isWritingBack: Bool { running != nil }

  /// Whether one has been going on for more than a second, so that it may be one that never ends.
  public var isWritingLong: Bool { running.map { Clock.seconds - $0.start > 1 } ?? false }

  /// Begins to answer a memory warning in the background, as `dehydrateAll()` does at once.
  ///
  /// While another write-back is being done it begins when that has ended. `takeWriteBack()` has the end of it.
  public func startDehydratingAll() {
    guard running == nil else {
      running?.release = .everything
      running?.isWarned = true
      // What was looked at since it has begun to let go is to go, too.
      running?.lastUse = records.lastUse
      return
    }
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
    if running?.phase == .writing { writer.interrupt() }
  }

  /// Whether a record has been dirty for at least so many seconds.
  ///
  /// - Complexity: O(1) as long as none has; else, at times, O(*n*) in the dirty records.
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
  func release(downTo bytes: Int, keeping shown: Set<RecordID>, extra: Int = 0) -> StoreError? {
    records.releaseLarge(downTo: bytes, keeping: shown)
    guard records.byteCount > bytes, Clock.seconds >= nextBudgetTry else { return nil }
    records.dropHeld()
    var dirty = records.releaseLeastRecentlyUsed(bytes: records.byteCount - bytes, keeping: shown)
    if !dirty.isEmpty { dirty += records.releaseLeastRecentlyUsed(bytes: extra, keeping: shown) }
    guard dirty.count <= Self.backgroundCount else {
      start(WriteBackJob(beginWriteBack(of: dirty), .written))
      return nil
    }
    let result = perform(beginWriteBack(of: dirty))
    release(dirty)
    noteBudget(result)
    return result.reason
  }

  /// Sees to it that what cannot be written is not tried again with every key.
  func noteBudget(_ result: WriteBackResult) {
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
    if let damage { throw .damaged(detail: damage) }
    return try alone(body)
  }

  /// Writes while no thread of the listing reads.
  func alone<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard transfers.isReading || isCounting || listings.contains(where: \.isReading) else {
      return try body()
    }
    pauseReaders()
    defer { resumeReaders() }
    return try body()
  }

  /// Keeps the listing's threads from holding a lock that stands against a write; a write-ahead log has no such lock.
  func pauseReaders() {
    guard !hasWriteAheadLog else { return }
    transfers.pause()
    if isCounting { startedCounter?.cancelAndWait() }
    for listing in listings { listing.pause() }
  }

  /// Lets the listing's threads go on.
  func resumeReaders() {
    transfers.resume()
    if isCounting, !hasWriteAheadLog { countTables() }
    // What cannot be begun again leaves the rows as they are.
    for listing in listings { try? listing.resume() }
  }

  /// Gives memory that nothing needs any more back to the system.
  func releaseMemory() {
    for listing in listings { listing.keyed.forgetPages() }
    connection.releaseMemory()
    knownRecorder?.recorder.forget()
    journal.opened?.connection.releaseMemory()
    releaseFreeMemory()
  }
}
