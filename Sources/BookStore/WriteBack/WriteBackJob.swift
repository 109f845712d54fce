import Records

/// A write-back in the background, as far as it has come: what it has taken, written and let go of.
///
/// One thing comes after the other. Only the writing is done by another thread, the rest in slices between the keys.
final class WriteBackJob {
  /// When it began, in `Clock` seconds.
  let start = Clock.seconds
  /// Which records are let go of when it is written.
  private(set) var release: Release
  /// Whether a memory warning came meanwhile, for which everything that was set since has to be written, too.
  private(set) var isWarned = false
  /// What became of the changes, once they are written.
  private(set) var settlement: Settlement?
  /// The records, and their bytes, that have been let go of.
  private(set) var released = (recordCount: 0, byteCount: 0)

  private unowned let writer: Writer
  private let database: Database
  private let records: RecordTable
  /// What is being done.
  private(set) var phase = Phase.taking
  /// The changes that have been taken; nothing once they are being settled.
  private var pending: PendingWriteBack
  /// The place among the dirty records before which they have still to be looked at.
  private var place: Int
  /// Records are taken that have been dirty since then or longer, in `Clock` seconds.
  private let since: Double
  /// The store's data version before the write, and after it.
  private var dataVersion: Int64?
  private var writtenVersion: Int64?
  /// The writer's data version before the store's was read, if nobody is known to have written since then.
  private var writerVersion: Int64?
  /// Whether nobody else had written until then since the first of the records was read.
  private var isUnwritten = false
  /// The last look at a record that is let go of for a memory warning.
  private var lastUse = 0

  /// How long a slice takes, in seconds: a key comes in between two of them, and `50%` is three keys.
  private static let slice = 0.0025
  /// The records that are done between two looks at the clock.
  private static let stepSize = 256

  /// A write-back of what has been dirty since a moment or longer.
  init(_ writer: Writer, _ database: Database, _ records: RecordTable, since: Double, _ release: Release) {
    (self.writer, self.database, self.records) = (writer, database, records)
    (self.since, self.release) = (since, release)
    pending = writer.pendingWriteBack(capacity: records.dirty.count)
    place = records.dirty.endIndex
    guard release == .everything else { return }
    let before = records.byteCount
    records.releaseLarge()
    released.byteCount = before - records.byteCount
  }

  /// A write-back of some records, which are let go of then.
  init(_ writer: Writer, _ database: Database, _ records: RecordTable, of pending: consuming PendingWriteBack)
  {
    (self.writer, self.database, self.records) = (writer, database, records)
    (since, release, place, self.pending) = (0, .written, 0, pending)
  }

  /// Has everything go that is clean in the end.
  func noteWarning() {
    release = .everything
    isWarned = true
    // Records that were looked at since it began to let go are to go, too.
    lastUse = records.lastUse
  }

  /// Lets go at least of the records that it writes.
  func releaseWritten() { if release == .nothing { release = .written } }

  // MARK: On the store's thread

  /// What has to be done next.
  enum Next {
    /// Another slice.
    case slice
    /// The writer's data version is to be read.
    case look
    /// The plan is to be written, unless the writer's data version is another one.
    case write(WriteBackPlan, since: Int64?)
    /// Nothing.
    case end
  }

  /// Does a slice of what the store's own thread has to do.
  func doSlice() -> Next {
    let deadline = Clock.seconds + Self.slice
    repeat { step() } while hasStep && Clock.seconds < deadline
    return switch phase {
    case .done: .end
    case .looking, .confirming: .look
    case .writing: .write(pending.plan, since: isUnwritten ? writerVersion : nil)
    case .taking, .reading, .settling, .releasing: .slice
    }
  }

  private func step() {
    let before = (records.hydratedCount, records.byteCount)
    switch phase {
    case .taking:
      writer.takeDirty(into: &pending, before: &place, since: since, count: Self.stepSize)
      if place == 0 { phase = pending.count > 0 ? .looking : .done }
    case .reading: if !pending.readRows(count: Self.stepSize) { phase = .writing }
    case .settling: settle()
    case .releasing: if !records.dehydrateClean(upTo: lastUse, count: Self.stepSize) { phase = .done }
    case .looking, .writing, .confirming, .done: break
    }
    released.recordCount += before.0 - records.hydratedCount
    released.byteCount += before.1 - records.byteCount
  }

  private func settle() {
    guard let settlement else { return }
    writer.settle(settlement, count: Self.stepSize, isReleasing: release != .nothing)
    guard !settlement.isUnderWay else { return }
    lastUse = records.lastUse
    phase = release == .everything ? .releasing : .done
  }

  // MARK: News of the other thread

  /// Finds out by the writer's data version whether anybody else has written.
  ///
  /// Before the write, the store's own version is read after the writer's, which is looked at again in the transaction: so
  /// no moment is left out. After it, the writer's is read once more after the store's, which therefore counts the
  /// thread's write alone.
  func take(_ version: Int64?) {
    if phase == .confirming {
      if let version, version == writerVersion {
        database.noteOwnWrite(since: dataVersion, upTo: writtenVersion)
      }
      phase = .settling
    } else {
      (writerVersion, dataVersion) = (version, database.dataVersion)
      isUnwritten = version != nil && database.baseline != nil && dataVersion == database.baseline
      phase = isUnwritten ? .writing : .reading
    }
  }

  /// Begins to note what became of the changes.
  func take(_ outcome: WriteBackOutcome) {
    if outcome.lacksRows {
      (isUnwritten, phase) = (false, .reading)
      return
    }
    if outcome.dataVersion != writerVersion { writerVersion = nil }
    writtenVersion = database.dataVersion
    settlement = writer.beginSettling(pending, outcome)
    pending = PendingWriteBack()
    phase = outcome.error == nil ? .confirming : .settling
  }

  /// Whether the store's own thread has something to do.
  private var hasStep: Bool {
    switch phase {
    case .taking, .reading, .settling, .releasing: true
    case .looking, .writing, .confirming, .done: false
    }
  }

  /// What a write-back in the background does.
  enum Phase {
    /// The changes of dirty records are taken.
    case taking
    /// The writer's data version is asked for.
    case looking
    /// What was read of their rows is noted, for somebody else has written.
    case reading
    /// They are being written.
    case writing
    /// The writer's data version is asked for once more.
    case confirming
    /// What became of them is noted in the records, and those that are to go are let go of.
    case settling
    /// All other clean records are let go of.
    case releasing
    /// Nothing is left to do.
    case done
  }

  /// Which records a write-back lets go of.
  enum Release: Hashable, Sendable {
    /// None: they stay hydrated.
    case nothing
    /// The records of the write-back, for the budget.
    case written
    /// All clean ones, for a memory warning.
    case everything
  }
}
