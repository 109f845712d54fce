import Records

extension BookStore {
  /// The rows at the given positions of a listing, fewer where it ends before; nil for a row that is not there yet.
  ///
  /// A hydrated record's own title stands in for the database's, so that a rename shows before it is written.
  ///
  /// - Parameters:
  ///   - listing: The listing, or nil for the one to begin with.
  ///   - isForFrame: Whether to wait for a lock no longer than a frame takes, since it can be tried again.
  public func rows(
    in positions: Range<Int>, of listing: Listing? = nil, forFrame isForFrame: Bool = false
  ) throws(StoreError) -> [ListRow?] {
    let listing = listing ?? self.listing
    let entries =
      isForFrame
      ? try connection.waiting(atMost: .milliseconds(4)) { () throws(StoreError) in
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

  /// Arranges the listing to begin with; see `Listing.arrange(by:finding:)`.
  public func arrange(by order: ListOrder, finding words: String = "") throws(StoreError) {
    try listing.arrange(by: order, finding: words)
  }

  /// What to do, on any thread, when `takeNews()` has something to take in.
  public func onNews(_ wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    for listing in listings { listing.inbox.onNews(wake) }
    outcomes.onNews(wake)
    tableCounts.onNews(wake)
    transfers.inbox.onNews(wake)
  }

  /// Takes in what the store's threads have found out since the last call.
  ///
  /// - Parameter isRefreshing: whether rows that edits have left in the wrong place may be found anew, which moves them.
  /// - Throws: What a thread's work ended with; the rest of the news has been taken in.
  public func takeNews(refreshing isRefreshing: Bool = true) throws(StoreError) {
    takeTableCounts()
    var failure: StoreError?
    for listing in listings {
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
        noteDamage(error)
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private func noteDamage(_ error: StoreError) {
    switch error {
    case .damaged(let detail), .damagedAfter(_, let detail): foundDamage = detail
    default: break
    }
  }

  /// Runs a listing's query again where rows may be missing or misplaced and nothing stands against it any more.
  private func refresh(_ listing: Listing) throws(StoreError) {
    guard listing.isStale, !listing.isWorking, records.dirty.count <= Listing.placedCount,
      let query = listing.latestQuery
    else { return }
    try listing.show(query)
  }
}

extension Listing {
  /// The table as people see it.
  public var schema: Schema { sql.schema }

  /// Shows the rows in an order, and of them only those in which words occur.
  ///
  /// A table's own order with all rows is there at once. For any other the rows come in the background; until the
  /// first of them are there the listing stays as it was.
  ///
  /// - Parameter words: What was typed; each word must occur in the title or in another text of a row.
  /// - Throws: `cannotOpen` where no temporary file can be made.
  public func arrange(by order: ListOrder, finding words: String = "") throws(StoreError) {
    try show(ListQuery(sql: sql, order: order, words: words, scope: scope))
  }

  /// Ends the work on an order or a filter; the rows that are there stay.
  public func cancelArranging() {
    cancelActivity(keepingRows: false)
  }

  /// Starts to find out in the background how many rows there are and where they are, for jumps to any position.
  public func scoutAhead() {
    startScan()
  }
}
