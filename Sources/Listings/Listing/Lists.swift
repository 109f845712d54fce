import Queries
import Records
import SQLite

/// The open lists, and the counts of the tables; tells each list what happens to rows.
public final class Lists {
  package let first: Listing

  package let database: Database
  package let records: RecordTable
  private var openListings: [OpenListing] = []
  private var openReaders: [OpenReader] = []
  private var wake: (@Sendable () -> Void)?
  private let counter: TableReader<[TableCount]>
  private var isWritingBack = false

  package init(_ database: Database, _ records: RecordTable) throws(StoreError) {
    (self.database, self.records) = (database, records)
    counter = TableReader(database, named: "count")
    first = Listing(
      connection: database.connection, sql: database.knownSQL(of: database.schema.id),
      columns: database.columns, isChosen: database.hasChosenColumns, options: database.options)
    try readFirstRow()
    adopt(first)
    adopt(counter)
    // Opening a table reports that it cannot be read.
    counter.onNews(take: { [database] counts in
      if case .success(let counts) = counts { counts.forEach(database.note) }
    })
  }

  /// If the first row takes too long, it is read later, when the person can interrupt.
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

  package func endThreads() {
    for listing in all { listing.endThreads() }
    for reader in readers { reader.endThread() }
  }

  package var all: [Listing] { openListings.compactMap(\.listing) }

  package var keptByteCount: Int { all.reduce(0) { $0 + $1.kept.byteCount } }

  package func of(_ table: TableID) -> [Listing] { all.filter { $0.schema.id == table } }

  /// Opens a list of a table's rows, which follows the store's edits while it is in use.
  ///
  /// - Parameter taken: Lists that already have an order and a filter of their own, and are not returned.
  /// - Throws: Why the table cannot be read; `cannotOpen` if a list of some of the rows cannot create a temporary file.
  public func open(_ source: ListSource, besides taken: [Listing] = []) throws(StoreError) -> Listing {
    let isInitial = source == ListSource(table: database.schema.id)
    if isInitial, !taken.contains(where: { $0 === first }) { return first }
    let listing = Listing(
      connection: database.connection, sql: try database.sql(of: source.table), scope: source.scope,
      columns: try database.schema(of: source.table).defaultColumns(in: source.scope),
      options: database.options)
    if source.scope == nil {
      _ = try listing.rows(in: 0..<1)
    } else {
      try listing.arrange(by: .own)
    }
    adopt(listing)
    return listing
  }

  private func adopt(_ listing: Listing) {
    listing.follow(records)
    if let wake { listing.inbox.onNews(wake) }
    openListings.removeAll { $0.listing == nil }
    let joined = JoinedTitles(of: listing.schema, database, records)
    openListings.append(OpenListing(listing: listing, joined: joined))
  }

  /// Finds the related fields of a table (nil: the initial one), so that its lists can show, search and sort by them.
  ///
  /// Opening a database does not look for them, so that the first screen does not wait.
  ///
  /// - Complexity: At the first call, one statement for all foreign keys, and a few for each unread related table.
  @discardableResult
  public func completeSchema(of table: TableID? = nil) throws(StoreError) -> Schema {
    let sql = try database.completeSQL(of: table ?? database.schema.id)
    for listing in of(sql.schema.id) where listing.schema.related.count < sql.schema.related.count {
      listing.complete(with: sql)
    }
    return sql.schema
  }

  /// Words that the person may have meant if nothing was found; nil if nothing is close or known yet.
  public func suggestion(for listing: Listing) -> String? {
    listing.kept.texts.suggestion(for: listing.words)
  }

  /// The rows at the given positions of a listing (nil: the initial one); nil for rows not found yet.
  ///
  /// A hydrated record's title replaces the database's, so that a rename shows before it is written.
  ///
  /// - Parameter isForFrame: Whether to wait for a lock no longer than a frame takes, because the caller can retry.
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

  /// Fills in the values that no index leads to; only a frame starts a search for them, not a caller of single rows.
  private func awaitedCells(
    of entries: [Listing.Entry?], in listing: Listing, isForFrame: Bool
  ) -> (RecordID, [ShownValue]) -> [ShownValue] {
    let (schema, shown) = (listing.schema, listing.shownFields)
    let fields = shown.filter { schema.related(at: $0)?.isIndexed == false }
    guard !fields.isEmpty, let place = openListings.firstIndex(where: { $0.listing === listing }) else {
      return { $1 }
    }
    let cells = openListings[place].awaited ?? AwaitedCells(database)
    if openListings[place].awaited == nil { adopt(cells.reader) }
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

  /// The titles of a joining table's rows, read with nearby ones, so that the next rows need no statement.
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

  private func values(of entry: Listing.Entry, in listing: Listing) -> [Int: Value] {
    let fields = listing.shownFields
    let shown = records[entry.id]?.shownValues(of: fields, besides: entry.values) ?? entry.values
    var values: [Int: Value] = [:]
    for (field, value) in zip(fields, shown) { if case .value(let value) = value { values[field] = value } }
    return values
  }

  package func edit(_ record: Record, _ fields: [Int], _ body: (Record) -> Void) {
    let affected = of(record.id.table).filter { $0.isAffected(by: fields) }
    records.forgetRelated()
    for listing in affected { listing.remove(record.id) }
    records.change(record, body)
    for listing in affected { listing.insert(record.id) }
  }

  package func edit(_ record: Record, _ field: Int, isOneOfMany: Bool, _ body: (Record) -> Void) {
    guard isOneOfMany else { return edit(record, [field], body) }
    markStale(record.id.table, changing: [field])
    records.change(record, body)
  }

  package func markStale(_ table: TableID, changing fields: [Int]) {
    records.forgetRelated()
    for listing in of(table) where listing.isAffected(by: fields) { listing.markStale() }
  }

  package func readAgain(_ table: TableID? = nil) {
    for listing in table.map(of) ?? all { listing.readAgain() }
    forgetJoinedTitles()
    forgetAwaited()
    records.forgetRelated()
  }

  package func noteGone(_ id: RecordID) {
    records.forgetRelated()
    for listing in of(id.table) { listing.noteGone(id) }
  }

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

  package struct Places {
    fileprivate let listing: Listing
    fileprivate var ranked: [Int] = []
    fileprivate var anchorCounts: [Int] = []
  }

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

  /// Forgets rows of one table, with their records; each was deleted just now, or was already gone.
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

  package func noteTitles(_ titles: [RecordID: Value]) {
    for listing in all { listing.noteTitles(titles) }
  }

  /// Rows with titles of several fields are read again, and running searches that depend on written fields restart.
  package func noteWritten(_ table: TableID, _ shapes: [[Int]]) {
    forgetJoinedTitles()
    noteRelated()
    for listing in of(table) {
      if listing.schema.titleFields.count > 1 || !listing.shownFields.isEmpty { listing.forgetRows() }
      if listing.isWorking, shapes.contains(where: listing.isAffected) { listing.markStale() }
    }
  }

  package func noteRelated() {
    forgetAwaited()
    for listing in all {
      let ownCount = listing.schema.fields.count
      let isFound = listing.queries.contains { query in
        (query.order.fields + (query.filter?.fields ?? [])).contains { $0 >= ownCount }
      }
      guard isFound || listing.shownFields.contains(where: { $0 >= ownCount }) else { continue }
      listing.forgetRows()
      // A column that is only shown beside the titles moves no row.
      if isFound, listing.latestQuery.map({ !$0.isPlain }) == true { listing.markStale() }
    }
  }

  private func forgetAwaited() {
    for listing in openListings { listing.awaited?.removeAll() }
  }

  private func forgetJoinedTitles() {
    for listing in openListings { listing.joined?.removeAll() }
  }

  package func noteWriteBack(isUnderWay: Bool) {
    isWritingBack = isUnderWay
    if !isUnderWay, all.contains(where: \.isStale) { wake?() }
  }

  package func listedTitle(of id: RecordID) -> Value? {
    for listing in of(id.table) {
      if let title = listing.keyed.knownTitle(of: id) { return title }
    }
    return nil
  }

  private var readers: [any ListReader] { openReaders.compactMap(\.reader) }

  /// Lets a reader wait while the store writes, and takes its news, as long as somebody uses it.
  package func adopt<News>(_ reader: TableReader<News>) {
    openReaders.removeAll { $0.reader == nil }
    openReaders.append(OpenReader(reader: reader))
    if let wake { reader.onNews(wake) }
  }

  package var areReading: Bool {
    readers.contains(where: \.isWorking) || all.contains(where: \.isReading)
  }

  package func pause() {
    for listing in all { listing.pause() }
    for reader in readers { reader.pause() }
  }

  package func resume() {
    // If a search cannot be restarted, the rows stay as they are.
    for listing in all { try? listing.resume() }
    for reader in readers { try? reader.resume() }
  }

  package func releaseMemory() {
    for listing in all { listing.forgetRows() }
    forgetJoinedTitles()
    forgetAwaited()
  }

  /// Sets a callback, called on any thread, for when `takeNews()` has something to process.
  package func onNews(_ wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    for listing in all { listing.inbox.onNews(wake) }
    for reader in readers { reader.onNews(wake) }
  }

  /// Processes the reports of the store's threads since the last call.
  ///
  /// - Parameter isRefreshing: Whether to search again for rows that edits have left in the wrong place, which moves them.
  /// - Throws: The error of a thread's work; the other reports have been processed.
  public func takeNews(refreshing isRefreshing: Bool = true) throws(StoreError) {
    openListings.removeAll { $0.listing == nil }
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
        // If the report is from a cancelled scan, the rows are already where they belong.
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

  private func refresh(_ listing: Listing) throws(StoreError) {
    listing.checkStates()
    guard listing.isStale, !listing.isWorking, !isWritingBack, records.dirty.count <= Listing.placedCount,
      let query = listing.latestQuery
    else { return }
    try listing.show(query)
  }

  /// Starts counting the rows of every table in the background; `takeNews()` puts the numbers into `tables`.
  public func countTables() {
    counter.start { [tables = database.tables] connection, report throws(StoreError) in
      for table in tables {
        report([TableCount(table: table.id, count: try Self.count(table, on: connection))])
      }
      return []
    }
  }

  private static func count(_ table: TableEntry, on connection: Connection) throws(StoreError) -> Int? {
    do throws(StoreError) {
      let statement = try connection.uncachedStatement(
        "SELECT count(*) FROM main.\(quoted(table.name))", for: .list)
      return try connection.withTimeLimit(table.kind == .view ? viewTime : tableTime) {
        () throws(StoreError) in
        try statement.firstRow(binding: []) { Int($0.integer(at: 0)) }
      }
    } catch {
      // Counting a view may take forever.
      if error == .interrupted, connection.isCancelled { throw error }
      return nil
    }
  }

  private static let viewTime = Duration.seconds(1)
  private static let tableTime = Duration.seconds(60)

  /// Starts a background search for the next matching row, wrapping around the end of a complete listing.
  ///
  /// `endOfSeek(in:)` returns the result. Unwritten edits count; the row at `place` is checked last.
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

  /// The result of a search for a row; nil if none was started or it is still running.
  public func endOfSeek(in listing: Listing) throws(StoreError) -> SeekEnd? {
    guard let running = listing.seeking.running, let result = running.result else { return nil }
    listing.cancelSeeking()
    let seek = running.seek
    let found = try result.get()
    if let found, try !listing.matches(seek.query.finder, found) {
      // The row was edited meanwhile.
      let place = try listing.position(of: seek.id) ?? 0
      try startSeeking(seek.query.finder, from: place, isForward: seek.isForward, in: listing)
      return nil
    }
    return try nearest(to: seek, found, in: listing).map { .found($0) } ?? .nothing
  }

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

  private func edited(in query: RowSource) -> [Record] {
    let edited = records.dirty.lazy.filter { record in
      record.id.table == query.sql.schema.id && query.isAffected(by: record.originals.map(\.index))
    }
    let some = Array(edited.prefix(Listing.placedCount + 1))
    return some.count > Listing.placedCount ? [] : some
  }
}

struct OpenReader {
  weak var reader: (any ListReader)?
}

struct OpenListing {
  weak var listing: Listing?
  let joined: JoinedTitles?
  var awaited: AwaitedCells?
}
