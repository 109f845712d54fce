import Records

/// What is done about the fields that dead sessions have set, some at a time.
///
/// Who stops in the middle leaves what is not done yet for the next time.
public struct RunningRecovery {
  /// What is done about them.
  enum Purpose {
    case find, restore, discard
  }

  /// How far it has come.
  enum Phase: Int {
    /// It is found out which sessions were of another file than the one that is there.
    case matching = -1
    /// The log is read.
    case reading
    /// The database is asked for each of them.
    case comparing
    /// They are noted as not written, whatever the marks of their sessions say.
    case keeping
    /// They are made again, or given up.
    case settling
    /// Their steps become this session's own.
    case takingOver
  }

  let purpose: Purpose
  var sessions: [Int64] = []
  /// The locks of the sessions, where they are adopted.
  var locks: [SessionLock] = []
  /// The number of the log that they are in.
  let logNumber: Int
  var comparison = FileComparison()
  var reader = AbandonedReader()
  var phase = Phase.matching
  /// How many entries, or steps to be taken over, were done in the phase.
  var done = 0
  /// Those that the database does not have.
  var missing: [AbandonedEntry] = []
  /// Those that it has no place for now, with the steps that they are of: their table or column may come back.
  var absent: [(number: Int64, step: Int64)] = []
  /// The steps that are to be taken over.
  var steps: [Int64] = []
  /// What was restored so far.
  public internal(set) var restoration = Restoration()
  /// How many changes were given up so far.
  public internal(set) var discardedCount = 0

  /// The entries that are done in one go.
  static let size = 64

  /// Goes on to what is done next.
  mutating func begin(_ phase: Phase) { (self.phase, done) = (phase, 0) }

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
}
