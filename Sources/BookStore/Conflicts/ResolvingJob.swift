import EditLog
import Listings
import Records
import SQLite

/// Makes the same choice for all rows in conflict, a few at a time; if it is stopped, the others stay as they are.
public final class ResolvingJob: Job {
  private let conflicts: ConflictResolver
  private let journal: Journal
  /// The choice.
  public let choice: Conflict.Choice
  let editStep: EditStep
  /// The step that logs the rows inserted again; the database already has these.
  private let rowStep: EditStep
  let lastChange: Int64
  private var lastNumber = 0
  private let totalCount: Int
  private var done = 0
  /// The rows that could not be inserted again, and why.
  public private(set) var failures: [RowFailure] = []
  /// Whether any choice has not been written yet.
  public private(set) var isUnwritten = false

  private static let rowsPerStep = 32

  init(_ conflicts: ConflictResolver, _ choice: Conflict.Choice) {
    (self.conflicts, journal, self.choice) = (conflicts, conflicts.journal, choice)
    (editStep, rowStep) = (journal.beginStep(), journal.beginStep())
    (lastChange, totalCount) = (journal.opened?.sessions.lastChange ?? .max, conflicts.unsettledCount)
  }

  /// How many rows have been resolved.
  public var resolvedCount: Int { done - failures.count }
  /// The fraction done, from 0 to 1.
  public var fraction: Double { totalCount == 0 ? 1 : min(1, Double(done) / Double(totalCount)) }

  /// Whether lists look rows up afterwards, instead of moving them one by one.
  var isLarge: Bool { totalCount > Listing.placedCount }

  /// Resolves some rows; returns false if nothing is left to do.
  public func step() throws(StoreError) -> Bool {
    let rows = conflicts.unsettled(after: lastNumber, limit: Self.rowsPerStep)
    guard let last = rows.last else {
      for step in [editStep, rowStep] { journal.end(step) }
      return false
    }
    let couldLog = journal.failure == nil
    try resolve(gone: rows.filter(\.isGone).map(\.id))
    // The conflicts are read again, because inserting may have waited for a write-back that resolved some.
    conflicts.resolve(rows.flatMap { conflicts.of($0.id) }, choice, in: self)
    isUnwritten = isUnwritten || rows.contains { conflicts.shelf.state(of: $0.id) == .dirty }
    (lastNumber, done) = (last.number, done + rows.count)
    if couldLog, let failure = journal.failure { throw failure }
    return true
  }

  private func resolve(gone ids: [RecordID]) throws(StoreError) {
    switch choice {
    case .mine:
      try insertEachAgain(ids.filter { !conflicts.records.isReplaced($0) })
      for id in ids where conflicts.records.isReplaced(id) { try insertEachAgain([id]) }
    case .theirs: for id in ids { conflicts.discard(id, upTo: lastChange) }
    case .original: break
    }
  }

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
