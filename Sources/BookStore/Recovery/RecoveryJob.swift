import Records

/// Finds, restores or gives up the fields that dead sessions have set, some at a time.
///
/// A job that is stopped in the middle leaves what is not done yet for the next time.
public final class RecoveryJob: Job {
  /// What the job does with them.
  enum Purpose {
    case find, restore, discard
  }

  /// How far the job has come.
  private enum Phase: Int {
    /// It finds out which sessions were of another file than the one that is there.
    case matching = -1
    /// It reads the log.
    case reading
    /// It asks the database for each field.
    case comparing
    /// It notes them as not written, whatever the marks of their sessions say.
    case keeping
    /// It sets them again, or gives them up.
    case settling
    /// It makes their steps this session's own.
    case takingOver
  }

  private let recovery: Recovery
  private let database: Database
  private let journal: Journal
  private let purpose: Purpose
  /// The number of the log that they are in.
  private let logNumber: Int
  private let comparison: FileComparison
  private var sessions: [Int64]
  /// The locks of the sessions, where they are adopted.
  private let locks: [SessionLock]
  private var reader: AbandonedReader
  private var phase: Phase
  /// How many entries, or steps to be taken over, were done in the phase.
  private var done = 0
  /// Those that the database does not have.
  private var missing: [AbandonedEntry] = []
  /// Those that it has no place for now, with the steps that they are of: their table or column may come back.
  private var absent: [(number: Int64, step: Int64)] = []
  /// The steps that are to be taken over.
  private var steps: [Int64] = []
  /// The fields restored so far, with their conflicts and failures.
  public private(set) var restoration = Restoration()
  /// How many changes were given up so far.
  public private(set) var discardedCount = 0

  /// The entries that are done in one go.
  private static let size = 64

  /// A job that looks for them.
  init(
    _ recovery: Recovery, _ database: Database, _ purpose: Purpose, comparison: FileComparison
  ) {
    (self.recovery, self.database, journal) = (recovery, database, recovery.journal)
    (self.purpose, logNumber, self.comparison) = (purpose, journal.number, comparison)
    (sessions, locks, reader, phase) = ([], [], AbandonedReader(), .matching)
  }

  /// A job on what known sessions have left.
  init(
    _ recovery: Recovery, _ database: Database, _ purpose: Purpose, of sessions: [Int64],
    locks: [SessionLock], reader: AbandonedReader
  ) {
    (self.recovery, self.database, journal) = (recovery, database, recovery.journal)
    (self.purpose, logNumber, comparison) = (purpose, journal.number, FileComparison())
    (self.sessions, self.locks, self.reader, phase) = (sessions, locks, reader, .reading)
  }

  /// Whether the person has asked to give the changes up.
  public var isDiscarding: Bool { purpose == .discard }

  /// The part that is done, from 0 to 1.
  public var fraction: Double {
    let count = purpose == .find ? 2 : 4
    func part(_ done: Int, of total: Int) -> Double { total == 0 ? 1 : Double(done) / Double(total) }
    let inPhase =
      switch phase {
      case .matching: 0.0
      case .reading: part(reader.done, of: reader.numbers.count)
      case .comparing: part(done, of: reader.entries.count)
      case .keeping, .settling: part(done, of: missing.count)
      case .takingOver: 0.0
      }
    return min(1, (Double(max(0, phase.rawValue)) + inPhase) / Double(count))
  }

  /// Does some of what is left to do; false where nothing is.
  ///
  /// - Throws: What reading the log or the database can end with; what was done before stays so.
  public func step() throws(StoreError) -> Bool {
    if let failure = journal.failure { throw failure }
    guard let log = journal.opened, logNumber == journal.number else { return false }
    switch phase {
    case .matching: try match(log)
    case .reading:
      try log.recovery.read(&reader, count: Self.size)
      if reader.done == reader.numbers.count { begin(.comparing) }
    case .comparing: return try compare(log)
    case .keeping:
      let page = missing[done...].prefix(Self.size)
      try log.marks.note(changes: page.flatMap(\.numbers), LogCode.pending)
      done += page.count
      if done == missing.count { begin(.settling) }
    case .settling: try settle(log)
    case .takingOver: return try takeOver(log)
    }
    return true
  }

  /// Goes on to what is done next.
  private func begin(_ phase: Phase) { (self.phase, done) = (phase, 0) }

  /// Goes on once it is known which dead sessions were of the file that is there.
  private func match(_ log: EditLog) throws(StoreError) {
    if try recovery.compare(comparison, log) { return }
    log.sessions.learn(comparison)
    sessions = try log.sessions.dead()
    try recovery.settleDrafts(of: sessions, log)
    reader = try log.recovery.unwritten(of: sessions)
    begin(.reading)
  }

  private func compare(_ log: EditLog) throws(StoreError) -> Bool {
    let page = reader.entries[done...].prefix(Self.size)
    let found = try recovery.compare(page, log)
    missing += found.missing
    absent += found.absent
    done += page.count
    if done < reader.entries.count { return true }
    guard purpose == .find else {
      begin(purpose == .restore ? .keeping : .settling)
      return true
    }
    if missing.isEmpty { try close(log) }
    journal.note(abandoned: missing)
    return false
  }

  /// Restores some entries or gives them up.
  private func settle(_ log: EditLog) throws(StoreError) {
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
    try log.recovery.keepBack(absent, of: Set(steps))
    begin(.takingOver)
  }

  /// Restores an entry, or notes that it cannot be.
  private func restore(_ entry: AbandonedEntry, _ log: EditLog) throws(StoreError) {
    let isLarge = missing.count > Listing.placedCount
    do throws(StoreError) {
      try recovery.restore(entry, log, &restoration, isOneOfMany: isLarge)
    } catch {
      guard error.concernsOneRow || error == .changedSince else { throw error }
      let id = try database.recordID(of: entry.change.row)
      restoration.failures.append(RowFailure(id: id, error: error))
      try log.marks.note(changes: entry.numbers, LogCode.discarded)
    }
    done += 1
  }

  /// Takes some steps over, and closes their sessions in the end.
  private func takeOver(_ log: EditLog) throws(StoreError) -> Bool {
    let page = steps[done...].prefix(Self.size)
    try log.recovery.takeOver(page, upTo: reader.numbers.last ?? 0)
    done += page.count
    if done < steps.count { return true }
    try close(log)
    journal.forgetCanUndo()
    return false
  }

  /// Closes the sessions of which nothing is left.
  private func close(_ log: EditLog) throws(StoreError) {
    try log.recovery.close(sessions, except: absent.map(\.number), upTo: reader.numbers.last ?? 0)
  }
}
