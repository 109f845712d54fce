import Queries
import Records
import SQLite
import Tables

/// The open lists, and the counts of the tables; tells each list what happens to rows.
public final class Lists {
  /// The rows of the initial table, in its own order, with the titles that the database holds.
  package let first: Listing

  package let database: Database
  package let records: RecordTable
  private var openListings: [OpenListing] = []
  /// The other readers that have a background thread.
  private var openReaders: [OpenReader] = []
  /// The callback for the threads' news.
  private var wake: (@Sendable () -> Void)?
  /// Counts the rows of all tables.
  private lazy var counter: Worker = {
    let counter = Worker(path: database.path, options: database.options.readOnly, name: "count")
    startedCounter = counter
    return counter
  }()
  private var startedCounter: Worker?
  private let tableCounts = Inbox<TableCount>()
  /// Whether another thread is writing records back, or what it wrote is still being noted in them.
  private var isWritingBack = false

  /// Opens the initial list, and reads its first row.
  package init(_ database: Database, _ records: RecordTable) throws(StoreError) {
    (self.database, self.records) = (database, records)
    first = Listing(
      connection: database.connection, sql: database.knownSQL(of: database.schema.id),
      columns: database.columns, options: database.options)
    try readFirstRow()
    adopt(first)
  }

  /// Checks that rows can be read; if the first one takes too long, it is read later, when a person can end the wait.
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
  package func endThreads() {
    for listing in all { listing.endThreads() }
    for listing in openListings { listing.awaited?.endThread() }
    startedCounter?.stop()
  }

  // MARK: Open lists

  /// The lists that somebody still holds.
  package var all: [Listing] { openListings.compactMap(\.listing) }

  /// The bytes on disk of the texts, orders and values that the lists keep.
  package var keptByteCount: Int { all.reduce(0) { $0 + $1.kept.byteCount } }

  /// The lists of a table.
  package func of(_ table: TableID) -> [Listing] { all.filter { $0.schema.id == table } }

  /// Opens a list of a table's rows, which follows the store's edits for as long as somebody holds it.
  ///
  /// The initial list is used for its own table, unless it is taken.
  ///
  /// - Parameters:
  ///   - source: The table, and which of its rows.
  ///   - taken: Lists that already have an order and a filter of their own: none of these is returned.
  /// - Throws: Why the table cannot be read; `cannotOpen` if a list of some of the rows cannot create a temporary file.
  public func open(_ source: ListSource, besides taken: [Listing] = []) throws(StoreError) -> Listing {
    let isInitial = source == ListSource(table: database.schema.id)
    if isInitial, !taken.contains(where: { $0 === first }) { return first }
    let listing = Listing(
      connection: database.connection, sql: try database.sql(of: source.table), scope: source.scope,
      columns: try database.schema(of: source.table).defaultColumns, options: database.options)
    if source.scope == nil {
      _ = try listing.rows(in: 0..<1)
    } else {
      try listing.arrange(by: .own)
    }
    adopt(listing)
    return listing
  }

  /// Makes a list follow the edits, and connects the news of its threads.
  private func adopt(_ listing: Listing) {
    listing.follow(records)
    if let wake { listing.inbox.onNews(wake) }
    openListings.removeAll { $0.listing == nil }
    let joined = JoinedTitles(of: listing.schema, database, records)
    openListings.append(OpenListing(listing: listing, joined: joined))
  }

  /// Looks for the fields of a table whose values come from other rows, so that its lists can show them, find by them and
  /// be sorted by them.
  ///
  /// Opening a database does not look for them, so that the first screen does not wait.
  ///
  /// - Parameter table: The table, or nil for the initial one.
  /// - Returns: The schema with them.
  /// - Complexity: One statement for all foreign keys, and a few for each table that points here or is pointed to and
  ///   has not been read yet, at the first call; none after that.
  /// - Throws: Why the foreign keys cannot be read.
  @discardableResult
  public func completeSchema(of table: TableID? = nil) throws(StoreError) -> Schema {
    let sql = try database.completeSQL(of: table ?? database.schema.id)
    for listing in of(sql.schema.id) where listing.schema.related.count < sql.schema.related.count {
      listing.complete(with: sql)
    }
    return sql.schema
  }

  /// What could have been meant by the words of a listing that finds nothing; nil if nothing is near to them, or if that is not
  /// known yet.
  public func suggestion(for listing: Listing) -> String? {
    listing.kept.texts.suggestion(for: listing.words)
  }

  // MARK: Rows

  /// The rows at the given positions of a listing, fewer if it ends before that; nil for a row that has not been found
  /// yet.
  ///
  /// A hydrated record's title replaces the database's, so that a rename shows before it is written.
  ///
  /// - Parameters:
  ///   - positions: Positions from 0 on.
  ///   - listing: The listing, or nil for the initial one.
  ///   - isForFrame: Whether to wait for a lock no longer than a frame takes, because the caller can retry.
  public func rows(
    in positions: Range<Int>, of listing: Listing? = nil, forFrame isForFrame: Bool = false
  ) throws(StoreError) -> [ListRow?] {
    let listing = listing ?? first
    let entries =
      isForFrame
      ? try database.connection.waiting(atMost: .milliseconds(4)) { () throws(StoreError) in
        try listing.rows(in: positions)
      }
      : try listing.rows(in: positions)
    let joined = try joinedTitles(of: entries, at: positions, in: listing)
    let awaited = awaitedCells(of: entries, in: listing, isForFrame: isForFrame)
    return entries.map { entry in
      guard let entry else { return nil }
      let record = records[entry.id]
      let title = record?.shownValues.map { listing.schema.title(of: $0).head } ?? entry.title
      return ListRow(
        id: entry.id, title: title, state: record?.state ?? .known,
        isInConflict: records.unsettled[entry.id] != nil,
        joinedTitle: joined.flatMap { $0.title(of: values(of: entry, in: listing)) },
        values: awaited(
          entry.id, record?.shownValues(of: listing.shownFields, besides: entry.values) ?? entry.values))
    }
  }

  /// A closure that fills in the values of a row's columns to which no index leads.
  ///
  /// Only a frame starts a search for them, because others ask for single rows, which are not worth the scan of a table.
  private func awaitedCells(
    of entries: [Listing.Entry?], in listing: Listing, isForFrame: Bool
  ) -> (RecordID, [ShownValue]) -> [ShownValue] {
    let (schema, shown) = (listing.schema, listing.shownFields)
    let fields = shown.filter { schema.related(at: $0)?.isIndexed == false }
    guard !fields.isEmpty, let place = openListings.firstIndex(where: { $0.listing === listing }) else {
      return { $1 }
    }
    let cells = openListings[place].awaited ?? AwaitedCells(database)
    if openListings[place].awaited == nil { adopt(cells) }
    openListings[place].awaited = cells
    if isForFrame { cells.read(fields, of: entries.compactMap { $0?.id }, listing.sql) }
    let known = cells.values(fields)
    return { id, values in
      zip(shown, values).map { field, value in
        guard let column = fields.firstIndex(of: field) else { return value }
        return known[id].map { $0[column] } ?? .awaited
      }
    }
  }

  /// The titles of rows of a joining table; those of the rows around are read with them, so that the next keys need no
  /// statement.
  private func joinedTitles(
    of entries: [Listing.Entry?], at positions: Range<Int>, in listing: Listing
  ) throws(StoreError) -> JoinedTitles? {
    guard let joined = openListings.first(where: { $0.listing === listing })?.joined else { return nil }
    let needed = entries.compactMap { $0.map { values(of: $0, in: listing) } }
    guard joined.isMissing(any: needed) else { return joined }
    let around = try listing.rows(in: EntryReader.blocks(around: positions))
    try joined.read(for: around.compactMap { $0.map { values(of: $0, in: listing) } })
    return joined
  }

  /// The values of a row by the indices of their fields, with edits that the database does not have yet.
  private func values(of entry: Listing.Entry, in listing: Listing) -> [Int: Value] {
    let fields = listing.shownFields
    let shown = records[entry.id]?.shownValues(of: fields, besides: entry.values) ?? entry.values
    var values: [Int: Value] = [:]
    for (field, value) in zip(fields, shown) { if case .value(let value) = value { values[field] = value } }
    return values
  }

  // MARK: Changes of rows

  /// Changes a record, and moves its row in the lists to where it then belongs.
  package func edit(_ record: Record, _ fields: [Int], _ body: (Record) -> Void) {
    let affected = of(record.id.table).filter { $0.isAffected(by: fields) }
    records.forgetRelated()
    for listing in affected { listing.remove(record.id) }
    records.change(record, body)
    for listing in affected { listing.insert(record.id) }
  }

  /// Changes a field of a record; for one of very many, lists find their rows again afterwards instead of moving them
  /// one by one.
  package func edit(_ record: Record, _ field: Int, isOneOfMany: Bool, _ body: (Record) -> Void) {
    guard isOneOfMany else { return edit(record, [field], body) }
    markStale(record.id.table, changing: [field])
    records.change(record, body)
  }

  /// Makes lists find their rows again if their order or filter depends on some fields.
  package func markStale(_ table: TableID, changing fields: [Int]) {
    records.forgetRelated()
    for listing in of(table) where listing.isAffected(by: fields) { listing.markStale() }
  }

  /// Makes lists read the rows of a table again, or of all tables for nil.
  package func readAgain(_ table: TableID? = nil) {
    for listing in table.map(of) ?? all { listing.readAgain() }
    forgetJoinedTitles()
    forgetAwaited()
    records.forgetRelated()
  }

  /// Notes that a row is gone.
  package func noteGone(_ id: RecordID) {
    records.forgetRelated()
    for listing in of(id.table) { listing.noteGone(id) }
  }

  /// Puts rows that were inserted into the lists.
  package func noteInserted(_ ids: [RecordID]) {
    records.forgetRelated()
    for (table, ids) in Dictionary(grouping: ids, by: \.table) {
      for listing in of(table) {
        for id in ids {
          listing.noteInserted(id)
          if listing.latestQuery != nil { listing.insert(id) }
        }
      }
      database.noteCount(of: table, by: ids.count)
    }
    noteRelated()
  }

  /// Where rows are in a list, found before they are deleted.
  package struct Places {
    fileprivate let listing: Listing
    /// The positions in a list that is not in the table's own order.
    fileprivate var ranked: [Int] = []
    /// How many anchors are before each row.
    fileprivate var anchorCounts: [Int] = []
  }

  /// Where rows of one table are in each list.
  package func places(of ids: [RecordID]) throws(StoreError) -> [Places] {
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

  /// Forgets rows of one table, with their records.
  ///
  /// - Parameter areDeleted: Whether each row was deleted just now; otherwise it was already gone.
  package func forget(_ ids: [RecordID], areDeleted: [Bool], _ places: [Places]) {
    records.forgetRelated()
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
    noteRelated()
  }

  /// Passes the titles that the database has now to the lists.
  package func noteTitles(_ titles: [RecordID: Value]) {
    for listing in all { listing.noteTitles(titles) }
  }

  /// Notes which fields of a table's rows were written: rows whose titles consist of several fields are read again, and
  /// searches that are running start again if they depend on the fields.
  package func noteWritten(_ table: TableID, _ shapes: [[Int]]) {
    forgetJoinedTitles()
    noteRelated()
    for listing in of(table) {
      if listing.schema.titleFields.count > 1 || !listing.shownFields.isEmpty { listing.forgetRows() }
      if listing.isWorking, shapes.contains(where: listing.isAffected) { listing.markStale() }
    }
  }

  /// Makes lists find their rows again that depend on the rows of other tables.
  package func noteRelated() {
    forgetAwaited()
    for listing in all where Self.isRelated(listing) {
      listing.forgetRows()
      if listing.latestQuery.map({ !$0.isPlain }) == true { listing.markStale() }
    }
  }

  private static func isRelated(_ listing: Listing) -> Bool {
    let fields = listing.queries.flatMap { $0.order.fields + ($0.filter?.fields ?? []) } + listing.columns
    return fields.contains { $0 >= listing.schema.fields.count }
  }

  private func forgetAwaited() {
    for listing in openListings { listing.awaited?.removeAll() }
  }

  private func forgetJoinedTitles() {
    for listing in openListings { listing.joined?.removeAll() }
  }

  /// Notes that a write-back in the background begins or has ended.
  package func noteWriteBack(isUnderWay: Bool) {
    isWritingBack = isUnderWay
    if !isUnderWay, all.contains(where: \.isStale) { wake?() }
  }

  /// The title that a list holds for a row.
  package func listedTitle(of id: RecordID) -> Value? {
    for listing in of(id.table) {
      if let title = listing.keyed.knownTitle(of: id) { return title }
    }
    return nil
  }

  // MARK: Threads

  private var readers: [any ListReader] { openReaders.compactMap(\.reader) }

  /// Pauses and resumes a reader together with the lists from now on.
  package func adopt(_ reader: any ListReader) {
    openReaders.removeAll { $0.reader == nil }
    openReaders.append(OpenReader(reader: reader))
    if let wake { reader.onNews(wake) }
  }

  /// Whether a thread is reading the database for a list or a count.
  package var areReading: Bool {
    isCounting || readers.contains(where: \.isWorking) || all.contains(where: \.isReading)
  }

  /// Stops the threads from reading the database until `resume()`.
  package func pause() {
    if isCounting { startedCounter?.cancelAndWait() }
    for listing in all { listing.pause() }
    for reader in readers { reader.pause() }
  }

  package func resume() {
    if isCounting, !database.hasWriteAheadLog { countTables() }
    // If a search cannot be started again, the rows stay as they are.
    for listing in all { try? listing.resume() }
    for reader in readers { try? reader.resume() }
  }

  /// Releases the rows that can be read again.
  package func releaseMemory() {
    for listing in all { listing.forgetRows() }
    forgetJoinedTitles()
    forgetAwaited()
  }

  // MARK: News

  /// Sets a callback, called on any thread, for when `takeNews()` has something to process.
  package func onNews(_ wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    for listing in all { listing.inbox.onNews(wake) }
    tableCounts.onNews(wake)
  }

  /// Processes what the store's threads have found out since the last call.
  ///
  /// - Parameter isRefreshing: Whether to search again for rows that edits have left in the wrong place, which moves
  ///   them.
  /// - Throws: The error that a thread's work failed with; the rest of the news has been processed.
  public func takeNews(refreshing isRefreshing: Bool = true) throws(StoreError) {
    // The threads of closed lists end.
    openListings.removeAll { $0.listing == nil }
    for count in tableCounts.take() { database.note(count) }
    var failure: StoreError?
    for listing in all {
      do throws(StoreError) { try takeNews(of: listing) } catch { failure = error }
      if isRefreshing { try refresh(listing) }
    }
    for reader in readers { try reader.takeNews() }
    if let failure { throw failure }
  }

  private func takeNews(of listing: Listing) throws(StoreError) {
    var failure: StoreError?
    for news in listing.inbox.take() {
      do throws(StoreError) {
        try listing.absorb(news)
        // Rows are already where they belong if the report comes from a scan that was cancelled.
        if case .complete = news {
          let edited = records.dirty.filter { $0.id.table == listing.schema.id }
          listing.place(edited, areBeingWritten: isWritingBack)
        }
      } catch {
        database.noteDamage(error)
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Runs a listing's query again if rows may be missing or misplaced and nothing prevents it any longer.
  private func refresh(_ listing: Listing) throws(StoreError) {
    listing.checkStates()
    guard listing.isStale, !listing.isWorking, !isWritingBack, records.dirty.count <= Listing.placedCount,
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
            // If a table cannot be read, opening it reports that; and a view may never end.
            if error == .interrupted, connection.isCancelled { throw error }
          }
          tableCounts.post(TableCount(table: table.id, count: count))
        }
      }, fail: { _ in })
  }

  /// How long the rows of a view, and of anything else, may be counted.
  private static let viewTime = Duration.seconds(1)
  private static let tableTime = Duration.seconds(60)

  /// Whether tables are being counted, as far as is known.
  private var isCounting: Bool {
    startedCounter != nil && database.tables.contains { $0.count.map { !$0.isExact } ?? false }
  }

  // MARK: Looking for rows

  /// Starts searching in the background for the next row that matches, wrapping around the end of a listing that is
  /// complete.
  ///
  /// `endOfSeek(in:)` returns the result. Edits count, whether or not the database has them.
  ///
  /// - Parameters:
  ///   - finder: What a row has to match.
  ///   - listing: The list.
  ///   - place: Where to start; its row is checked last.
  ///   - isForward: Whether to search forward rather than backward.
  public func startSeeking(
    _ finder: Query, from place: Int, isForward: Bool, in listing: Listing
  ) throws(StoreError) {
    guard let id = try listing.rows(in: place..<place + 1).first??.id else { return }
    let order = listing.order
    var values: [Value] = []
    for field in order.fields { values.append(try listing.placedValue(field, of: id)) }
    let query = listing.makeQuery(by: order, finder)
    listing.start(
      RowSeek(
        query: query, id: id, orderValues: values, isForward: isForward,
        edited: Set(edited(in: query).map(\.id)), total: listing.total.value))
  }

  /// The result of a search for a row; nil if none was started, or if it is still running.
  ///
  /// - Throws: The error that the search failed with.
  public func endOfSeek(in listing: Listing) throws(StoreError) -> SeekEnd? {
    guard let running = listing.seeking.running, let result = running.result else { return nil }
    listing.cancelSeeking()
    let seek = running.seek
    let found = try result.get()
    if let found, try !listing.matches(seek.query.finder, found) {
      // It was edited meanwhile.
      let place = try listing.position(of: seek.id) ?? 0
      try startSeeking(seek.query.finder, from: place, isForward: seek.isForward, in: listing)
      return nil
    }
    return try nearest(to: seek, found, in: listing).map { .found($0) } ?? .nothing
  }

  /// The place of whichever row comes first: the one found in the database, or one with unwritten edits.
  private func nearest(
    to seek: RowSeek, _ found: RecordID?, in listing: Listing
  ) throws(StoreError) -> Int? {
    let start = try listing.position(of: seek.id) ?? 0
    let count = listing.count.value
    var best: (place: Int, distance: Int)?
    for id in [found].compactMap({ $0 }) + edited(in: seek.query).map(\.id) {
      guard try listing.matches(seek.query.finder, id), let place = try listing.position(of: id) else {
        continue
      }
      let distance = ((seek.isForward ? place - start : start - place) + count - 1) % count
      if best.map({ distance < $0.distance }) ?? true { best = (place, distance) }
    }
    return best?.place
  }

  /// The records with unwritten edits that may matter to a query, unless there are very many.
  private func edited(in query: ListQuery) -> [Record] {
    let edited = records.dirty.lazy.filter { record in
      record.id.table == query.sql.schema.id && query.isAffected(by: record.originals.map(\.index))
    }
    let some = Array(edited.prefix(Listing.placedCount + 1))
    return some.count > Listing.placedCount ? [] : some
  }
}
