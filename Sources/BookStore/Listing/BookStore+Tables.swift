import Records

extension BookStore {
  /// Opens a list of a table's rows; it follows the store's edits for as long as somebody holds it.
  ///
  /// - Throws: Why the table cannot be read; `cannotOpen` where a list of some rows finds no temporary file.
  public func open(_ source: ListSource) throws(StoreError) -> Listing {
    if source == ListSource(table: schema.id) { return listing }
    let listing = Listing(
      connection: connection, sql: try sql(of: source.table), scope: source.scope, options: options)
    if source.scope == nil {
      _ = try listing.rows(in: 0..<1)
    } else {
      try listing.arrange(by: .own)
    }
    adopt(listing)
    return listing
  }

  /// Has a listing follow the edits, and its threads wake the store's.
  func adopt(_ listing: Listing) {
    listing.follow { [weak self] in self?.records[$0] }
    if let wake { listing.inbox.onNews(wake) }
    openListings.removeAll { $0.listing == nil }
    openListings.append(OpenListing(listing: listing))
  }

  /// The listings that somebody holds.
  var listings: [Listing] { openListings.compactMap(\.listing) }

  /// The listings of a table.
  func listings(of table: TableID) -> [Listing] { listings.filter { $0.schema.id == table } }

  /// What the records of this database are called: by their table where it has but one.
  public var recordSchema: Schema {
    guard tables.count > 1 else { return schema }
    var schema = schema
    (schema.singular, schema.plural) = ("row", "rows")
    return schema
  }

  /// Starts to count the rows of every table in the background; `takeNews()` puts the numbers into `tables`.
  public func countTables() {
    counter.start(
      { [tables, tableCounts] connection throws(StoreError) in
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
  var isCounting: Bool {
    startedCounter != nil && tables.contains { $0.count.map { !$0.isExact } ?? false }
  }

  /// Notes that rows came into a table, or for a negative number went.
  func noteCount(of table: TableID, by difference: Int) {
    guard case .exactly(let count) = tables[Int(table.index)].count else { return }
    tables[Int(table.index)].count = .exactly(count + difference)
  }

  func takeTableCounts() {
    for news in tableCounts.take() {
      tables[Int(news.table.index)].count = news.count.map { .exactly($0) }
    }
  }
}
