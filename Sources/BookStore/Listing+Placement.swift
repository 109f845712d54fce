import Records

/// Where rows belong in an order or a filter, and how the rows that are shown follow the edits of the store.
extension Listing {
  /// The position of a row, or nil if the listing does not show it.
  ///
  /// - Complexity: O(log *n*) statements where there is another order; see the table's own order for the rest.
  public func position(of id: RecordID) throws(StoreError) -> Int? {
    guard let ranked else { return try keyed.position(of: id) }
    guard case .rowid(let rowid) = id else { return ranked.table.linearPosition(of: id) }
    let target = try place(of: id, rowid, ranked.query.order)
    let position = try position(of: target, in: ranked)
    return ranked.table.ids(in: position..<position + 1).first == id ? position : nil
  }

  /// What decides between two rows of an order.
  private struct Place {
    var key: SortKey?
    var rowid: Int64
  }

  private func place(of id: RecordID, _ rowid: Int64, _ order: ListOrder) throws(StoreError) -> Place {
    guard let field = order.field else { return Place(key: nil, rowid: rowid) }
    return Place(key: SortKey(try value(field, of: id)), rowid: rowid)
  }

  /// A field as it counts for the order: an edit counts before the database has it.
  private func value(_ field: Int, of id: RecordID) throws(StoreError) -> Value {
    if !unplaced.contains(id), let values = record(id)?.values { return values[field] }
    let statement = try connection.statement(sql.value(field))
    return try statement.firstRow(binding: id.values) { row throws(StoreError) in try row.value(at: 0) }
      ?? .null
  }

  /// Where a row is, or belongs.
  private func position(of target: Place, in listing: RankedListing) throws(StoreError) -> Int {
    let order = listing.query.order
    return try listing.table.partitionPoint { id throws(StoreError) in
      guard case .rowid(let rowid) = id else { return false }
      return precedes(try place(of: id, rowid, order), target, order)
    }
  }

  /// The order of `ListQuery`, without SQL.
  private func precedes(_ left: Place, _ right: Place, _ order: ListOrder) -> Bool {
    guard let leftKey = left.key, let rightKey = right.key else {
      return order.isDescending ? left.rowid > right.rowid : left.rowid < right.rowid
    }
    if leftKey.isNull != rightKey.isNull { return rightKey.isNull }
    if leftKey != rightKey { return (leftKey < rightKey) != order.isDescending }
    return left.rowid < right.rowid
  }

  // MARK: Following edits

  /// Whether a change of these fields can move a row or change whether it is shown.
  func isAffected(by fields: [Int]) -> Bool {
    guard let query = latestQuery else { return false }
    return fields.contains { field in
      field == query.order.field || (query.matcher != nil && query.searchedFields.contains(field))
    }
  }

  /// Takes a row out before it is changed; `insert(_:)` puts it back where it then belongs.
  ///
  /// Where the rows are still being found, or are not named by rowids, they are found anew later instead.
  func remove(_ id: RecordID) throws(StoreError) {
    guard canFollow(id) else { return isStale = true }
    guard let position = try position(of: id) else { return }
    edit { $0.remove(at: position) }
  }

  /// Puts a row where it belongs, if the filter shows it.
  func insert(_ id: RecordID) throws(StoreError) {
    guard let ranked, canFollow(id), case .rowid(let rowid) = id else { return isStale = true }
    unplaced.remove(id)
    guard try isShown(id, by: ranked.query) else { return }
    let position = try position(of: try place(of: id, rowid, ranked.query.order), in: ranked)
    edit { $0.insert(id, at: position) }
  }

  /// The position of a row that an order or a filter shows, before it is deleted.
  func rankedPosition(of id: RecordID) throws(StoreError) -> Int? {
    latestQuery == nil ? nil : try position(of: id)
  }

  /// Takes rows out that the database does not have any more.
  func removeRanked(at positions: [Int]) {
    guard latestQuery != nil else { return }
    if isWorking { isStale = true }
    for position in positions.sorted(by: >) { edit { $0.remove(at: position) } }
  }

  private func canFollow(_ id: RecordID) -> Bool {
    guard let ranked, ranked.isComplete, !isWorking, case .rowid = id else { return false }
    return true
  }

  private func isShown(_ id: RecordID, by query: ListQuery) throws(StoreError) -> Bool {
    guard let matcher = query.matcher else { return true }
    return try matches(matcher, id)
  }

  /// Whether the words occur in a row's texts.
  func matches(_ matcher: Matcher, _ id: RecordID) throws(StoreError) -> Bool {
    var texts: [Text] = []
    for field in sql.schema.searchedFields {
      if case .text(let text) = try value(field, of: id) { texts.append(text) }
    }
    return matcher.matches(texts)
  }

  /// The position of the first row from which on the texts that rows are ordered by begin with a text or one after it;
  /// nil where the order is not that of a text.
  ///
  /// In descending order it is the first that begins with the text or one before it.
  public func firstPosition(from text: String) throws(StoreError) -> Int? {
    guard let ranked, let field = ranked.query.order.field, sql.schema.searchedFields.contains(field) else {
      return nil
    }
    let isDescending = ranked.query.order.isDescending
    // In descending order all that begin with the text come after it, in the order of texts.
    let target = SortKey(.text(Text(isDescending ? text + "\u{10FFFF}" : text)))
    return try ranked.table.partitionPoint { id throws(StoreError) in
      let key = SortKey(try value(field, of: id))
      return !key.isNull && (isDescending ? target < key : key < target)
    }
  }

  /// Moves records whose edits the scan could not see, since the database does not have them yet.
  ///
  /// - Parameter edited: the dirty records. Where they are very many, the rows stay as the database has them, and are
  ///   found anew once the edits are written.
  func place(_ edited: [Record]) throws(StoreError) {
    let moved = edited.filter { record in isAffected(by: record.originals.map(\.index)) }
    guard moved.count <= Self.placedCount else { return isStale = true }
    unplaced = Set(moved.map(\.id))
    for record in moved {
      try remove(record.id)
      try insert(record.id)
    }
  }

  /// The most edits that are put into a new order one by one.
  static let placedCount = 1_000
}

extension RankTable {
  /// The position of a row, found by looking at all of them.
  func linearPosition(of id: RecordID) -> Int? {
    ids(in: 0..<count).firstIndex(of: id)
  }
}
