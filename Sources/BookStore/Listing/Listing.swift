import Records

/// One order and filter over a table: how many rows, which rows at positions a..<b, where is this one.
///
/// It never holds all rows. The table's own order is paged by key; another order, or a filter, is worked out by a thread
/// with a connection of its own, and the rows can be looked at while they come in. Positions are counted from zero.
///
/// A listing belongs to its store's thread. News from its threads wait until `BookStore.takeNews()`.
public final class Listing {
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

  let keyed: KeyedListing
  private(set) var ranked: RankedListing?
  /// A query that has no rows yet, and so is not shown yet.
  private var upcoming: RankedListing?
  /// What was shown last with all its rows, to go back to; nil for the table's own order.
  private var fallback: RankedListing?
  /// All rows in the order that the filter is over, so that it comes off without another sort; nil once a change may have
  /// moved one of them.
  var whole: RankedListing?
  /// The number of the latest query, which its news have.
  private(set) var queryCount = 0
  var scanCount = 0
  var isScanning = false
  var isPaused = false
  /// The look for a row that is being done, if any.
  var runningSeek: RunningSeek?
  var seekCount = 0
  var hasScanFailed = false
  /// The store's record of a row, if it holds one; its edits count before the database has them.
  var record: (RecordID) -> Record? = { _ in nil }
  /// Rows that still are where the database's values put them, though they have been edited.
  var unplaced: Set<RecordID> = []
  /// Whether rows may be missing or in the wrong place until the query is run again.
  var isStale = false {
    didSet { if isStale { whole = nil } }
  }
  /// What all rows have in common, or nil for the whole table.
  public let scope: ListSource.Scope?
  let connection: Connection
  let sql: TableSQL
  let scout: Worker
  let searcher: Worker
  let inbox = Inbox<ListNews>()

  init(
    connection: Connection, sql: TableSQL, scope: ListSource.Scope? = nil, options: StoreOptions
  ) {
    self.scope = scope
    self.connection = connection
    self.sql = sql
    keyed = KeyedListing(connection: connection, sql: sql)
    scout = Worker(path: connection.path, options: options.readOnly, name: "scout")
    searcher = Worker(path: connection.path, options: options.readOnly, name: "search")
  }

  deinit {
    endThreads()
  }

  /// Ends the threads; the rows can still be read.
  func endThreads() {
    scout.stop()
    searcher.stop()
  }

  /// How many rows are shown, as far as it is known.
  public var count: RowCount { ranked?.count ?? (scope == nil ? keyed.count : .atLeast(0)) }

  /// How many rows there are without a filter, as far as it is known.
  public var total: RowCount { scope == nil ? keyed.count : scopeCount }

  /// How many rows the scope has.
  private var scopeCount = RowCount.atLeast(0)

  /// Whether a filter leaves rows out.
  public var isFiltered: Bool { ranked?.query.matcher != nil }

  /// Whether the rows are those of the order and filter that were asked for last, and all of them are there.
  public var isSettled: Bool { !isWorking }

  /// Whether some rows of the order and filter that were asked for last are there.
  public var isShowingLatest: Bool { upcoming == nil }

  /// The query that is shown, or will be as soon as it has rows.
  var latestQuery: ListQuery? { upcoming?.query ?? ranked?.query }

  /// The queries whose rows are shown, will be, or may be again.
  var queries: [ListQuery] { [upcoming, ranked, fallback].compactMap(\.?.query) }

  /// Whether rows are being found.
  var isWorking: Bool { upcoming != nil || ranked?.isComplete == false }

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
    keyed.invalidate()
    startScan()
  }

  /// Has all rows read again, those of an order or a filter as soon as nothing else is worked on.
  func readAgain() {
    invalidate()
    if latestQuery != nil { isStale = true }
  }

  /// Notes that another program has deleted a row, and so may have changed any.
  func noteGone(_ id: RecordID) {
    if let position = try? rankedPosition(of: id) { removeRanked(at: [position]) }
    invalidate()
  }

  /// Shows the rows of an order and a filter as they are found.
  ///
  /// What was being worked on is cancelled. The rows of before stay until the first new ones are there.
  ///
  /// - Throws: `cannotOpen` where no temporary file can be made; then all is as it was, and nothing is worked on.
  func show(_ query: ListQuery) throws(StoreError) {
    keepWhole(under: query)
    if query.matcher == nil, let whole {
      cancelActivity(keepingRows: true)
      (ranked, fallback, self.whole) = (whole, nil, nil)
      return
    }
    let file: RankFile? = !query.isPlain && sql.schema.key.isInteger ? try RankFile() : nil
    let viewRows: ViewRows? = !query.isPlain && query.keepsRows ? try ViewRows() : nil
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
    // Over the order that is shown the words are what is new, though SQLite sorts what they find.
    let isFinding = query.matcher != nil && (query.isStreaming || query.order == order)
    activity = ListActivity(kind: isFinding ? .finding : .sorting)
    guard !isPaused else { return }
    let scan = RankScan(
      query: query, number: queryCount, file: file, viewRows: viewRows,
      total: keyed.count.isExact ? keyed.count.value : nil,
      report: inbox.post)
    searcher.start(scan.run, fail: { [inbox, queryCount] in inbox.post(.failed(query: queryCount, $0)) })
  }

  /// Notes the rows that a filter is put over, and forgets those of another order.
  private func keepWhole(under query: ListQuery) {
    // What was found of a scope until it was cancelled may be a part of it.
    let isAll = isSettled && (scope == nil || scopeCount.isExact)
    if isAll, !isStale, unplaced.isEmpty, let ranked, ranked.query.matcher == nil { whole = ranked }
    if whole?.query.order != query.order || isStale { whole = nil }
  }

  /// Stops what is being worked on; the rows that were there before it are shown.
  ///
  /// - Parameter isKeeping: whether rows that are there already stay, for other ones will come.
  func cancelActivity(keepingRows isKeeping: Bool = false) {
    searcher.cancel()
    cancelSeeking()
    queryCount += 1
    (upcoming, activity) = (nil, nil)
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
    case .anchors(let scan, let anchors, let total) where scan == scanCount:
      keyed.learn(anchors)
      guard let total else { return }
      keyed.learn(count: total)
      isScanning = false
    case .scanFailed(let scan, .damagedAfter(let count, let detail)) where scan == scanCount:
      (isScanning, hasScanFailed) = (false, true)
      keyed.end(at: count, damage: detail)
      throw .damagedAfter(rowCount: keyed.count.value, detail: detail)
    case .scanFailed(let scan, .busy) where scan == scanCount: startScan()
    case .scanFailed(let scan, let error) where scan == scanCount:
      (isScanning, hasScanFailed) = (false, true)
      throw error
    case .ranked(let query, let fileCount) where query == queryCount:
      change { $0.table.extend(toFileCount: fileCount) }
    case .keys(let query, let ids) where query == queryCount:
      change { $0.table.append(ids) }
    case .progress(let query, let fraction) where query == queryCount:
      activity?.fraction = fraction
      activity?.isWaiting = false
    case .complete(let query) where query == queryCount:
      change { $0.isComplete = true }
      if scope != nil, !isFiltered, let ranked { scopeCount = ranked.count }
      (activity, fallback) = (nil, nil)
    case .failed(let query, .busy) where query == queryCount:
      if let latestQuery { try show(latestQuery) }
      activity?.isWaiting = true
    case .failed(let query, let error) where query == queryCount:
      cancelActivity()
      throw error
    default:
      absorbSeek(news)
      try absorbPages(news)
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
  func edit(_ body: (inout RankTable) -> Void) {
    guard var listing = ranked else { return }
    ranked = nil
    body(&listing.table)
    ranked = listing
  }
}
