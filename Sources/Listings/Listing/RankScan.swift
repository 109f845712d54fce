import Queries
import Records
import SQLite

/// Runs a listing's query and reports its rows, in batches that soon grow with the time they take.
struct RankScan: Sendable {
  let query: ListQuery
  /// Where the rowids go, or nil for a table without a rowid.
  let file: RankFile?
  /// Where what is shown of the rows goes, if they are those of a view.
  let viewRows: ViewRows?
  /// The number of rows in the table, if it is known, to tell how far the work is.
  let total: Int?
  /// The folded texts of the table's rows, as far as they are kept.
  let texts: FoldedTexts
  /// The orders of all rows that are kept.
  let orders: KeptOrders
  let report: @Sendable (ListNews) -> Void

  /// Runs the query to its end.
  func run(on connection: Connection) throws(StoreError) {
    let batch = RankBatch(scan: self)
    try defineFunctions(batch, on: connection)
    // Otherwise the connection would keep the file until the next query.
    defer { try? SQLFunction.register(on: connection.pointer) {} }
    if let matcher = query.foldedMatcher { return try find(matcher, batch, on: connection) }
    if sortsKeys {
      try sort(batch, on: connection)
      // The threads of a sort leave megabytes of free memory.
      return releaseFreeMemory()
    }
    guard showsBeginning else { return try findAll(batch, on: connection) }
    // Both see the same rows, so that the first ones stay where they are.
    try connection.reading(for: .list) { () throws(StoreError) in
      try findBeginning(on: connection)
      try findAll(batch, on: connection)
    }
  }

  private func defineFunctions(_ batch: RankBatch, on connection: Connection) throws(StoreError) {
    try query.defineFunctions(on: connection) { [countsRows] in if !countsRows { batch.tick() } }
  }

  /// Finds words, and then reads ahead for the next search.
  private func find(_ matcher: Matcher, _ batch: RankBatch, on connection: Connection) throws(StoreError) {
    var isEmpty = true
    try texts.search(query, for: matcher, on: connection, tick: batch.tick) { key throws(StoreError) in
      isEmpty = false
      batch.add(rowid: key)
      try batch.flushIfDue()
    }
    try batch.flush()
    if isEmpty { try? texts.findNearest(to: matcher, typed: query.words, on: connection) }
    report(.readingAhead(true))
    report(.complete)
    // The rows are found, and an error would come again with the next search.
    try? texts.readAhead(query.sql, on: connection)
    if isEmpty, texts.suggestion(for: query.words) == nil {
      try? texts.findNearest(to: matcher, typed: query.words, on: connection)
    }
    report(.readingAhead(false))
  }

  /// Whether the keys are sorted here, which is faster than a sort in SQLite; only rows with rowids have a file.
  var sortsKeys: Bool { !query.isStreaming && file != nil && viewRows == nil }

  /// Whether the rows of a sort are counted as they are read; otherwise the tests of a filter count them.
  private var countsRows: Bool {
    sortsKeys && query.filter.map { $0.match == nil && $0.tests.isEmpty } ?? true
  }

  /// Sorts all rows by their keys, unless the order is kept.
  private func sort(_ batch: RankBatch, on connection: Connection) throws(StoreError) {
    let terms = query.keyTerms(isUTF8: connection.isUTF8)
    var (kept, sorter, count) = (KeptOrders.Kept?.none, KeySorter?.none, 0)
    let version = try connection.reading(for: .list) { () throws(StoreError) in
      let version = try DatabaseVersion(seenBy: connection)
      kept = keepsOrder ? orders.order(query.order, in: version) : nil
      guard kept == nil else { return version }
      let isBeginningShown = try lookFirst(terms, batch, on: connection)
      let rows = KeySorter(terms, firstCount: isBeginningShown ? nil : Self.beginningCount) {
        connection.isCancelled
      }
      count = try read(terms, into: rows, batch, on: connection)
      sorter = rows
      return version
    }
    if let kept { report(.kept(kept.file, count: kept.count)) }
    if let sorter { try arrange(sorter, count, batch) }
    if kept == nil, keepsOrder, let file {
      orders.keep(.init(order: query.order, version: version, file: file, count: count))
    }
    report(.complete)
  }

  /// Finds the first rows before the others are read, unless that turns out to be slow.
  ///
  /// - Returns: Whether they were found.
  private func lookFirst(
    _ terms: [KeySorter.Term], _ batch: RankBatch, on connection: Connection
  ) throws(StoreError) -> Bool {
    guard showsBeginning, let term = terms.first, let field = query.firstLookField else { return false }
    let look = FirstLook(terms, beginningWith: term, count: Self.beginningCount)
    try SQLFunction.register(
      on: connection.pointer, .init(match: { look.canHold($0[0]) }), articles: query.sql.articles,
      tick: batch.tick)
    let rows = try connection.uncachedStatement(query.firstLookText(terms, at: field), for: .list)
    let end: Void? = try rows.first(binding: []) { row in
      look.add(row)
      return look.isSlow ? () : nil
    }
    try defineFunctions(batch, on: connection)
    batch.endPass()
    if end == nil { reportBeginning(look.rowids) }
    return end == nil
  }

  private func reportBeginning(_ rowids: [Int64]) {
    report(.beginning(rowids.map { RecordID(.rowid($0), in: query.sql.schema.id) }))
  }

  /// Reports rows that were read in their order; the first ones are known before the others.
  private func arrange(_ sorter: KeySorter, _ count: Int, _ batch: RankBatch) throws(StoreError) {
    let first = count > Self.soonSortedCount ? try sorter.beginning() : []
    if !first.isEmpty { reportBeginning(first) }
    try sorter.drain { rowid throws(StoreError) in
      batch.add(rowid: rowid)
      try batch.flushIfDue()
    }
    try batch.flush()
  }

  /// Whether the order can be kept, which is that of all rows.
  ///
  /// Only a table's rows change with the version of the database.
  private var keepsOrder: Bool {
    query.filter == nil && query.scope == nil && query.sql.schema.source == .table
  }

  /// Reads the rows that are sorted.
  ///
  /// - Returns: How many there are.
  private func read(
    _ terms: [KeySorter.Term], into sorter: KeySorter, _ batch: RankBatch, on connection: Connection
  ) throws(StoreError) -> Int {
    var count = 0
    let rows = try connection.uncachedStatement(query.keyText(terms), for: .list)
    try rows.forEachRow(binding: query.bindings) { row throws(StoreError) in
      try sorter.add(row)
      count += 1
      if countsRows, count.isMultiple(of: SQLFunction.tickCount) { batch.tick() }
    }
    return count
  }

  /// Whether the first rows are found before the others, in a pass over the table that does nothing else.
  ///
  /// A sort of few rows is not worth it, and with a filter the rows would be matched twice. A sort of keys picks the first rows
  /// out as it reads where it has not found them before.
  var showsBeginning: Bool {
    !query.isStreaming && query.filter == nil && viewRows == nil && total ?? .max > Self.soonSortedCount
      && (!sortsKeys || query.firstLookField != nil)
  }

  /// The rows up to which a sort is soon over.
  private static let soonSortedCount = 10_000
  /// How many rows the beginning has, more than any screen.
  static let beginningCount = 256

  /// Has SQLite find the first rows: with a limit it keeps only as many as it sorts.
  private func findBeginning(on connection: Connection) throws(StoreError) {
    let statement = try connection.uncachedStatement(
      query.text + " LIMIT \(Self.beginningCount)", for: .list)
    let ids = try statement.rows(binding: query.bindings) { query.sql.id(in: $0) }
    report(.beginning(ids))
  }

  private func findAll(_ batch: RankBatch, on connection: Connection) throws(StoreError) {
    try connection.uncachedStatement(query.text, for: .list).forEachRow(binding: query.bindings) {
      row throws(StoreError) in
      if viewRows != nil {
        let key = row.value(at: 2).bytes ?? []
        let shown = EntryReader.shown(query.shownFields.count, in: row, from: 3)
        batch.add(
          rowid: row.integer(at: 0), ViewRows.Row(title: row.shownValue(at: 1), key: key, values: shown))
      } else if file != nil {
        batch.add(rowid: row.integer(at: 0))
      } else {
        batch.add(key: query.sql.id(in: row))
      }
      try batch.flushIfDue()
    }
    try batch.flush()
    report(.complete)
  }
}
