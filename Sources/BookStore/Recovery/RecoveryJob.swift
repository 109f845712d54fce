import EditLog
import Listings
import Records
import SQLite

/// Finds, restores or discards the fields that dead sessions have set, some at a time; the rest waits for the next time.
public final class RecoveryJob: Job {
  enum Purpose {
    case find, restore, discard
  }

  private enum Phase: Int {
    case matching = -1
    case reading
    case comparing
    /// Marking the missing edits as unwritten, whatever their sessions have marked.
    case marking
    case applying
    case takingOver
  }

  private let recovery: Recovery
  private let database: Database
  private let journal: Journal
  private let purpose: Purpose
  private let logNumber: Int
  private let comparison: FileComparison
  private var sessions: [Int64]
  private let locks: [SessionLock]
  private var reader: AbandonedReader
  private var phase: Phase
  private var done = 0
  private var missing: [AbandonedEntry] = []
  /// The edits left as they are, because their table, column or row is missing and may be restored later.
  private var kept: [(entry: AbandonedEntry, obstacle: Restoration.Obstacle)] = []
  private var refused: [AbandonedEntry] = []
  private var steps: [Int64] = []
  /// The fields restored so far, with their conflicts and failures.
  public private(set) var restoration = Restoration()
  /// How many edits have been discarded so far.
  public private(set) var discardedCount = 0

  private static let size = 64

  init(
    _ recovery: Recovery, _ database: Database, _ purpose: Purpose,
    comparison: FileComparison = FileComparison(), of sessions: [Int64] = [], locks: [SessionLock] = [],
    reader: AbandonedReader? = nil
  ) {
    (self.recovery, self.database, journal) = (recovery, database, recovery.journal)
    (self.purpose, logNumber, self.comparison) = (purpose, journal.number, comparison)
    (self.sessions, self.locks, phase) = (sessions, locks, reader == nil ? .matching : .reading)
    self.reader = reader ?? AbandonedReader()
  }

  /// Whether the person has asked to discard the edits.
  public var isDiscarding: Bool { purpose == .discard }

  /// The fraction done, from 0 to 1.
  public var fraction: Double {
    let count = purpose == .find ? 2 : 4
    func part(_ done: Int, of total: Int) -> Double { total == 0 ? 1 : Double(done) / Double(total) }
    let inPhase =
      switch phase {
      case .matching: 0.0
      case .reading: part(reader.done, of: reader.numbers.count)
      case .comparing: part(done, of: reader.entries.count)
      case .marking, .applying: part(done, of: missing.count)
      case .takingOver: 0.0
      }
    return min(1, (Double(max(0, phase.rawValue)) + inPhase) / Double(count))
  }

  /// Does some of the remaining work; returns false if there is none.
  public func step() throws(StoreError) -> Bool {
    if let failure = journal.failure { throw failure }
    guard let log = journal.opened, logNumber == journal.number else { return false }
    switch phase {
    case .matching: try match(log)
    case .reading:
      try log.recovery.read(&reader, count: Self.size)
      if reader.done == reader.numbers.count { begin(.comparing) }
    case .comparing: return try compare(log)
    case .marking:
      let page = missing[done...].prefix(Self.size)
      try log.marks.note(changes: page.flatMap(\.numbers), LogCode.pending)
      done += page.count
      if done == missing.count { begin(.applying) }
    case .applying: try apply(log)
    case .takingOver: return try takeOver(log)
    }
    return true
  }

  private func begin(_ phase: Phase) { (self.phase, done) = (phase, 0) }

  private func match(_ log: EditLog) throws(StoreError) {
    if try recovery.compare(comparison, log) { return }
    log.sessions.learn(comparison)
    sessions = try log.sessions.dead()
    try recovery.decideDrafts(of: sessions, log)
    reader = try log.recovery.unwritten(of: sessions)
    begin(.reading)
  }

  private func compare(_ log: EditLog) throws(StoreError) -> Bool {
    let page = reader.entries[done...].prefix(Self.size)
    let found = try recovery.compare(page, log)
    missing += found.missing
    for entry in found.absent { keep(entry) }
    done += page.count
    if done < reader.entries.count { return true }
    guard purpose == .find else {
      begin(purpose == .restore ? .marking : .applying)
      return true
    }
    if missing.isEmpty { try close(log) }
    journal.note(abandoned: missing)
    return false
  }

  private func apply(_ log: EditLog) throws(StoreError) {
    let page = missing[done...].prefix(Self.size)
    if purpose == .restore {
      for entry in page { try restore(entry, log) }
    } else {
      try log.marks.note(changes: page.flatMap(\.numbers), LogCode.discarded)
      done += page.count
      discardedCount += page.count
    }
    guard done == missing.count else { return }
    steps = Set(missing.flatMap(\.steps)).sorted()
    try log.recovery.keepBack(
      kept.flatMap { zip($0.entry.numbers, $0.entry.steps).map { ($0, $1) } }, of: Set(steps))
    begin(.takingOver)
  }

  private func restore(_ entry: AbandonedEntry, _ log: EditLog) throws(StoreError) {
    let isLarge = missing.count > Listing.placedCount
    do throws(StoreError) {
      try recovery.restore(entry, log, &restoration, isOneOfMany: isLarge)
    } catch {
      guard error.concernsOneRow || error == .changedSince else { throw error }
      let id = try database.recordID(of: entry.change.row)
      restoration.failures.append(RowFailure(id: id, error: error))
      keep(entry)
      refused.append(entry)
    }
    done += 1
  }

  private func keep(_ entry: AbandonedEntry) {
    let obstacle = recovery.obstacle(of: entry)
    kept.append((entry, obstacle))
    restoration.obstacles.append(obstacle)
  }

  private func takeOver(_ log: EditLog) throws(StoreError) -> Bool {
    let page = steps[done...].prefix(Self.size)
    try log.recovery.takeOver(page, upTo: reader.numbers.last ?? 0)
    done += page.count
    if done < steps.count { return true }
    try close(log)
    journal.note(abandoned: refused)
    journal.standing.note(kept)
    journal.forgetCanUndo()
    return false
  }

  private func close(_ log: EditLog) throws(StoreError) {
    try log.recovery.close(sessions, except: kept.flatMap(\.entry.numbers), upTo: reader.numbers.last ?? 0)
  }
}
