import Listings
import Platform
import Records
import SQLite

/// A background write-back: a thread does the writing, and the other phases run in slices between key presses.
final class WriteBackJob {
  let start = SystemClock.monotonicSeconds
  private(set) var release: Release
  /// Whether a memory warning came meanwhile, so that later edits must be written, too.
  private(set) var isWarned = false
  private(set) var settlement: Settlement?
  private var recorded: WriteBackResult?
  private(set) var released = (recordCount: 0, byteCount: 0)

  private unowned let writer: Writer
  private let database: Database
  private let records: RecordTable
  private(set) var phase: Phase
  private var pending: PendingWriteBack
  private var place: Int
  /// Records that became dirty after this time, in monotonic seconds, are not collected.
  private let since: Double
  private var dataVersion: Int64?
  private var writtenVersion: Int64?
  /// The writer's data version before the store's was read; nil once another program may have written.
  private var writerVersion: Int64?
  /// Whether no other program wrote between the reading of the first record and that moment.
  private var isUnwritten = false
  private var lastUse = 0

  /// The length of a slice in seconds: a key is handled between two slices, and typing `50%` is three keys.
  private static let slice = 0.0025
  private static let stepSize = 256
  private static let recordedSize = 32

  init(_ writer: Writer, _ database: Database, _ records: RecordTable, since: Double, _ release: Release) {
    (self.writer, self.database, self.records) = (writer, database, records)
    (self.since, self.release) = (since, release)
    phase = database.hasReactions ? .recording : .collecting
    pending = writer.pendingWriteBack(capacity: records.dirty.count)
    place = records.dirty.endIndex
    guard release == .everything else { return }
    let before = records.byteCount
    records.releaseLarge()
    released.byteCount = before - records.byteCount
  }

  init(_ writer: Writer, _ database: Database, _ records: RecordTable, of pending: consuming PendingWriteBack)
  {
    (self.writer, self.database, self.records) = (writer, database, records)
    (since, release, place, phase, self.pending) = (0, .written, 0, .collecting, pending)
  }

  func noteWarning() {
    release = .everything
    isWarned = true
    // Records that were accessed since the release phase began are released, too.
    lastUse = records.lastUse
  }

  func releaseWritten() { if release == .nothing { release = .written } }

  var result: WriteBackResult? {
    guard let written = settlement?.result else { return recorded }
    return recorded?.adding(written) ?? written
  }

  // MARK: On the store's thread

  enum Next {
    case slice
    case readVersion
    /// Write the plan, unless the writer's data version has changed.
    case write(WriteBackPlan, since: Int64?)
    case end
  }

  func doSlice() -> Next {
    let deadline = SystemClock.monotonicSeconds + Self.slice
    repeat { step() } while hasStep && SystemClock.monotonicSeconds < deadline
    return switch phase {
    case .done: .end
    case .readingVersion, .rereadingVersion: .readVersion
    case .writing: .write(pending.plan, since: isUnwritten ? writerVersion : nil)
    case .recording, .collecting, .copyingRows, .noting, .releasing: .slice
    }
  }

  private func step() {
    let before = (recordCount: records.hydratedCount, byteCount: records.byteCount)
    switch phase {
    case .recording: writeRecorded()
    case .collecting:
      writer.collectDirty(into: &pending, before: &place, since: since, count: Self.stepSize)
      if place == 0 { phase = pending.count > 0 ? .readingVersion : recorded == nil ? .done : endOfWriting }
    case .copyingRows: if !pending.copyRows(count: Self.stepSize) { phase = .writing }
    case .noting: noteOutcome()
    case .releasing: if !records.dehydrateClean(upTo: lastUse, count: Self.stepSize) { phase = .done }
    case .readingVersion, .writing, .rereadingVersion, .done: break
    }
    released.recordCount += before.recordCount - records.hydratedCount
    released.byteCount += before.byteCount - records.byteCount
  }

  private func writeRecorded() {
    guard recorded?.error == nil, let part = writer.writeRecorded(since: since, count: Self.recordedSize)
    else {
      (phase, place) = (.collecting, records.dirty.endIndex)
      return
    }
    recorded = recorded?.adding(part) ?? part
  }

  private var endOfWriting: Phase {
    lastUse = records.lastUse
    return release == .everything ? .releasing : .done
  }

  private func noteOutcome() {
    guard let settlement else { return }
    writer.note(settlement, count: Self.stepSize, isReleasing: release != .nothing)
    guard !settlement.isUnderWay else { return }
    phase = endOfWriting
  }

  // MARK: News of the other thread

  /// Finds out by the writer's data version whether another program has written.
  ///
  /// Before the write, the store's version is read after the writer's, which is checked again in the transaction. After the
  /// write, the writer's version is read after the store's, which so includes only the thread's own write.
  func take(_ version: Int64?) {
    if phase == .rereadingVersion {
      if let version, version == writerVersion {
        database.noteOwnWrite(since: dataVersion, upTo: writtenVersion)
      }
      phase = .noting
    } else {
      (writerVersion, dataVersion) = (version, database.dataVersion)
      isUnwritten = version != nil && database.baseline != nil && dataVersion == database.baseline
      phase = isUnwritten ? .writing : .copyingRows
    }
  }

  func take(_ outcome: WriteBackOutcome) {
    if outcome.lacksRows {
      (isUnwritten, phase) = (false, .copyingRows)
      return
    }
    if outcome.dataVersion != writerVersion { writerVersion = nil }
    writtenVersion = database.dataVersion
    settlement = writer.startNoting(outcome, of: pending)
    pending = PendingWriteBack()
    phase = outcome.error == nil ? .rereadingVersion : .noting
  }

  private var hasStep: Bool {
    switch phase {
    case .recording, .collecting, .copyingRows, .noting, .releasing: true
    case .readingVersion, .writing, .rereadingVersion, .done: false
    }
  }

  enum Phase {
    /// Writing records of tables with triggers or foreign key actions.
    case recording
    case collecting
    case readingVersion
    /// Copying what was read from the rows, because another program has written.
    case copyingRows
    case writing
    case rereadingVersion
    case noting
    case releasing
    case done
  }

  enum Release: Hashable, Sendable {
    case nothing
    case written
    case everything
  }
}
