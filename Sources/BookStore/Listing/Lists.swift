import Records

/// The lists that somebody has open, and the counts of the tables: tells each list what became of a row.
public final class Lists {
  /// The rows of the table to begin with, in its own order, with the titles that the database holds.
  let first: Listing

  private let database: Database
  private let records: RecordTable
  private var openListings: [OpenListing] = []
  /// What a thread's news wake up.
  private var wake: (@Sendable () -> Void)?
  /// Counts the rows of all tables.
  private lazy var counter: Worker = {
    let counter = Worker(path: database.path, options: database.options.readOnly, name: "count")
    startedCounter = counter
    return counter
  }()
  private var startedCounter: Worker?
  private let tableCounts = Inbox<TableCount>()

  /// Opens the list to begin with, and reads its first row.
  init(_ database: Database, _ records: RecordTable) throws(StoreError) {
    (self.database, self.records) = (database, records)
    first = Listing(
      connection: database.connection, sql: database.knownSQL(of: database.schema.id),
      options: database.options)
    try readFirstRow()
    adopt(first)
  }

  /// Finds out whether the rows can be read; one that does not come soon may come later, when somebody can end the wait.
  private func readFirstRow() throws(StoreError) {
    do throws(StoreError) {
      _ = try database.connection.withTimeLimit(.milliseconds(500)) { () throws(StoreError) in
        try first.rows(in: 0..<1)
      }
    } catch {
      if error != .interrupted { throw error }
      first.keyed.invalidate()
    }
  }

  /// Ends the threads of the lists and the one that counts.
  func endThreads() {
    for listing in all { listing.endThreads() }
    startedCounter?.stop()
  }

  // MARK: Open lists

  /// The lists that somebody holds.
  var all: [Listing] { openListings.compactMap(\.listing) }

  /// The lists of a table.
  func of(_ table: TableID) -> [Listing] { all.filter { $0.schema.id == table } }

  /// Opens a list of a table's rows; it follows the store's edits for as long as somebody holds it.
  ///
  /// - Throws: Why the table cannot be read; `cannotOpen` where a list of some rows finds no temporary file.
  func open(_ source: ListSource) throws(StoreError) -> Listing {
    if source == ListSource(table: database.schema.id) { return first }
    let listing = Listing(
      connection: database.connection, sql: try database.sql(of: source.table), scope: source.scope,
      options: database.options)
    if source.scope == nil {
      _ = try listing.rows(in: 0..<1)
    } else {
      try listing.arrange(by: .own)
    }
    adopt(listing)
    return listing
  }

  /// Has a list follow the edits, and its threads wake the store's.
  private func adopt(_ listing: Listing) {
    listing.follow { [weak records] in records?[$0] }
    if let wake { listing.inbox.onNews(wake) }
    openListings.removeAll { $0.listing == nil }
    openListings.append(OpenListing(listing: listing))
  }

  // MARK: Rows

  /// The rows at the given positions of a listing, fewer where it ends before; nil for a row that is not there yet.
  ///
  /// A hydrated record's own title stands in for the database's, so that a rename shows before it is written.
  ///
  /// - Parameters:
  ///   - listing: The listing, or nil for the one to begin with.
  ///   - isForFrame: Whether to wait for a lock no longer than a frame takes, since it can be tried again.
  func rows(
    in positions: Range<Int>, of listing: Listing? = nil, forFrame isForFrame: Bool = false
  ) throws(StoreError) -> [ListRow?] {
    let listing = listing ?? first
    let entries =
      isForFrame
      ? try database.connection.waiting(atMost: .milliseconds(4)) { () throws(StoreError) in
        try listing.rows(in: positions)
      }
      : try listing.rows(in: positions)
    return entries.map { entry in
      guard let entry else { return nil }
      let record = records[entry.id]
      let title = record?.shownValues.map { listing.schema.title(of: $0).head } ?? entry.title
      return ListRow(
        id: entry.id, title: title, state: record?.state ?? .known,
        isInConflict: records.unsettled[entry.id] != nil)
    }
  }

  // MARK: What becomes of rows

  /// Changes a record, and moves its row in the lists to where it belongs then.
  func edit(_ record: Record, _ fields: [Int], _ body: (Record) -> Void) {
    let affected = of(record.id.table).filter { $0.isAffected(by: fields) }
    for listing in affected { listing.remove(record.id) }
    records.change(record, body)
    for listing in affected { listing.insert(record.id) }
  }

  /// Changes a field of a record; of very many, rows are found anew afterwards instead of being moved one by one.
  func edit(_ record: Record, _ field: Int, isOneOfMany: Bool, _ body: (Record) -> Void) {
    guard isOneOfMany else { return edit(record, [field], body) }
    markStale(record.id.table, changing: [field])
    records.change(record, body)
  }

  /// Has the rows of lists found anew that stand where they do because of some fields.
  func markStale(_ table: TableID, changing fields: [Int]) {
    for listing in of(table) where listing.isAffected(by: fields) { listing.markStale() }
  }

  /// Has lists read the rows of a table again, or those of all tables for nil.
  func readAgain(_ table: TableID? = nil) {
    for listing in table.map(of) ?? all { listing.readAgain() }
  }

  /// Notes that a row is not there any more.
  func noteGone(_ id: RecordID) {
    for listing in of(id.table) { listing.noteGone(id) }
  }

  /// Puts a row that was inserted into the lists.
  func noteInserted(_ id: RecordID) {
    for listing in of(id.table) {
      listing.noteInserted(id)
      if listing.latestQuery != nil { listing.insert(id) }
    }
    database.noteCount(of: id.table, by: 1)
  }

  /// Where rows are in a list, found before they go.
  struct Places {
    fileprivate let listing: Listing
    /// The positions in a list that is not in the table's own order.
    fileprivate var ranked: [Int] = []
    /// How many anchors are before each row.
    fileprivate var anchorCounts: [Int] = []
  }

  /// Where rows of one table are in each list.
  func places(of ids: [RecordID]) throws(StoreError) -> [Places] {
    guard let table = ids.first?.table else { return [] }
    var all: [Places] = []
    for listing in of(table) {
      var places = Places(listing: listing)
      for id in ids {
        if let position = try listing.rankedPosition(of: id) { places.ranked.append(position) }
        places.anchorCounts.append(try listing.keyed.anchorCount(before: id))
      }
      all.append(places)
    }
    return all
  }

  /// Lets go of rows of one table, with their records.
  ///
  /// - Parameter areDeleted: Whether each was deleted just now; otherwise it was gone before.
  func forget(_ ids: [RecordID], areDeleted: [Bool], _ places: [Places]) {
    for (index, id) in ids.enumerated() {
      for place in places {
        if areDeleted[index] {
          place.listing.noteDeleted(id, behindFirst: place.anchorCounts[index])
        } else {
          place.listing.invalidate()
        }
      }
      if areDeleted[index] { database.noteCount(of: id.table, by: -1) }
      records.remove(id)
    }
    for place in places { place.listing.removeRanked(at: place.ranked) }
  }

  /// Shows the titles that the database has now.
  func noteTitles(_ titles: [RecordID: Value]) {
    for listing in all { listing.keyed.noteTitles(titles) }
  }

  /// Notes which fields of a table's rows were written: rows whose titles are of several fields are read again, and those
  /// that are just being found are found anew.
  func noteWritten(_ table: TableID, _ shapes: [[Int]]) {
    for listing in of(table) {
      if listing.schema.titleFields.count > 1 { listing.keyed.forgetPages() }
      if listing.isWorking, shapes.contains(where: listing.isAffected) { listing.markStale() }
    }
  }

  /// What a list holds as a row's title.
  func listedTitle(of id: RecordID) -> Value? {
    for listing in of(id.table) {
      if let title = listing.keyed.knownTitle(of: id) { return title }
    }
    return nil
  }

  // MARK: Threads

  /// Whether a thread reads the database for a list or a count.
  var areReading: Bool { isCounting || all.contains(where: \.isReading) }

  /// Has the threads let go of the database until `resume()`.
  func pause() {
    if isCounting { startedCounter?.cancelAndWait() }
    for listing in all { listing.pause() }
  }

  func resume() {
    if isCounting, !database.hasWriteAheadLog { countTables() }
    // What cannot be begun again leaves the rows as they are.
    for listing in all { try? listing.resume() }
  }

  /// Forgets the rows that can be read again.
  func releaseMemory() {
    for listing in all { listing.keyed.forgetPages() }
  }

  // MARK: News

  /// What to do, on any thread, when `takeNews()` has something to take in.
  func onNews(_ wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    for listing in all { listing.inbox.onNews(wake) }
    tableCounts.onNews(wake)
  }

  /// Takes in what the store's threads have found out since the last call.
  ///
  /// - Parameter isRefreshing: whether rows that edits have left in the wrong place may be found anew, which moves them.
  /// - Throws: What a thread's work ended with; the rest of the news has been taken in.
  func takeNews(refreshing isRefreshing: Bool = true) throws(StoreError) {
    for count in tableCounts.take() { database.note(count) }
    var failure: StoreError?
    for listing in all {
      do throws(StoreError) { try takeNews(of: listing) } catch { failure = error }
      if isRefreshing { try refresh(listing) }
    }
    if let failure { throw failure }
  }

  private func takeNews(of listing: Listing) throws(StoreError) {
    var failure: StoreError?
    for news in listing.inbox.take() {
      do throws(StoreError) {
        try listing.absorb(news)
        // What a scan that was cancelled has reported is no reason to move rows that are where they belong.
        if case .complete(let query) = news, query == listing.queryCount {
          listing.place(records.dirty.filter { $0.id.table == listing.schema.id })
        }
      } catch {
        database.noteDamage(error)
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Runs a listing's query again where rows may be missing or misplaced and nothing stands against it any more.
  private func refresh(_ listing: Listing) throws(StoreError) {
    guard listing.isStale, !listing.isWorking, records.dirty.count <= Listing.placedCount,
      let query = listing.latestQuery
    else { return }
    try listing.show(query)
  }

  // MARK: Counting

  /// Starts to count the rows of every table in the background; `takeNews()` puts the numbers into `tables`.
  public func countTables() {
    counter.start(
      { [tables = database.tables, tableCounts] connection throws(StoreError) in
        for table in tables {
          let sql = "SELECT count(*) FROM main.\(quoted(table.name))"
          var count: Int?
          do throws(StoreError) {
            let statement = try connection.uncachedStatement(sql, for: .list)
            let limit = table.kind == .view ? Self.viewTime : Self.tableTime
            count = try connection.withTimeLimit(limit) { () throws(StoreError) in
              try statement.firstRow(binding: []) { Int($0.integer(at: 0)) }
            }
          } catch {
            // A table that cannot be read says so when it is opened, and a view may never end.
            if error == .interrupted, connection.isCancelled { throw error }
          }
          tableCounts.post(TableCount(table: table.id, count: count))
        }
      }, fail: { _ in })
  }

  /// For how long the rows of a view, and of anything else, are counted.
  private static let viewTime = Duration.seconds(1)
  private static let tableTime = Duration.seconds(60)

  /// Whether tables are being counted, as far as is known.
  private var isCounting: Bool {
    startedCounter != nil && database.tables.contains { $0.count.map { !$0.isExact } ?? false }
  }

  // MARK: Looking for rows

  /// Begins to look in the background for the next row that matches, round the end of a listing that is settled.
  ///
  /// `endOfSeek(in:)` has the end of it. Edits count, whether or not the database has them.
  ///
  /// - Parameters:
  ///   - place: Where to start; its row is the last that is looked at.
  ///   - isForward: Whether later rows come first, and not earlier ones.
  public func startSeeking(
    _ matcher: Matcher, from place: Int, isForward: Bool, in listing: Listing
  ) throws(StoreError) {
    guard let id = try listing.rows(in: place..<place + 1).first??.id else { return }
    let order = listing.order
    var value = Value.null
    if let field = order.field { value = try listing.placedValue(field, of: id) }
    let query = ListQuery(sql: listing.sql, order: order, matcher: matcher, scope: listing.scope)
    listing.start(
      RowSeek(
        query: query, id: id, value: value, isForward: isForward,
        edited: Set(edited(in: query).map(\.id)), total: listing.total.value))
  }

  /// The end of a look for a row; nil where none was begun, or it is not over.
  ///
  /// - Throws: What the look ended with.
  public func endOfSeek(in listing: Listing) throws(StoreError) -> SeekEnd? {
    guard let running = listing.runningSeek, let result = running.result else { return nil }
    listing.cancelSeeking()
    let seek = running.seek
    let found = try result.get()
    if let found, let matcher = seek.query.matcher, try !listing.matches(matcher, found) {
      // It was edited meanwhile.
      let place = try listing.position(of: seek.id) ?? 0
      try startSeeking(matcher, from: place, isForward: seek.isForward, in: listing)
      return nil
    }
    return try nearest(to: seek, found, in: listing).map { .found($0) } ?? .nothing
  }

  /// The place of the row that comes first, of one that the database has and of those whose edits it does not have.
  private func nearest(
    to seek: RowSeek, _ found: RecordID?, in listing: Listing
  ) throws(StoreError) -> Int? {
    let start = try listing.position(of: seek.id) ?? 0
    let count = listing.count.value
    var best: (place: Int, distance: Int)?
    for id in [found].compactMap({ $0 }) + edited(in: seek.query).map(\.id) {
      guard let matcher = seek.query.matcher, try listing.matches(matcher, id),
        let place = try listing.position(of: id)
      else { continue }
      let distance = ((seek.isForward ? place - start : start - place) + count - 1) % count
      if best.map({ distance < $0.distance }) ?? true { best = (place, distance) }
    }
    return best?.place
  }

  /// The records with edits that the database does not have and that may count, unless they are very many.
  private func edited(in query: ListQuery) -> [Record] {
    let fields = query.searchedFields + [query.order.field].compactMap { $0 } + (query.scope?.fields ?? [])
    let edited = records.dirty.lazy.filter { record in
      record.id.table == query.sql.schema.id && record.originals.contains { fields.contains($0.index) }
    }
    let some = Array(edited.prefix(Listing.placedCount + 1))
    return some.count > Listing.placedCount ? [] : some
  }
}
