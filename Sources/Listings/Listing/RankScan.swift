import Queries
import Records
import SQLite

struct RankScan: Sendable {
  let query: RowSource
  let file: RankFile?
  let viewRows: ViewRows?
  let total: Int?
  let texts: FoldedTexts
  let orders: KeptOrders
  let report: @Sendable (ListNews) -> Void

  func run(on connection: Connection) throws(StoreError) {
    let batch = RankBatch(scan: self)
    try defineFunctions(batch, on: connection)
    // Otherwise the connection would keep the file until the next query.
    defer { try? SQLFunction.register(on: connection.pointer) {} }
    if let matcher = query.foldedMatcher { return try find(matcher, batch, on: connection) }
    if sortsKeys {
      try sort(batch, on: connection)
      return releaseFreeMemory()
    }
    guard showsBeginning else { return try findAll(batch, on: connection) }
    // Both passes see the same rows, so that the first ones stay where they are.
    try connection.reading(for: .list) { () throws(StoreError) in
      try findBeginning(on: connection)
      try findAll(batch, on: connection)
    }
  }

  private func defineFunctions(_ batch: RankBatch, on connection: Connection) throws(StoreError) {
    try query.defineFunctions(on: connection) { [countsRows] in if !countsRows { batch.tick() } }
  }

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

  /// Whether to sort by keys here, which is faster than a sort in SQLite; needs rowids.
  var sortsKeys: Bool { !query.isStreaming && file != nil && viewRows == nil }

  /// Whether the rows of a sort are counted as they are read; otherwise the tests of a filter count them.
  private var countsRows: Bool {
    sortsKeys && query.filter.map { $0.match == nil && $0.tests.isEmpty } ?? true
  }

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

  private func arrange(_ sorter: KeySorter, _ count: Int, _ batch: RankBatch) throws(StoreError) {
    let first = count > Self.soonSortedCount ? try sorter.beginning() : []
    if !first.isEmpty { reportBeginning(first) }
    try sorter.drain { rowid throws(StoreError) in
      batch.add(rowid: rowid)
      try batch.flushIfDue()
    }
    try batch.flush()
  }

  private var keepsOrder: Bool {
    query.filter == nil && query.scope == nil && query.sql.schema.source == .table
  }

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

  /// Whether a separate pass finds the first rows: not if there are few rows, or a filter that would match twice.
  ///
  /// A sort by keys picks out the first rows as it reads.
  var showsBeginning: Bool {
    !query.isStreaming && query.filter == nil && viewRows == nil && total ?? .max > Self.soonSortedCount
      && (!sortsKeys || query.firstLookField != nil)
  }

  private static let soonSortedCount = 10_000
  static let beginningCount = 256

  /// With a limit, SQLite's sorter keeps only that many rows.
  private func findBeginning(on connection: Connection) throws(StoreError) {
    let statement = try connection.uncachedStatement(query.text + " LIMIT \(Self.beginningCount)", for: .list)
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

final class RankBatch {
  private let scan: RankScan
  private var rowids: [Int64] = []
  private var viewRows: [ViewRows.Row] = []
  private var keys: [RecordID] = []
  private var written = 0
  private var scanned = 0
  private var lastFlush = ContinuousClock.now

  private static let firstSize = 64
  private static let size = 65_536
  private static let interval = Duration.milliseconds(20)
  /// The time for which the previous rows stay although nothing is found.
  private static let patience = Duration.milliseconds(100)

  init(scan: RankScan) { self.scan = scan }

  func add(rowid: Int64) { rowids.append(rowid) }

  func add(rowid: Int64, _ row: ViewRows.Row) {
    rowids.append(rowid)
    viewRows.append(row)
  }

  func add(key: RecordID) { keys.append(key) }

  private var count: Int { rowids.count + keys.count }

  func flushIfDue() throws(StoreError) {
    let isDue =
      if written == 0 {
        count >= Self.firstSize
      } else {
        // Reading the clock costs as much as a row, so it is done seldom.
        count >= Self.size || (count.isMultiple(of: 256) && isLate)
      }
    if isDue { try flush() }
  }

  private var isLate: Bool { ContinuousClock.now - lastFlush > Self.interval }

  func flush() throws(StoreError) {
    if let file = scan.file, !rowids.isEmpty {
      try scan.viewRows?.write(viewRows, at: written)
      try file.write(rowids, at: written)
      written += rowids.count
      scan.report(.ranked(fileCount: written))
    } else if !keys.isEmpty {
      written += keys.count
      scan.report(.keys(keys))
    }
    rowids.removeAll(keepingCapacity: true)
    viewRows = []
    keys = []
    lastFlush = .now
    if !scan.query.isStreaming { reportProgress(emitted: written) }
  }

  func tick() {
    scanned += SQLFunction.tickCount
    reportProgress(emitted: 0)
    // If this fails, the next batch writes the lines, too, and can throw.
    if count > 0, isLate { try? flush() }
    // A search that finds nothing for a while is shown as an empty list.
    if count == 0, written == 0, scan.query.isStreaming, ContinuousClock.now - lastFlush > Self.patience {
      scan.report(.ranked(fileCount: 0))
      lastFlush = .now
    }
  }

  func endPass() { scanned = max(scanned, scan.total ?? 0) }

  private func reportProgress(emitted: Int) {
    guard let total = scan.total, total > 0 else { return }
    // A sort reads all rows and returns them in about the same time; showing the beginning takes another pass.
    let passes = scan.query.isStreaming ? 1 : scan.showsBeginning ? 3 : 2
    let done = Double(scan.query.isStreaming ? scanned : scanned + emitted) / Double(passes)
    scan.report(.progress(min(1, done / Double(total))))
  }
}
