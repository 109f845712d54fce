import Records

/// Makes the same choice for all rows that are to be settled, some of them at a time.
///
/// A job that is stopped in the middle leaves the rest as it was.
public final class SettlingJob: Job {
  private let conflicts: ConflictResolver
  private let journal: Journal
  /// What is chosen.
  public let choice: Conflict.Choice
  /// What the fields are undone as.
  let editStep: EditStep
  /// What the rows are undone as that are inserted again; these are in the database at once.
  private let rowStep: EditStep
  /// The last change of the log by now; those after it are choices.
  let lastChange: Int64
  /// The rows after this one come next.
  private var lastNumber = 0
  /// How many rows there were.
  private let totalCount: Int
  /// How many rows were looked at.
  private var done = 0
  /// The rows that could not be inserted again, and why.
  public private(set) var failures: [RowFailure] = []
  /// Whether something that was chosen has still to be written.
  public private(set) var isUnwritten = false

  /// The rows that are settled at a time.
  private static let size = 32

  init(_ conflicts: ConflictResolver, _ choice: Conflict.Choice) {
    (self.conflicts, journal, self.choice) = (conflicts, conflicts.journal, choice)
    (editStep, rowStep) = (journal.beginStep(), journal.beginStep())
    (lastChange, totalCount) = (journal.opened?.sessions.lastChange ?? .max, conflicts.unsettledCount)
  }

  /// How many rows are settled.
  public var settledCount: Int { done - failures.count }
  /// The part that is done, from 0 to 1.
  public var fraction: Double { totalCount == 0 ? 1 : min(1, Double(done) / Double(totalCount)) }

  /// Whether it is so much that rows are found anew afterwards instead of being moved one by one.
  var isLarge: Bool { totalCount > Listing.placedCount }

  /// Settles some rows; false where nothing is left to do.
  ///
  /// - Throws: As `ConflictResolver.settleAll(_:)`.
  public func step() throws(StoreError) -> Bool {
    let rows = conflicts.unsettled(after: lastNumber, limit: Self.size)
    guard let last = rows.last else {
      for step in [editStep, rowStep] { journal.end(step) }
      return false
    }
    let couldLog = journal.failure == nil
    try settle(gone: rows.filter(\.isGone).map(\.id))
    // Asked for again: a write-back that was waited for may have settled some.
    conflicts.resolve(rows.flatMap { conflicts.of($0.id) }, choice, in: self)
    isUnwritten = isUnwritten || rows.contains { conflicts.shelf.state(of: $0.id) == .dirty }
    (lastNumber, done) = (last.number, done + rows.count)
    if couldLog, let failure = journal.failure { throw failure }
    return true
  }

  /// Inserts rows again that are gone, or gives them up.
  private func settle(gone ids: [RecordID]) throws(StoreError) {
    switch choice {
    case .mine:
      try insertEachAgain(ids.filter { !conflicts.records.isReplaced($0) })
      // One by one, since each gets a key of its own.
      for id in ids where conflicts.records.isReplaced(id) { try insertEachAgain([id]) }
    case .theirs: for id in ids { conflicts.discard(id, upTo: lastChange) }
    case .original: break
    }
  }

  /// Inserts rows again, all that go in where others do not.
  private func insertEachAgain(_ ids: [RecordID]) throws(StoreError) {
    guard let first = ids.first else { return }
    do throws(StoreError) {
      try conflicts.insertAgain(ids, in: rowStep)
    } catch {
      guard error.concernsOneRow || error == .incompleteRow else { throw error }
      if ids.count == 1 { return failures.append(RowFailure(id: first, error: error)) }
      let half = ids.count / 2
      try insertEachAgain(Array(ids[..<half]))
      try insertEachAgain(Array(ids[half...]))
    }
  }
}
