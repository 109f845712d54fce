import Queries
import Records
import SQLite
import Tables

/// One order and filter over a table: how many rows, which rows at positions a..<b, where is this one.
///
/// It never holds all rows. The table's own order is paged by key; another order, or a filter, is worked out by a thread
/// with a connection of its own, and the rows can be looked at while they come in. Positions are counted from zero.
///
/// A listing belongs to its store's thread. News from its threads wait until `Lists.takeNews()`.
public final class Listing {
  /// One row of a listing, as the database had it when it was read.
  public struct Entry: Hashable, Sendable {
    /// The row's name.
    public var id: RecordID
    /// The title field's value.
    public var title: Value
    /// The values that are shown beside the title, in the order of `shownFields`.
    public var values: [ShownValue] = []
  }

  /// The order of the rows that are shown.
  public var order: ListOrder { ranked?.query.order ?? .own }

  /// The order that was asked for last, whether or not its rows are there yet.
  public var latestOrder: ListOrder { latestQuery?.order ?? .own }

  /// The words that were asked for last, whether or not rows that match them are there yet.
  public var latestWords: String { latestQuery?.words ?? "" }

  /// The words of the filter, as they were typed; empty where all rows are shown.
  public var words: String { ranked?.query.words ?? "" }

  /// What is being worked on, if anything; the rows are those of before until the first new ones are there.
  public private(set) var activity: ListActivity?

  /// The fields that are shown beside the title, by their indices in the schema; the title is always shown.
  public private(set) var columns: [Int]

  /// The fields by which rows of a joining table are given their titles.
  private let joinedFields: [Int]

  let keyed: KeyedListing
  private var ranked: RankedListing?
  /// The rows of `ranked` that were read last, with the fields that they were read with.
  private var cache = EntryCache()
  private var cachedFields: [Int] = []
  /// A query that has no rows yet, and so is not shown yet.
  private var upcoming: RankedListing?
  /// What was shown last with all its rows, to go back to; nil for the table's own order.
  private var fallback: RankedListing?
  /// All rows in the order that the filter is over, so that the filter comes off without another sort; nil once a change may
  /// have moved one of them.
  private var whole: RankedListing?
  /// Whether somebody has asked for the scan.
  private var hasScouted = false
  private var isScanning = false
  private var isPaused = false
  /// Whether the search thread reads texts for the next search.
  private var isReadingAhead = false
  /// The look for a row.
  let seeking: Seeking
  package private(set) var hasScanFailed = false
  /// The store's record of a row, if it holds one; its edits count before the database has them.
  private var record: (RecordID) -> Record? = { _ in nil }
  /// Which rows are dirty, hydrated, in conflict, or marked.
  private var states = LiveStates()
  /// The states' stamp when the latest query began.
  private var stamp: [Int] = []
  /// Rows that still are where the database's values put them, though they have been edited.
  private var unplaced: Set<RecordID> = []
  /// Whether rows may be missing or in the wrong place until the query is run again.
  package private(set) var isStale = false {
    didSet { if isStale { whole = nil } }
  }
  /// What all rows have in common, or nil for the whole table.
  public let scope: ListSource.Scope?
  private let connection: Connection
  package private(set) var sql: TableSQL
  private let scout: Worker
  let searcher: Worker
  let kept = KeptReads()
  let inbox = Inbox<ListNews>()
  /// The work on an order or a filter, the scan of the own order, and the reading of pages of a view.
  private let queryRuns, scanRuns, pageRuns: Runs<ListNews>

  init(
    connection: Connection, sql: TableSQL, scope: ListSource.Scope? = nil, columns: [Int] = [],
    options: ConnectionOptions
  ) {
    self.scope = scope
    self.columns = columns
    self.connection = connection
    self.sql = sql
    joinedFields = Array(Set(sql.schema.joinedReferences.flatMap(\.fields))).sorted()
    keyed = KeyedListing(
      connection: connection, sql: sql, fields: columns + joinedFields.filter { !columns.contains($0) })
    scout = Worker(path: connection.path, options: options.readOnly, name: "scout")
    searcher = Worker(path: connection.path, options: options.readOnly, name: "search")
    seeking = Seeking(searcher, inbox)
    queryRuns = Runs(on: searcher, to: inbox)
    scanRuns = Runs(on: scout, to: inbox)
    pageRuns = Runs(on: searcher, to: inbox)
  }

  deinit {
    endThreads()
  }

  /// Takes edits into account from now on, by the records that hold them.
  package func follow(_ records: RecordTable) {
    record = { [weak records] in records?[$0] }
    states.records = records
  }

  /// The rows that the person has marked, among which the next search for marked rows looks.
  public var marked: RowSet {
    get { states.marked }
    set { states.marked = newValue }
  }

  /// Has rows found again by their states if those have changed since they were found.
  func checkStates() {
    guard let filter = latestQuery?.filter, !filter.states.subtracting([.marked]).isEmpty,
      stamp != states.stamp
    else { return }
    markStale()
  }

  /// Has the rows of an order or a filter found anew as soon as nothing else is worked on.
  package func markStale() { isStale = true }

  /// Ends the threads; the rows can still be read.
  package func endThreads() {
    scout.stop()
    searcher.stop()
  }

  /// The table as people see it.
  public var schema: Schema { sql.schema }

  /// How many rows are shown, as far as it is known.
  public var count: RowCount { ranked?.count ?? (scope == nil ? keyed.count : .atLeast(0)) }

  /// How many rows there are without a filter, as far as it is known.
  public var total: RowCount { scope == nil ? keyed.count : scopeCount }

  /// How many rows the scope has.
  private var scopeCount = RowCount.atLeast(0)

  /// Whether a filter leaves rows out.
  public var isFiltered: Bool { ranked?.query.filter != nil }

  /// Whether the rows are those of the order and filter that were asked for last, and all of them are there.
  public var isSettled: Bool { !isWorking }

  /// Whether some rows of the order and filter that were asked for last are there.
  public var isShowingLatest: Bool { upcoming == nil }

  /// The query that is shown, or will be as soon as it has rows.
  package var latestQuery: ListQuery? { upcoming?.query ?? ranked?.query }

  /// The queries whose rows are shown, will be, or may be again.
  package var queries: [ListQuery] { [upcoming, ranked, fallback].compactMap(\.?.query) }

  /// Whether rows are being found.
  package var isWorking: Bool { upcoming != nil || ranked?.isComplete == false }

  /// Counts the rows of the table, and waits for it.
  ///
  /// - Complexity: O(*n*): SQLite walks over the whole table.
  @discardableResult
  public func resolveCount() throws(StoreError) -> Int {
    try keyed.resolveCount()
  }

  /// Forgets what was read of the table's own order; the next look reads it again, and the rows are counted anew.
  public func invalidate() {
    whole = nil
    cache.removeAll()
    keyed.invalidate()
    startScan()
  }

  /// Forgets rows that can be read again.
  package func forgetRows() {
    cache.removeAll()
    keyed.forgetPages()
  }

  /// Notes titles that the database has now.
  package func noteTitles(_ titles: [RecordID: Value]) {
    cache.setTitles(titles.mapValues(\.head))
    keyed.noteTitles(titles)
  }

  // MARK: Columns

  /// Takes the statements of a schema with its related fields; the table's own fields stay where they are.
  func complete(with sql: TableSQL) {
    self.sql = sql
    keyed.complete(with: sql)
  }

  /// Shows these fields beside the title, by their indices in the schema; those of the title are left out.
  ///
  /// The rows that are on the screen are read again, with one statement, when they are next looked at; nothing is hydrated.
  ///
  /// - Throws: `cannotOpen` if no temporary file can be made for the rows of a view.
  public func show(columns: [Int]) throws(StoreError) {
    let columns = columns.filter { schema.isShowable($0) && schema.titleFields != [$0] }
    guard columns != self.columns else { return }
    self.columns = columns
    keyed.show(shownFields(in: .own))
    // The rows of a view are kept as they were found.
    guard let latestQuery, latestQuery.keepsRows else { return }
    isStale = true
    try show(latestQuery)
  }

  /// The fields whose values come with the rows: the columns, the field that the rows are ordered by, those of which a
  /// joining table's titles are made, and the other fields of the order.
  public var shownFields: [Int] { shownFields(in: order) }

  private func shownFields(in order: ListOrder) -> [Int] {
    var fields = columns
    if let field = order.field, !schema.titleFields.contains(field), !fields.contains(field) {
      fields.append(field)
    }
    return fields + (joinedFields + order.fields.dropFirst()).filter { !fields.contains($0) }
  }

  /// Has all rows read again, those of an order or a filter as soon as nothing else is worked on.
  package func readAgain() {
    invalidate()
    if latestQuery != nil { isStale = true }
  }

  /// Notes that another program has deleted a row, and so may have changed any.
  package func noteGone(_ id: RecordID) {
    if let position = try? rankedPosition(of: id) { removeRanked(at: [position]) }
    invalidate()
  }

  /// Shows the rows of an order and a filter as they are found.
  ///
  /// What was being worked on is cancelled. The rows of before stay until the first new ones are there.
  ///
  /// - Throws: `cannotOpen` if no temporary file can be made; then all is as it was, and nothing is worked on.
  package func show(_ query: ListQuery) throws(StoreError) {
    var query = withStates(query)
    keepWhole(under: query)
    if query.filter == nil, let whole {
      cancelActivity(keepingRows: true)
      (ranked, fallback, self.whole) = (whole, nil, nil)
      return
    }
    let file: RankFile? = !query.isPlain && sql.schema.key.isInteger ? try RankFile() : nil
    let viewRows: ViewRows? = !query.isPlain && query.keepsRows ? try ViewRows() : nil
    query.shownFields = shownFields(in: query.order)
    cancelActivity(keepingRows: true)
    if isStale {
      ranked?.isOutdated = true
      fallback?.isOutdated = true
    }
    if ranked?.isComplete != false { fallback = ranked }
    isStale = false
    guard !query.isPlain else {
      (ranked, fallback, unplaced) = (nil, nil, [])
      return
    }
    upcoming = RankedListing(
      query: query, table: RankTable(of: sql.schema.id, file: file), viewRows: viewRows)
    // Over the order that is shown the words are what is new, though what they find is sorted.
    let isFinding = query.filter != nil && (query.isStreaming || query.order == order)
    activity = ListActivity(kind: isFinding ? .finding : .sorting)
    guard !isPaused else { return }
    let total = keyed.count.isExact ? keyed.count.value : nil
    queryRuns.start(
      { [query, texts = kept.texts, orders = kept.orders] connection, report throws(StoreError) in
        let scan = RankScan(
          query: query, file: file, viewRows: viewRows, total: total, texts: texts, orders: orders,
          report: report)
        try scan.run(on: connection)
      }, failure: { .failed($0) })
  }

  /// Notes the rows that a filter is put over, and forgets those of another order.
  private func keepWhole(under query: ListQuery) {
    // What was found of a scope until it was cancelled may be a part of it.
    let isAll = isSettled && (scope == nil || scopeCount.isExact)
    if isAll, !isStale, unplaced.isEmpty, let ranked, ranked.query.filter == nil { whole = ranked }
    if whole?.query.order != query.order || isStale { whole = nil }
  }

  /// Stops what is being worked on; the rows that were there before it are shown.
  ///
  /// - Parameter isKeeping: whether rows that are there already stay, for other ones will come.
  func cancelActivity(keepingRows isKeeping: Bool = false) {
    searcher.cancel()
    cancelSeeking()
    queryRuns.forget()
    (upcoming, activity, isReadingAhead) = (nil, nil, false)
    guard !isKeeping else { return }
    // A scope has no other rows to go back to than those that were found.
    if ranked?.isComplete == false, fallback == nil, scope != nil { ranked?.isComplete = true }
    if ranked?.isComplete == false { ranked = fallback }
    fallback = nil
    if ranked?.isOutdated == true { isStale = true }
  }

  /// Takes in what a thread has found.
  ///
  /// - Throws: What a thread's work ended with.
  func absorb(_ news: ListNews) throws(StoreError) {
    switch news {
    case .anchors(let anchors, let total):
      keyed.learn(anchors)
      guard let total else { return }
      keyed.learn(count: total)
      isScanning = false
    case .scanFailed(.damagedAfter(let count, let detail)):
      (isScanning, hasScanFailed) = (false, true)
      keyed.end(at: count, damage: detail)
      throw .damagedAfter(rowCount: keyed.count.value, detail: detail)
    case .scanFailed(.busy): startScan()
    case .scanFailed(let error):
      (isScanning, hasScanFailed) = (false, true)
      throw error
    case .beginning(let ids): change { $0.show(beginning: ids) }
    case .ranked(let fileCount):
      change { $0.extend { $0.extend(toFileCount: fileCount) } }
    case .kept(let file, let count):
      change { [id = schema.id] in $0.table = RankTable(of: id, file: file, count: count) }
    case .keys(let ids): change { $0.extend { $0.append(ids) } }
    case .progress(let fraction):
      activity?.fraction = fraction
      activity?.isWaiting = false
    case .complete:
      change { $0.complete() }
      if scope != nil, !isFiltered, let ranked { scopeCount = ranked.count }
      (activity, fallback) = (nil, nil)
      try leaveOutSmallWords()
    case .readingAhead(let isReading): isReadingAhead = isReading
    case .failed(.busy):
      if let latestQuery { try show(latestQuery) }
      activity?.isWaiting = true
    case .failed(let error):
      cancelActivity()
      throw error
    case .pages(let numbers, let entries):
      // With fewer rows than there should be, all are counted anew.
      if !keyed.keep(entries, numbers) { invalidate() }
    case .pagesFailed(let error):
      keyed.want(nil)
      // If the database is locked, the next frame asks again.
      if error != .busy { throw error }
    case .seekProgress, .sought, .seekFailed: seeking.absorb(news, isPaused: isPaused)
    }
  }

  /// Changes the rows of the latest query, which thereby are the ones that are shown.
  private func change(_ body: (inout RankedListing) -> Void) {
    if let upcoming {
      ranked = upcoming
      self.upcoming = nil
    }
    if var listing = ranked {
      ranked = nil
      body(&listing)
      ranked = listing
    }
  }

  /// Changes the rows that are shown because a row changed.
  private func edit(_ body: (inout RankTable) -> Void) {
    guard var listing = ranked else { return }
    ranked = nil
    body(&listing.table)
    ranked = listing
  }

  // MARK: Arranging

  /// Shows the rows in an order, and of them only those that match a query; see `Query` for what can be typed.
  ///
  /// A table's own order with all rows is there at once. For any other the rows come in the background; until the
  /// first of them are there the listing stays as it was.
  ///
  /// - Parameters:
  ///   - order: The order of the rows.
  ///   - words: What was typed.
  /// - Throws: `cannotOpen` if no temporary file can be made.
  public func arrange(by order: ListOrder, finding words: String = "") throws(StoreError) {
    try show(makeQuery(by: order, read(words)))
  }

  /// What words mean here; those that the rows were found by mean what they meant then.
  public func finder(_ words: String) -> Query {
    if let finder = latestQuery?.finder, finder.text == words { return finder }
    return read(words)
  }

  /// Reads words, which are also looked for in the titles of other rows that the list shows.
  private func read(_ words: String) -> Query {
    Query(words, in: sql.schema, lookingInto: shownTitles, today: .today)
  }

  /// The shown fields that are titles of rows that the rows refer to.
  private var shownTitles: [Int] {
    let shown = Set(columns + joinedFields.map(sql.schema.titleOfReference))
    return shown.filter { sql.schema.related(at: $0)?.reference != nil }.sorted()
  }

  /// The small words that do not count, because no row has all words.
  public var leftOutWords: [String] { ranked?.query.finder.leftOut ?? [] }

  /// Has the rows found without the small words if there are none with all words.
  private func leaveOutSmallWords() throws(StoreError) {
    guard let ranked, ranked.isComplete, ranked.count == .exactly(0),
      let fewer = ranked.query.finder.withoutSmallWords(
        in: sql.schema, lookingInto: shownTitles, today: .today)
    else { return }
    try show(makeQuery(by: ranked.query.order, fewer))
  }

  /// Ends the work on an order or a filter; the rows that are there stay.
  public func cancelArranging() { cancelActivity() }

  /// Starts to find out in the background how many rows there are and where they are, for jumps to any position.
  public func scoutAhead() { startScan() }

  // MARK: Reading rows

  /// The rows at the given positions, fewer where the listing ends before; nil for a row that is not there yet.
  ///
  /// - Complexity: No statement for rows that were read last; otherwise one for each page of 256 rows.
  public func rows(in positions: Range<Int>) throws(StoreError) -> [Entry?] {
    var positions = positions.clamped(to: 0..<Int.max)
    if case .exactly(let count) = count { positions = positions.clamped(to: 0..<count) }
    guard let ranked else {
      if scope != nil { return [] }
      guard positions.isEmpty || isNear(positions) else { return positions.map { _ in nil } }
      let rows = try keyed.rows(in: positions)
      // What was learned turned out to be no longer true.
      if hasScouted, !isScanning, !hasScanFailed, !keyed.count.isExact { startScan() }
      return rows
    }
    if let viewRows = ranked.viewRows {
      let ids = ranked.table.ids(in: positions)
      return zip(ids, viewRows.read(positions)).map { Entry(id: $0, title: $1.title, values: $1.values) }
    }
    return try entries(at: positions, of: ranked)
  }

  /// Rows of an order or a filter: as their records have them, as they were read last, or read now.
  ///
  /// Those of the blocks around are read with them, so that the next keys need no statement.
  private func entries(at positions: Range<Int>, of ranked: RankedListing) throws(StoreError) -> [Entry] {
    if cachedFields != shownFields { cache.removeAll() }
    cachedFields = shownFields
    let ids = ranked.table.ids(in: positions)
    let reader = EntryReader(connection: connection, sql: sql, fields: cachedFields)
    var entries: [RecordID: Entry] = [:]
    for id in ids { entries[id] = held(id) ?? cache[id] }
    if entries.count < ids.count {
      let around = ranked.table.ids(in: EntryReader.blocks(around: positions))
      let missing = around.filter { cache[$0] == nil && held($0) == nil }
      // In a damaged table several rows may have one key.
      let found = Dictionary(try reader.entries(of: missing).map { ($0.id, $0) }) { first, _ in first }
      for id in missing {
        let entry = found[id] ?? reader.gone(id)
        entries[id] = entry
        cache.insert(entry)
      }
    }
    return ids.map { entries[$0] ?? reader.gone($0) }
  }

  /// A row as its record has it, if that is hydrated.
  private func held(_ id: RecordID) -> Entry? {
    guard let record = record(id), let shown = record.shownValues,
      cachedFields.allSatisfy({ $0 < schema.fields.count }),
      let values = record.shownValues(of: cachedFields, besides: [])
    else { return nil }
    return Entry(id: id, title: schema.title(of: shown).head, values: values)
  }

  /// The names of all rows of a short list; no title is read for them.
  ///
  /// - Returns: Nil if they cannot be read.
  package func knownIDs(count: Int) -> [RecordID]? {
    guard let ranked else { return try? keyed.rows(in: 0..<count).map(\.id) }
    return ranked.table.ids(in: 0..<count)
  }

  // MARK: The scan of the own order, and when threads may read

  /// Finds out in the background how many rows there are and where every 4,096th row is.
  ///
  /// A table whose end has been seen already is small enough to do without.
  func startScan() {
    countIfSmall()
    hasScouted = true
    scanRuns.forget()
    pageRuns.forget()
    isScanning = !keyed.isMapped && scope == nil
    guard isScanning, !isPaused else { return }
    scanRuns.start(
      { [sql] connection, report throws(StoreError) in
        try AnchorScan(sql: sql).run(on: connection) { report(.anchors($0, total: $1)) }
      }, failure: { .scanFailed($0) })
  }

  /// The largest file whose rows are counted at once, in bytes: SQLite does so within a fraction of a millisecond.
  private static let smallByteCount = 2 << 20

  /// Counts the rows of a table in a small file, so that their number is there with the first screen; all others are
  /// counted in the background.
  public func countIfSmall() {
    guard connection.byteCount <= Self.smallByteCount, sql.schema.source == .table, !keyed.count.isExact,
      keyed.count.value <= KeyedListing.nearCount
    else { return }
    _ = try? connection.waiting(atMost: .zero) { () throws(StoreError) in try keyed.resolveCount() }
  }

  /// Notes that a row came into the table; what a scan has not told yet may not know of it.
  package func noteInserted(_ id: RecordID) {
    cache.remove(id)
    keyed.noteInserted(id)
    if hasScouted, isScanning || !keyed.isMapped { startScan() }
  }

  /// Notes that a row went out of the table, which had so many anchors before it.
  package func noteDeleted(_ id: RecordID, behindFirst anchorCount: Int) {
    keyed.noteDeleted(id, behindFirst: anchorCount)
    if hasScouted, isScanning || !keyed.isMapped { startScan() }
  }

  /// Whether a thread reads the database.
  package var isReading: Bool { isScanning || isWorking || isSeeking || isReadingAhead }

  /// Makes the threads release the database until `resume()`.
  package func pause() {
    (isPaused, isReadingAhead) = (true, false)
    scout.cancelAndWait()
    searcher.cancelAndWait()
  }

  /// Lets the threads start again with what was not done.
  package func resume() throws(StoreError) {
    isPaused = false
    if isScanning { startScan() }
    if isSeeking, let seek = seeking.running?.seek { start(seek) }
    if isWorking, let query = latestQuery { try show(query) }
  }

  // MARK: Pages of a view that are far from its first row: SQLite has to count up to them

  /// Whether rows can be read within a frame; where the rows of a view cannot, they are asked for.
  private func isNear(_ positions: Range<Int>) -> Bool {
    guard sql.schema.key == .position else { return keyed.isNear(positions.lowerBound) }
    guard let numbers = keyed.farPages(in: positions) else { return true }
    if keyed.wantedPages != numbers, !isSeeking, !isPaused {
      keyed.read(numbers, in: pageRuns)
    }
    return false
  }

  // MARK: Where rows belong

  /// The position of a row, or nil if the listing does not show it.
  ///
  /// - Complexity: O(log *n*) statements where there is another order, as long as rows are where they belong; see the
  ///   table's own order for the rest.
  public func position(of id: RecordID) throws(StoreError) -> Int? {
    guard let ranked else { return scope == nil ? try keyed.position(of: id) : nil }
    if ranked.viewRows != nil { return ranked.table.linearPosition(of: id) }
    let position = try places.position(of: id, in: ranked)
    if ranked.table.ids(in: position..<position + 1).first == id { return position }
    // Rows that another program has changed or deleted can lead the search astray.
    return ranked.isComplete ? ranked.table.linearPosition(of: id) : nil
  }

  /// What the rows are ordered by, as they are now.
  private var places: RowPlaces {
    RowPlaces(
      connection: connection, sql: sql, keyed: keyed, record: record,
      unplaced: ranked?.isComplete == false ? nil : unplaced)
  }

  /// A field as it counts for the place of a row; see `RowPlaces`.
  func placedValue(_ field: Int, of id: RecordID) throws(StoreError) -> Value {
    try places.placedValue(field, of: id)
  }

  // MARK: Following edits

  /// Whether a change of these fields can move a row or change whether it is shown.
  package func isAffected(by fields: [Int]) -> Bool {
    queries.contains { $0.isAffected(by: fields) }
  }

  /// Takes a row out before it is changed; `insert(_:)` puts it back where it then belongs.
  ///
  /// Where the rows are still being found, or cannot be read, they are found anew later instead.
  package func remove(_ id: RecordID) {
    whole = nil
    takeOut(id)
  }

  private func takeOut(_ id: RecordID) {
    follow { _ throws(StoreError) in
      guard let position = try position(of: id) else { return }
      edit { $0.remove(at: position) }
    }
  }

  /// Puts a row where it belongs, if the filter shows it.
  package func insert(_ id: RecordID) {
    whole = nil
    putBack(id)
  }

  private func putBack(_ id: RecordID) {
    unplaced.remove(id)
    follow { ranked throws(StoreError) in
      guard try isShown(id, by: ranked.query) else { return }
      let position = try places.position(of: id, in: ranked)
      edit { $0.insert(id, at: position) }
    }
  }

  private func follow(_ body: (RankedListing) throws(StoreError) -> Void) {
    guard let ranked, !isWorking else { return isStale = latestQuery != nil }
    do { try body(ranked) } catch { isStale = true }
  }

  /// The position of a row that an order or a filter shows, before it is deleted.
  func rankedPosition(of id: RecordID) throws(StoreError) -> Int? {
    ranked == nil ? nil : try position(of: id)
  }

  /// Takes rows out that the database does not have any more.
  func removeRanked(at positions: [Int]) {
    whole = nil
    // A view's rows are found anew where one is gone.
    guard latestQuery != nil, ranked?.viewRows == nil else { return isStale = latestQuery != nil }
    if isWorking { isStale = true }
    for position in positions.sorted(by: >) { edit { $0.remove(at: position) } }
  }

  private func isShown(_ id: RecordID, by query: ListQuery) throws(StoreError) -> Bool {
    if let scope {
      for (field, common) in zip(scope.fields, scope.values) where try places.value(field, of: id) != common {
        return false
      }
    }
    guard let filter = query.filter else { return true }
    return try holds(filter.condition, id)
  }

  /// Whether a row matches, as it is with its edits.
  ///
  /// - Complexity: One statement for each field of a record that is not hydrated, which it does not become.
  public func matches(_ query: Query, _ id: RecordID) throws(StoreError) -> Bool {
    guard let condition = query.condition else { return true }
    return try holds(condition, id)
  }

  private func holds(_ condition: QueryCondition, _ id: RecordID) throws(StoreError) -> Bool {
    try places.holds(condition, id) { states.has($0, id) }
  }

  /// A query with the states of now, if it asks for any.
  private func withStates(_ query: ListQuery) -> ListQuery {
    guard let filter = query.filter, !filter.states.isEmpty else { return query }
    stamp = states.stamp
    var current = makeQuery(by: query.order, query.finder)
    current.shownFields = query.shownFields
    return current
  }

  /// A query for this list, as things are now.
  func makeQuery(by order: ListOrder, _ finder: Query) -> ListQuery {
    let filter = finder.condition.map { condition in
      RowFilter(condition, sql, states.current(for: condition, in: sql.schema.id)) { [connection, sql] in
        connection.collation(of: sql.schema.field(at: $0).column, in: sql.schema.table)
      }
    }
    return ListQuery(sql: sql, order: order, finder: finder, filter: filter, scope: scope)
  }

  /// The position of the first row from which on the texts that rows are ordered by begin with a text or one after it;
  /// nil where the order is not that of a text.
  ///
  /// In descending order it is the first that begins with the text or one before it.
  public func firstPosition(from text: String) throws(StoreError) -> Int? {
    guard let ranked, let field = ranked.query.order.field, sql.schema.searchedTexts.contains(field) else {
      return nil
    }
    return try places.firstPosition(from: text, in: ranked, by: field)
  }

  /// Moves records whose edits the scan could not see, because the database does not have them yet.
  ///
  /// - Parameters:
  ///   - edited: The dirty records. If they are very many, the rows stay as the database had them, and are found again
  ///     once the edits are written.
  ///   - areBeingWritten: Whether a thread is writing records. Then the database may have the edits by now although the
  ///     rows are in the order of before, and they are found again as well.
  package func place(_ edited: [Record], areBeingWritten: Bool) {
    let moved = edited.filter { record in isAffected(by: record.originals.map(\.index)) }
    unplaced = Set(moved.map(\.id))
    if moved.isEmpty { return }
    guard !areBeingWritten, moved.count <= Self.placedCount else { return markStale() }
    for record in moved {
      takeOut(record.id)
      putBack(record.id)
    }
  }

  /// The most edits that are put into a new order one by one.
  package static let placedCount = 1_000

  // MARK: The next row that matches

  /// Whether a look for a row is being done.
  public var isSeeking: Bool { seeking.isUnderWay }

  /// The part of the look for a row that is done, from 0 to 1, or nil where none is being done.
  public var seekFraction: Double? { seeking.running?.fraction }

  /// Begins to look for a row in the background, in place of what the search thread does.
  package func start(_ seek: RowSeek) { seeking.start(seek, isPaused: isPaused) }

  /// Ends the look for a row.
  public func cancelSeeking() { seeking.cancel() }
}
