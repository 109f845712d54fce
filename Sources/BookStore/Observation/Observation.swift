import Listings
import Platform
import Records
import SQLite

/// Shows users the store at work, at no cost unless it is observed.
public final class Observation {
  private let database: Database
  private let records: RecordTable
  private let lists: Lists
  private var accessTimes = AccessTimes()

  init(_ database: Database, _ records: RecordTable, _ lists: Lists) {
    (self.database, self.records, self.lists) = (database, records, lists)
  }

  /// Whether to record the last 2,000 statements, and the positions of held records; turning this off drops them.
  public var isObserved: Bool {
    get { database.log.isOn }
    set {
      database.log.isOn = newValue
      if !newValue { records.stopCounting() }
    }
  }

  /// The recorded statements with numbers above the given one, in the order in which they ended.
  public func statements(after number: Int = 0) -> [StatementRecord] { database.log.records(after: number) }

  /// The last recorded statements for a purpose, or for any if it is nil, skipping some; and how many are kept in total.
  public func recentStatements(
    for purpose: StatementPurpose? = nil, skipping: Int = 0, count: Int
  ) -> (statements: [StatementRecord], total: Int) {
    let recent = database.log.recent(purpose, skipping: skipping, count: count)
    return (recent.records, recent.total)
  }

  /// Groups similar statements; those with the most runs come first.
  public func groups(of statements: [StatementRecord]) -> [StatementGroup] {
    StatementGroup.groups(of: statements, rangeSize: RowBatch.size)
  }

  /// How many records are hydrated without being looked at: they were read together with others, or to be changed.
  public var unseenCount: Int { records.hydratedCount - records.seenCount }

  /// SQLite's plan for a statement that the store has run; empty if there is none.
  public func plan(of sql: String) -> [PlanStep] {
    // Some pragmas run while they are compiled.
    guard !sql.hasPrefix("PRAGMA") else { return [] }
    return (try? database.connection.plan(of: sql)) ?? []
  }

  /// Records a statement that was run elsewhere.
  public func note(_ record: StatementRecord) { database.log.append(record) }

  /// Whether older statements have been dropped.
  public var hasForgottenStatements: Bool { database.log.hasForgotten }

  /// The current memory figures.
  public var memory: MemoryFigures {
    var figures = MemoryFigures.now(records: records.byteCount)
    let kept = lists.keptByteCount
    if kept > 0 { figures.disk = kept }
    return figures
  }

  /// Records the number of accesses, so that `nextToGo(_:)` can tell ages; call it every second while records are used.
  public func noteTime() {
    accessTimes.note(use: records.lastUse, at: SystemClock.monotonicSeconds)
  }

  /// The records that the budget would evict first, in that order; O(*n*) in the requested number.
  public func nextToGo(_ count: Int) -> [ReleaseEntry] {
    let now = SystemClock.monotonicSeconds
    return records.leastRecentlyUsed(count).map { record in
      ReleaseEntry(
        id: record.id, title: database.knownSQL(of: record.id.table).schema.title(of: record.values ?? []),
        isDirty: record.state == .dirty, byteCount: record.byteCount,
        age: max(0, now - (accessTimes.time(of: record.lastUse) ?? now)))
    }
  }

  /// A map of which rows of a listing are held.
  ///
  /// A list with no more rows than cells is shown row by row. A longer one is shown by the rowids of its whole table, because
  /// only held records are examined; without rowids, only as a count.
  public func map(of listing: Listing, cells count: Int, shown: [RecordID]) -> RecordMap {
    let rows = listing.count.value
    guard count > 0, rows > 0 else { return RecordMap() }
    if rows <= count, listing.count.isExact, let ids = listing.knownIDs(count: rows) {
      let shown = Set(shown)
      return RecordMap(cells: ids.map { RecordMap.Cell(filling(of: $0), isShown: shown.contains($0)) })
    }
    let total = listing.total.value
    let buckets = buckets(of: listing)
    let cells = min(count, max(total, rows), RecordBuckets.count)
    guard listing.schema.key.isInteger else {
      let filled = min(cells, (buckets.heldCount * cells + total - 1) / max(1, total))
      let picture = (0..<cells).map { RecordMap.Cell($0 < filled ? .hydrated : .known) }
      return RecordMap(cells: picture, rowsPerCell: (total + cells - 1) / cells, order: .none)
    }
    return buckets.map(cells: cells, rows: max(total, rows), shown: shown)
  }

  private func filling(of id: RecordID) -> RecordMap.Filling {
    switch records.state(of: id) {
    case .known: .known
    case .hydrated: .hydrated
    case .dirty: .dirty
    }
  }

  private func buckets(of listing: Listing) -> RecordBuckets {
    if let buckets = records.buckets, buckets.table == listing.schema.id, !buckets.isOutgrown {
      return buckets
    }
    return records.startCounting(in: RecordBuckets(table: listing.schema.id, range: keyRange(of: listing)))
  }

  private func keyRange(of listing: Listing) -> ClosedRange<Int64> {
    let sql = listing.sql
    guard sql.schema.key.isInteger else { return 0...0 }
    func end(_ function: String) -> Int64? {
      let text = "SELECT \(function)(\(sql.keyList)) FROM \(quoted(sql.schema.table))"
      let statement = try? database.connection.uncachedStatement(text, for: .count)
      return (try? statement?.firstRow(binding: []) { $0.integer(at: 0) }) ?? nil
    }
    guard sql.schema.key != .position, let least = end("min"), let greatest = end("max"), least <= greatest
    else { return 1...Int64(max(1, listing.total.value)) }
    return least...greatest
  }
}

/// Counts accesses about once a second, so that their ages can be estimated without reading the clock for each.
struct AccessTimes {
  /// The most marks kept; beyond that, every second one is dropped.
  private static let capacity = 1_024

  private var marks: [(use: Int, seconds: Double)] = []

  mutating func note(use: Int, at seconds: Double) {
    guard let last = marks.last else { return marks.append((use, seconds)) }
    guard use != last.use else { return }
    // The last mark is moved until it is a second after the previous one.
    if marks.count > 1, last.seconds - marks[marks.count - 2].seconds < 1 { marks.removeLast() }
    marks.append((use, seconds))
    if marks.count > Self.capacity {
      marks = Array(marks.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element))
    }
  }

  /// The time of an access, in monotonic seconds: that of the first mark at or after it.
  func time(of use: Int) -> Double? {
    var range = marks.startIndex..<marks.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = marks[middle].use < use ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound < marks.endIndex ? marks[range.lowerBound].seconds : nil
  }
}
