import Queries
import Records
import SQLite

/// The rows of a table in an order and through a filter, by zero-based position.
///
/// It never holds all rows. The table's own order is paged by key; a thread with a connection of its own computes other
/// orders and filters, and rows can be shown as they come in.
///
/// A listing belongs to its store's thread. Its threads' reports wait until `Lists.takeNews()`.
public final class Listing {
  /// One row of a listing, as the database had it when it was read.
  public struct Entry: Hashable, Sendable {
    /// The row's ID.
    public var id: RecordID
    /// The title field's value.
    public var title: Value
    /// The values that are shown beside the title, in the order of `shownFields`.
    public var values: [ShownValue] = []
  }

  /// The order of the rows that are shown.
  public var order: ListOrder { ranked?.query.order ?? .own }

  /// The latest order that was requested, even if its rows are not found yet.
  public var latestOrder: ListOrder { latestQuery?.order ?? .own }

  /// The latest words that were requested, even if matching rows are not found yet.
  public var latestWords: String { latestQuery?.words ?? "" }

  /// The words of the filter, as typed; empty if all rows are shown.
  public var words: String { ranked?.query.words ?? "" }

  /// The current background work; until it finds the first new rows, the previous rows are shown.
  public private(set) var activity: ListActivity?

  /// The fields that are shown beside the title, by their indices in the schema.
  public private(set) var columns: [Int]

  /// Whether the columns are the table's default, which may change with the related fields or the width.
  public private(set) var hasDefaultColumns: Bool

  /// How many of the last columns only a wide list has by default; they are shown if whole titles have room.
  public private(set) var extraCount = 0

  /// Whether the person has asked for the columns, even if they are the default.
  private let isChosen: Bool
  private var isWide = false
  private var fittedCount: Int?
  private let joinedFields: [Int]
  private var otherFields: [Int] = []

  let keyed: KeyedListing
  private var ranked: RankedListing?
  /// The rows of `ranked` that were read last, with `cachedFields`.
  private var cache = EntryCache()
  private var cachedFields: [Int] = []
  private var upcoming: RankedListing?
  /// The last complete rows, to return to; nil for the table's own order.
  private var fallback: RankedListing?
  /// All rows in the order below the filter, so that removing it needs no sort; nil if a change may have moved a row.
  private var whole: RankedListing?
  private var hasScouted = false
  private var isScanning = false
  private var isPaused = false
  private var isReadingAhead = false
  let seeking: Seeking
  package private(set) var hasScanFailed = false
  private var record: (RecordID) -> Record? = { _ in nil }
  private var states = LiveStates()
  private var stamp: [Int] = []
  /// Edited rows that are still placed by the database's values.
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
  private let queryRuns, scanRuns, pageRuns: Runs<ListNews>

  init(
    connection: Connection, sql: TableSQL, scope: ListSource.Scope? = nil, columns: [Int] = [],
    isChosen: Bool = false, options: ConnectionOptions
  ) {
    (self.scope, self.columns, self.connection, self.sql) = (scope, columns, connection, sql)
    (self.isChosen, hasDefaultColumns) = (isChosen, false)
    joinedFields = Array(Set(sql.schema.joinedReferences.flatMap(\.fields))).sorted()
    keyed = KeyedListing(connection: connection, sql: sql)
    scout = Worker(path: connection.path, options: options.readOnly, name: "scout")
    searcher = Worker(path: connection.path, options: options.readOnly, name: "search")
    seeking = Seeking(searcher, inbox)
    queryRuns = Runs(on: searcher, to: inbox)
    scanRuns = Runs(on: scout, to: inbox)
    pageRuns = Runs(on: searcher, to: inbox)
    hasDefaultColumns = areDefault(columns)
    showFields()
  }

  deinit { endThreads() }

  package func follow(_ records: RecordTable) {
    record = { [weak records] in records?[$0] }
    states.records = records
  }

  /// The rows that the person has marked, for the next search for marked rows.
  public var marked: RowSet {
    get { states.marked }
    set { states.marked = newValue }
  }

  func checkStates() {
    guard let filter = latestQuery?.filter, !filter.states.subtracting([.marked]).isEmpty,
      stamp != states.stamp
    else { return }
    markStale()
  }

  package func markStale() { isStale = true }

  package func endThreads() {
    scout.stop()
    searcher.stop()
  }

  /// The table's schema.
  public var schema: Schema { sql.schema }

  /// The number of rows that are shown; a lower bound until all are counted.
  public var count: RowCount { ranked?.count ?? (scope == nil ? keyed.count : .atLeast(0)) }

  /// The number of rows without a filter; a lower bound until all are counted.
  public var total: RowCount { scope == nil ? keyed.count : scopeCount }

  private var scopeCount = RowCount.atLeast(0)

  /// Whether a filter leaves rows out.
  public var isFiltered: Bool { ranked?.query.filter != nil }

  /// Whether all rows of the latest requested order and filter are shown.
  public var isSettled: Bool { !isWorking }

  /// Whether some rows of the latest requested order and filter are shown.
  public var isShowingLatest: Bool { upcoming == nil }

  package var latestQuery: RowSource? { upcoming?.query ?? ranked?.query }

  package var queries: [RowSource] { [upcoming, ranked, fallback].compactMap(\.?.query) }

  package var isWorking: Bool { upcoming != nil || ranked?.isComplete == false }

  /// Counts the rows of the table, and waits for the result.
  ///
  /// - Complexity: O(*n*): SQLite walks over the whole table.
  @discardableResult
  public func resolveCount() throws(StoreError) -> Int { try keyed.resolveCount() }

  /// Forgets the table's own order, including the count; it is read again when needed.
  public func invalidate() {
    whole = nil
    cache.removeAll()
    keyed.invalidate()
    startScan()
  }

  package func forgetRows() {
    cache.removeAll()
    keyed.forgetPages()
  }

  package func noteTitles(_ titles: [RecordID: Value]) {
    cache.setTitles(titles.mapValues(\.head))
    keyed.noteTitles(titles)
  }

  func complete(with sql: TableSQL) {
    self.sql = sql
    keyed.complete(with: sql)
    showFields()
  }

  /// The columns with which the list begins, for its width; others do not join columns that the person has asked for.
  public var defaultColumns: [Int] { schema.defaultColumns(in: scope, isWide: isWide && !isChosen) }

  /// Shows the default columns for a width and the known related fields, unless the person has chosen others.
  ///
  /// - Parameter isWide: Whether there is room for more than the usual columns; nil if that is as before.
  /// - Returns: Whether the width or the related fields have changed.
  /// - Throws: As `show(columns:)`.
  public func fitColumns(isWide: Bool?) throws(StoreError) -> Bool {
    let isWide = isWide ?? self.isWide
    guard isWide != self.isWide || schema.related.count != fittedCount else { return false }
    (self.isWide, fittedCount) = (isWide, schema.related.count)
    if hasDefaultColumns { try show(columns: defaultColumns) }
    return true
  }

  /// Whether the list may show related fields that nobody has looked for yet: titles of other rows, or reading progress.
  public var lacksRelated: Bool {
    hasDefaultColumns && schema.mayTitleReferences
      || schema.isRead && schema.related.isEmpty && !columns.isEmpty
  }

  /// Shows these fields beside the title, by their indices in the schema, without those of the title.
  ///
  /// The rows on the screen are read again with one statement; nothing is hydrated.
  ///
  /// - Throws: `cannotOpen` if no temporary file can be made for the rows of a view.
  public func show(columns: [Int]) throws(StoreError) {
    let columns = columns.filter { schema.isShowable($0) && schema.titleFields != [$0] }
    hasDefaultColumns = areDefault(columns)
    extraCount = hasDefaultColumns ? columns.count - schema.defaultColumns(in: scope).count : 0
    guard columns != self.columns else { return }
    self.columns = columns
    showFields()
    // The rows of a view are kept as they were found.
    guard let latestQuery, latestQuery.keepsRows else { return }
    isStale = true
    try show(latestQuery)
  }

  private func showFields() {
    otherFields = schema.fields(besides: columns)
    keyed.show(shownFields(in: .own))
  }

  /// Columns that the person has asked for stay without titles of other rows, which are not known yet.
  private func areDefault(_ columns: [Int]) -> Bool {
    columns == defaultColumns && !(isChosen && schema.mayTitleReferences)
  }

  /// The fields whose values are read with the rows.
  ///
  /// These are the columns, the fields of the order, those of a joining table's titles, and those shown behind a title or
  /// in place of empty columns.
  public var shownFields: [Int] { shownFields(in: order) }

  private func shownFields(in order: ListOrder) -> [Int] {
    var fields = columns
    if let field = order.field, !schema.titleFields.contains(field), !fields.contains(field) {
      fields.append(field)
    }
    for field in joinedFields + order.fields.dropFirst() + otherFields where !fields.contains(field) {
      fields.append(field)
    }
    return fields
  }

  package func readAgain() {
    invalidate()
    if latestQuery != nil { isStale = true }
  }

  /// Another program has deleted the row, and so may have changed others.
  package func noteGone(_ id: RecordID) {
    if let position = try? rankedPosition(of: id) { removeRanked(at: [position]) }
    invalidate()
  }

  /// Shows the rows of an order and a filter as they are found; cancels other work.
  ///
  /// The previous rows stay until the first new ones are found.
  package func show(_ query: RowSource) throws(StoreError) {
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
    // If only the words are new, the person is finding, even if the results must be sorted.
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

  private func keepWhole(under query: RowSource) {
    let isAll = isSettled && (scope == nil || scopeCount.isExact)
    if isAll, !isStale, unplaced.isEmpty, let ranked, ranked.query.filter == nil { whole = ranked }
    if whole?.query.order != query.order || isStale { whole = nil }
  }

  /// Shows the previous rows, or keeps the rows found so far because others will follow.
  func cancelActivity(keepingRows isKeeping: Bool = false) {
    searcher.cancel()
    cancelSeeking()
    queryRuns.forget()
    (upcoming, activity, isReadingAhead) = (nil, nil, false)
    guard !isKeeping else { return }
    // A scope has no previous rows to return to.
    if ranked?.isComplete == false, fallback == nil, scope != nil { ranked?.isComplete = true }
    if ranked?.isComplete == false { ranked = fallback }
    fallback = nil
    if ranked?.isOutdated == true { isStale = true }
  }

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
      // With fewer rows than expected, all are counted again.
      if !keyed.keep(entries, numbers) { invalidate() }
    case .pagesFailed(let error):
      keyed.want(nil)
      // If the database is locked, the next frame tries again.
      if error != .busy { throw error }
    case .seekProgress, .sought, .seekFailed: seeking.absorb(news, isPaused: isPaused)
    }
  }

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

  private func edit(_ body: (inout RankTable) -> Void) {
    guard var listing = ranked else { return }
    ranked = nil
    body(&listing.table)
    ranked = listing
  }

  /// Shows the rows that match a query, in an order; see `Query` for the syntax.
  ///
  /// A table's own order with all rows is there at once. Otherwise the rows are found in the background, and the listing
  /// stays as it was until the first are found.
  ///
  /// - Throws: `cannotOpen` if no temporary file can be made.
  public func arrange(by order: ListOrder, finding words: String = "") throws(StoreError) {
    try show(makeQuery(by: order, read(words)))
  }

  /// Parses words; for the words of the current query, returns its finder.
  public func finder(_ words: String) -> Query {
    if let finder = latestQuery?.finder, finder.text == words { return finder }
    return read(words)
  }

  private func read(_ words: String) -> Query {
    Query(words, in: sql.schema, lookingInto: shownTitles, today: .today)
  }

  private var shownTitles: [Int] {
    let shown = Set(columns + joinedFields.map(sql.schema.titleOfReference))
    return shown.filter { sql.schema.related(at: $0)?.reference != nil }.sorted()
  }

  /// The small words that are ignored, because no row has all words.
  public var leftOutWords: [String] { ranked?.query.finder.leftOut ?? [] }

  private func leaveOutSmallWords() throws(StoreError) {
    guard let ranked, ranked.isComplete, ranked.count == .exactly(0),
      let fewer = ranked.query.finder.withoutSmallWords(
        in: sql.schema, lookingInto: shownTitles, today: .today)
    else { return }
    try show(makeQuery(by: ranked.query.order, fewer))
  }

  /// Cancels the work on an order or a filter; the rows found so far stay.
  public func cancelArranging() { cancelActivity() }

  /// Starts counting and locating the rows in the background, for jumps to any position.
  public func scoutAhead() { startScan() }

  /// The rows at the given positions, fewer if the listing ends before; nil for rows not found yet.
  ///
  /// - Complexity: No statement for rows that were read last; otherwise one for each page of 256 rows.
  public func rows(in positions: Range<Int>) throws(StoreError) -> [Entry?] {
    var positions = positions.clamped(to: 0..<Int.max)
    if case .exactly(let count) = count { positions = positions.clamped(to: 0..<count) }
    guard let ranked else {
      if scope != nil { return [] }
      guard positions.isEmpty || isNear(positions) else { return positions.map { _ in nil } }
      let rows = try keyed.rows(in: positions)
      if hasScouted, !isScanning, !hasScanFailed, !keyed.count.isExact { startScan() }
      return rows
    }
    if let viewRows = ranked.viewRows {
      let ids = ranked.table.ids(in: positions)
      return zip(ids, viewRows.read(positions)).map { Entry(id: $0, title: $1.title, values: $1.values) }
    }
    return try entries(at: positions, of: ranked)
  }

  /// Reads whole blocks, so that the next rows need no statement.
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
      // In a damaged table, several rows may have the same key.
      let found = Dictionary(try reader.entries(of: missing).map { ($0.id, $0) }) { first, _ in first }
      for id in missing {
        let entry = found[id] ?? reader.gone(id)
        entries[id] = entry
        cache.insert(entry)
      }
    }
    return ids.map { entries[$0] ?? reader.gone($0) }
  }

  private func held(_ id: RecordID) -> Entry? {
    guard let record = record(id), let shown = record.shownValues,
      cachedFields.allSatisfy({ $0 < schema.fields.count }),
      let values = record.shownValues(of: cachedFields, besides: [])
    else { return nil }
    return Entry(id: id, title: schema.title(of: shown).head, values: values)
  }

  package func knownIDs(count: Int) -> [RecordID]? {
    guard let ranked else { return try? keyed.rows(in: 0..<count).map(\.id) }
    return ranked.table.ids(in: 0..<count)
  }

  /// Counts the rows in the background and finds every 4,096th one, unless the end is already known.
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

  /// In bytes; SQLite counts the rows of such a file within a fraction of a millisecond.
  private static let smallByteCount = 2 << 20

  /// Counts the rows of a table in a small file immediately, so that their number is there with the first screen.
  public func countIfSmall() {
    guard connection.byteCount <= Self.smallByteCount, sql.schema.source == .table, !keyed.count.isExact,
      keyed.count.value <= KeyedListing.nearCount
    else { return }
    _ = try? connection.waiting(atMost: .zero) { () throws(StoreError) in try keyed.resolveCount() }
  }

  package func noteInserted(_ id: RecordID) {
    cache.remove(id)
    keyed.noteInserted(id)
    if hasScouted, isScanning || !keyed.isMapped { startScan() }
  }

  package func noteDeleted(_ id: RecordID, behindFirst anchorCount: Int) {
    keyed.noteDeleted(id, behindFirst: anchorCount)
    if hasScouted, isScanning || !keyed.isMapped { startScan() }
  }

  package var isReading: Bool { isScanning || isWorking || isSeeking || isReadingAhead }

  /// Makes the threads release the database until `resume()`.
  package func pause() {
    (isPaused, isReadingAhead) = (true, false)
    scout.cancelAndWait()
    searcher.cancelAndWait()
  }

  package func resume() throws(StoreError) {
    isPaused = false
    if isScanning { startScan() }
    if isSeeking, let seek = seeking.running?.seek { start(seek) }
    if isWorking, let query = latestQuery { try show(query) }
  }

  /// Whether rows can be read within a frame; if not, starts reading the rows of a view in the background.
  private func isNear(_ positions: Range<Int>) -> Bool {
    guard sql.schema.key == .position else { return keyed.isNear(positions.lowerBound) }
    guard let numbers = keyed.farPages(in: positions) else { return true }
    if keyed.wantedPages != numbers, !isSeeking, !isPaused { keyed.read(numbers, in: pageRuns) }
    return false
  }

  /// The position of a row, or nil if the listing does not show it.
  ///
  /// - Complexity: O(log *n*) statements in another order than the table's own, if rows are in the right place.
  public func position(of id: RecordID) throws(StoreError) -> Int? {
    guard let ranked else { return scope == nil ? try keyed.position(of: id) : nil }
    if ranked.viewRows != nil { return ranked.table.linearPosition(of: id) }
    let position = try places.position(of: id, in: ranked)
    if ranked.table.ids(in: position..<position + 1).first == id { return position }
    // Rows that another program has changed or deleted can mislead a binary search.
    return ranked.isComplete ? ranked.table.linearPosition(of: id) : nil
  }

  private var places: RowPlaces {
    RowPlaces(
      connection: connection, sql: sql, keyed: keyed, record: record,
      unplaced: ranked?.isComplete == false ? nil : unplaced)
  }

  func placedValue(_ field: Int, of id: RecordID) throws(StoreError) -> Value {
    try places.placedValue(field, of: id)
  }

  package func isAffected(by fields: [Int]) -> Bool { queries.contains { $0.isAffected(by: fields) } }

  /// Call `insert(_:)` after the change; the listing becomes stale if it cannot follow.
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

  func rankedPosition(of id: RecordID) throws(StoreError) -> Int? {
    ranked == nil ? nil : try position(of: id)
  }

  func removeRanked(at positions: [Int]) {
    whole = nil
    guard latestQuery != nil, ranked?.viewRows == nil else { return isStale = latestQuery != nil }
    if isWorking { isStale = true }
    for position in positions.sorted(by: >) { edit { $0.remove(at: position) } }
  }

  private func isShown(_ id: RecordID, by query: RowSource) throws(StoreError) -> Bool {
    if let scope {
      for (field, common) in zip(scope.fields, scope.values) where try places.value(field, of: id) != common {
        return false
      }
    }
    guard let filter = query.filter else { return true }
    return try holds(filter.condition, id)
  }

  /// Whether a row matches, including its edits.
  ///
  /// - Complexity: One statement for each field of a record that is not hydrated; this does not hydrate it.
  public func matches(_ query: Query, _ id: RecordID) throws(StoreError) -> Bool {
    guard let condition = query.condition else { return true }
    return try holds(condition, id)
  }

  private func holds(_ condition: QueryCondition, _ id: RecordID) throws(StoreError) -> Bool {
    try places.holds(condition, id) { states.has($0, id) }
  }

  private func withStates(_ query: RowSource) -> RowSource {
    guard let filter = query.filter, !filter.states.isEmpty else { return query }
    stamp = states.stamp
    var current = makeQuery(by: query.order, query.finder)
    current.shownFields = query.shownFields
    return current
  }

  func makeQuery(by order: ListOrder, _ finder: Query) -> RowSource {
    let filter = finder.condition.map { condition in
      RowFilter(condition, sql, states.current(for: condition, in: sql.schema.id)) { [connection, sql] in
        connection.collation(of: sql.schema.field(at: $0).column, in: sql.schema.table)
      }
    }
    return RowSource(sql: sql, order: order, finder: finder, filter: filter, scope: scope)
  }

  /// The position of the first row whose text begins with a text or sorts after it; nil if the order is not by text.
  ///
  /// In descending order, the row's text begins with the text or sorts before it.
  public func firstPosition(from text: String) throws(StoreError) -> Int? {
    guard let ranked, let field = ranked.query.order.field, sql.schema.searchedTexts.contains(field) else {
      return nil
    }
    return try places.firstPosition(from: text, in: ranked, by: field)
  }

  /// Moves records with unwritten edits, unless they are very many.
  ///
  /// If a thread is writing, the database may already have the edits although the rows are in the old order; rows are then
  /// found again.
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

  package static let placedCount = 1_000

  /// Whether a search for a row is in progress.
  public var isSeeking: Bool { seeking.isUnderWay }

  /// The part of the search for a row that is done, from 0 to 1; nil if none is in progress.
  public var seekFraction: Double? { seeking.running?.fraction }

  package func start(_ seek: RowSeek) { seeking.start(seek, isPaused: isPaused) }

  /// Cancels the search for a row.
  public func cancelSeeking() { seeking.cancel() }
}

/// Background work on a listing.
public struct ListActivity: Hashable, Sendable {
  /// The kind of this work.
  public var kind: Kind
  /// The part that is done, from 0 to 1; nil if unknown.
  public var fraction: Double?
  /// Whether the work waits for another connection's lock.
  public var isWaiting = false

  /// The kinds of work.
  public enum Kind: Hashable, Sendable {
    case sorting
    case finding
  }
}

/// A report of a listing's threads, which the store's thread processes.
enum ListNews: Sendable {
  case anchors([Anchors.Anchor], total: Int?)
  case beginning([RecordID])
  case kept(RankFile, count: Int)
  case ranked(fileCount: Int)
  case keys([RecordID])
  /// From 0 to 1.
  case progress(Double)
  case readingAhead(Bool)
  case complete
  case failed(StoreError)
  case scanFailed(StoreError)
  case seekProgress(Double)
  case sought(RecordID?)
  case seekFailed(StoreError)
  case pages(Range<Int>, [Listing.Entry])
  case pagesFailed(StoreError)
}

private struct LiveStates {
  weak var records: RecordTable?
  var marked = RowSet.none

  func has(_ state: QueryState, _ id: RecordID) -> Bool {
    switch state {
    case .dirty: records?[id]?.state == .dirty
    case .hydrated: records?[id].map { $0.state != .known } ?? false
    case .conflict: records?.unsettled[id] != nil
    case .marked: marked.contains(id)
    }
  }

  func current(for condition: QueryCondition, in table: TableID) -> RowStates {
    var states = RowStates(marked: marked)
    guard let records else { return states }
    condition.forEachLeaf { leaf in
      guard case .state(let state) = leaf, states.rows[state] == nil else { return }
      switch state {
      case .dirty: states.rows[state] = Set(records.dirty.lazy.map(\.id).filter { $0.table == table })
      case .hydrated:
        states.rows[state] = Set(records.hydratedIDs.filter { $0.table == table })
      case .conflict: states.rows[state] = Set(records.unsettled.ids.filter { $0.table == table })
      case .marked: break
      }
    }
    return states
  }

  /// Numbers that nearly always change with the states.
  var stamp: [Int] {
    guard let records else { return [] }
    return [records.dirty.count, records.hydratedCount, records.unsettled.count]
  }
}

/// The most recently read rows, in two generations: once the newer one is full, the older one is dropped.
private struct EntryCache {
  static let capacity = 4_096

  private var young: [RecordID: Listing.Entry] = [:]
  private var old: [RecordID: Listing.Entry] = [:]

  subscript(_ id: RecordID) -> Listing.Entry? { young[id] ?? old[id] }

  mutating func insert(_ entry: Listing.Entry) {
    if young.count >= Self.capacity { (old, young) = (young, [:]) }
    young[entry.id] = entry
  }

  mutating func remove(_ id: RecordID) {
    young[id] = nil
    old[id] = nil
  }

  mutating func setTitles(_ titles: [RecordID: Value]) {
    guard !young.isEmpty || !old.isEmpty else { return }
    for (id, title) in titles {
      young[id]?.title = title
      old[id]?.title = title
    }
  }

  mutating func removeAll() { (young, old) = ([:], [:]) }
}

/// Results of reading a table, so that they need not be read again.
struct KeptReads {
  let texts = FoldedTexts()
  let orders = KeptOrders()
  let values = KeptValues()

  var byteCount: Int { texts.byteCount + orders.byteCount + values.byteCount }
}
