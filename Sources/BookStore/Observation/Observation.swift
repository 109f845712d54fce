import Records

/// What people see who watch the store at work.
///
/// While nobody does, it costs nothing.
public final class Observation {
  private let database: Database
  private let records: RecordTable
  /// How many looks there had been when, so that the age of a look can be told.
  private var lookTimes = LookTimes()

  init(_ database: Database, _ records: RecordTable) {
    (self.database, self.records) = (database, records)
  }

  /// Whether the statements of all connections are recorded, the last 2,000 of them, and where records are in their table.
  ///
  /// What was recorded is dropped when it ends.
  public var isObserved: Bool {
    get { database.log.isOn }
    set {
      database.log.isOn = newValue
      if !newValue { records.stopCounting() }
    }
  }

  /// The statements that were recorded and have a number above one, in the order in which they ended.
  ///
  /// - Complexity: O(*n*) in those that are kept.
  public func statements(after number: Int = 0) -> [StatementRecord] { database.log.records(after: number) }

  /// The last statements that were recorded for a purpose, or for any where it is nil, but for some that came after
  /// them; and how many are kept.
  public func recentStatements(
    for purpose: StatementPurpose? = nil, skipping: Int = 0, count: Int
  ) -> (statements: [StatementRecord], total: Int) {
    let recent = database.log.recent(purpose, skipping: skipping, count: count)
    return (recent.records, recent.total)
  }

  /// Whether older statements than those that are kept were recorded.
  ///
  /// - Complexity: O(1).
  public var hasForgottenStatements: Bool { database.log.hasForgotten }

  /// How much memory is held now.
  public var memory: MemoryFigures { .now(records: records.byteCount) }

  /// Notes how many looks there have been by now, so that `nextToGo(_:)` can tell ages; it is to be called every second
  /// or more often while records are looked at.
  public func noteTime() {
    lookTimes.note(use: records.lastUse, at: Clock.seconds)
  }

  /// The records that the budget would let go first, in that order.
  ///
  /// - Complexity: O(*n*) in those that are asked for; looks that count no more are dropped on the way.
  public func nextToGo(_ count: Int) -> [ReleaseEntry] {
    let now = Clock.seconds
    return records.leastRecentlyUsed(count).map { record in
      ReleaseEntry(
        id: record.id, title: database.knownSQL(of: record.id.table).schema.title(of: record.values ?? []),
        isDirty: record.state == .dirty, byteCount: record.byteCount,
        age: max(0, now - (lookTimes.time(of: record.lastUse) ?? now)))
    }
  }

  /// A picture of what is held of a listing's rows.
  ///
  /// A list of no more rows than cells is shown row by row, in its order. A longer one is shown by the rowids of its whole
  /// table, because only records that are held are asked for; where there are no rowids, by their number alone.
  ///
  /// - Parameters:
  ///   - count: The most cells.
  ///   - shown: The records that are on the screen.
  /// - Complexity: O(*cells*), whatever the number of rows; the first picture of a table goes through the records that
  ///   are held, and asks for the least and the greatest rowid.
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
    switch records[id]?.state ?? .known {
    case .known: .known
    case .hydrated: .hydrated
    case .dirty: .dirty
    }
  }

  /// The counts of a table's records, which from now on are kept up until they are those of another table.
  private func buckets(of listing: Listing) -> RecordBuckets {
    if let buckets = records.buckets, buckets.table == listing.schema.id, !buckets.isOutgrown {
      return buckets
    }
    return records.startCounting(
      in: RecordBuckets(table: listing.schema.id, range: keyRange(of: listing)))
  }

  private func keyRange(of listing: Listing) -> ClosedRange<Int64> {
    let sql = listing.sql
    guard sql.schema.key.isInteger else { return 0...0 }
    func end(_ function: String) -> Int64? {
      let text = "SELECT \(function)(\(sql.keyList)) FROM \(quoted(sql.schema.table))"
      let statement = try? database.connection.uncachedStatement(text)
      return (try? statement?.firstRow(binding: []) { $0.integer(at: 0) }) ?? nil
    }
    guard sql.schema.key != .position, let least = end("min"), let greatest = end("max"), least <= greatest
    else { return 1...Int64(max(1, listing.total.value)) }
    return least...greatest
  }
}
