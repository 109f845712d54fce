import Records

/// Where rows belong in an order or a filter, and how the rows that are shown follow the edits of the store.
extension Listing {
  /// The position of a row, or nil if the listing does not show it.
  ///
  /// - Complexity: O(log *n*) statements where there is another order, as long as rows are where they belong; see the
  ///   table's own order for the rest.
  public func position(of id: RecordID) throws(StoreError) -> Int? {
    guard let ranked else { return scope == nil ? try keyed.position(of: id) : nil }
    if ranked.viewRows != nil { return ranked.table.linearPosition(of: id) }
    let position = try position(of: try place(of: id, ranked.query.order), in: ranked)
    if ranked.table.ids(in: position..<position + 1).first == id { return position }
    // Rows that another program has changed or deleted can lead the search astray.
    return ranked.isComplete ? ranked.table.linearPosition(of: id) : nil
  }

  /// What decides between two rows of an order.
  private struct Place {
    var key: SortKey?
    var id: RecordID
  }

  private func place(of id: RecordID, _ order: ListOrder) throws(StoreError) -> Place {
    guard let field = order.field else { return Place(key: nil, id: id) }
    return Place(key: SortKey(try placedValue(field, of: id)), id: id)
  }

  /// A field as it counts for the place of a row: an edit counts before the database has it, except in rows that are
  /// still coming from the database.
  func placedValue(_ field: Int, of id: RecordID) throws(StoreError) -> Value {
    let isStored = ranked?.isComplete == false || unplaced.contains(id)
    if !isStored, let value = record(id)?.value(at: field) {
      let isLargest = sql.bytesFields.contains(field) && value.payloadByteCount > TableSQL.wholeLimit
      if isLargest, case .blob = value { return .blob([]) }
      return value
    }
    return try first(sql.expression({ _ in sql.ordering(field) }, of: field), id)
  }

  /// A field with its edit.
  private func value(_ field: Int, of id: RecordID) throws(StoreError) -> Value {
    if let value = record(id)?.value(at: field) { return value }
    return try storedValue(field, of: id)
  }

  private func storedValue(_ field: Int, of id: RecordID) throws(StoreError) -> Value {
    try first(sql.value(field), id)
  }

  /// The first column of a statement over one row.
  private func first(_ text: String, _ id: RecordID) throws(StoreError) -> Value {
    let statement = try connection.statement(text, for: .list, of: id)
    return try statement.firstRow(binding: id.values) { $0.value(at: 0) }
      ?? .null
  }

  /// Where a row is, or belongs.
  private func position(of target: Place, in listing: RankedListing) throws(StoreError) -> Int {
    let order = listing.query.order
    return try listing.table.partitionPoint { id throws(StoreError) in
      try precedes(try place(of: id, order), target, order)
    }
  }

  /// The order of `ListQuery`, without SQL.
  private func precedes(_ left: Place, _ right: Place, _ order: ListOrder) throws(StoreError) -> Bool {
    guard let leftKey = left.key, let rightKey = right.key else {
      return left.id == right.id ? false : try precedes(left.id, right.id) != order.isDescending
    }
    if leftKey.isNull != rightKey.isNull { return rightKey.isNull }
    if leftKey != rightKey { return (leftKey < rightKey) != order.isDescending }
    return try precedes(left.id, right.id)
  }

  /// The order of keys; that of other ones than rowids is SQLite's to know, with its collations.
  private func precedes(_ left: RecordID, _ right: RecordID) throws(StoreError) -> Bool {
    if let left = left.rowid, let right = right.rowid { return left < right }
    return try keyed.number(sql.precedes, right.values + left.values) == 1
  }

  // MARK: Following edits

  /// Whether a change of these fields can move a row or change whether it is shown.
  func isAffected(by fields: [Int]) -> Bool {
    queries.contains { query in
      fields.contains { field in
        field == query.order.field || query.scope?.fields.contains(field) == true
          || (query.matcher != nil && query.searchedFields.contains(field))
      }
    }
  }

  /// Takes a row out before it is changed; `insert(_:)` puts it back where it then belongs.
  ///
  /// Where the rows are still being found, or cannot be read, they are found anew later instead.
  func remove(_ id: RecordID) {
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
  func insert(_ id: RecordID) {
    whole = nil
    putBack(id)
  }

  private func putBack(_ id: RecordID) {
    unplaced.remove(id)
    follow { ranked throws(StoreError) in
      guard try isShown(id, by: ranked.query) else { return }
      let position = try position(of: try place(of: id, ranked.query.order), in: ranked)
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
      for (field, common) in zip(scope.fields, scope.values) where try value(field, of: id) != common {
        return false
      }
    }
    guard let matcher = query.matcher else { return true }
    return try matches(matcher, id)
  }

  /// Whether the words occur in the title or another text of a row, those with digits also in what its dates show, as
  /// it is with its edits.
  ///
  /// - Complexity: One statement for each field of a record that is not hydrated, which it does not become.
  public func matches(_ matcher: Matcher, _ id: RecordID) throws(StoreError) -> Bool {
    var texts: [Text] = []
    for field in sql.schema.searchedTexts {
      if case .text(let text) = try value(field, of: id) { texts.append(text) }
    }
    return matcher.matches(texts, dates: try shownDates(of: id, for: matcher))
  }

  /// The dates of a row in which a search looks for words with digits: texts as they are, and what is shown of numbers.
  private func shownDates(of id: RecordID, for matcher: Matcher) throws(StoreError) -> [Text] {
    var dates: [Text] = []
    for field in sql.schema.searchedDates(by: matcher) {
      let value = try value(field, of: id)
      switch value {
      case .text(let text): dates.append(text)
      case .integer, .real: dates.append(Text(sql.schema.fields[field].text(of: value)))
      case .null, .blob: break
      }
    }
    return dates
  }

  /// The position of the first row from which on the texts that rows are ordered by begin with a text or one after it;
  /// nil where the order is not that of a text.
  ///
  /// In descending order it is the first that begins with the text or one before it.
  public func firstPosition(from text: String) throws(StoreError) -> Int? {
    guard let ranked, let field = ranked.query.order.field, sql.schema.searchedTexts.contains(field) else {
      return nil
    }
    let isDescending = ranked.query.order.isDescending
    // In descending order all that begin with the text come after it, in the order of texts.
    let target = SortKey(.text(Text(isDescending ? text + "\u{10FFFF}" : text)))
    if let viewRows = ranked.viewRows {
      return ranked.table.partitionPoint { place in
        let key = viewRows.read(place..<place + 1).first.map { SortKey(bytes: $0.key) } ?? SortKey()
        return !key.isNull && (isDescending ? target < key : key < target)
      }
    }
    return try ranked.table.partitionPoint { id throws(StoreError) in
      let key = SortKey(try placedValue(field, of: id))
      return !key.isNull && (isDescending ? target < key : key < target)
    }
  }

  /// Moves records whose edits the scan could not see, since the database does not have them yet.
  ///
  /// - Parameter edited: the dirty records. Where they are very many, the rows stay as the database has them, and are
  ///   found anew once the edits are written.
  func place(_ edited: [Record]) {
    let moved = edited.filter { record in isAffected(by: record.originals.map(\.index)) }
    unplaced = Set(moved.map(\.id))
    guard moved.count <= Self.placedCount else { return isStale = true }
    for record in moved {
      takeOut(record.id)
      putBack(record.id)
    }
  }

  /// The most edits that are put into a new order one by one.
  static let placedCount = 1_000
}

extension RankTable {
  /// The position of a row, found by looking at all of them.
  func linearPosition(of id: RecordID) -> Int? {
    for start in stride(from: 0, to: count, by: Self.chunkSize) {
      let ids = ids(in: start..<min(start + Self.chunkSize, count))
      if let place = ids.firstIndex(of: id) { return start + place }
    }
    return nil
  }
}
