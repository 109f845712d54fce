import Queries
import Records
import SQLite

/// The distinct values of a field in a list's rows, with the number of rows for each, most frequent first.
///
/// Lists count by item. A thread counts; the lines are in a temporary file and can be read while more arrive. Unwritten
/// edits count. The object belongs to its store's thread.
public final class ValueCounts {
  /// The schema of the list's table.
  public let schema: Schema
  /// The field, by its index in the schema.
  public let field: Int
  /// The number of distinct values found so far that contain the words.
  public private(set) var count = 0
  /// The count of the most frequent value that is not empty.
  public var largestCount: Int {
    counted.read(0..<3).first { !$0.value.isNull && $0.value != "" }?.count ?? 0
  }
  /// The list's filter.
  public let finder: Query
  /// The words that the shown values contain.
  public private(set) var words = ""
  /// The number of rows that hold these values.
  public private(set) var rowCount = 0
  /// Whether the values are being counted, or rows are being found.
  public var isWorking: Bool { reader.isWorking }
  /// Whether all values have been counted.
  public private(set) var isComplete = false
  /// The fraction of the table that was read, from 0 to 1, or nil if unknown.
  public private(set) var fraction: Double?
  /// The rows found by `startFinding(_:)`.
  public private(set) var found: FoundRows?

  private let database: Database
  private let records: RecordTable
  private let scan: ValueScan
  private weak var listing: Listing?
  let reader: TableReader<ValueNews>
  private var (counted, matching): (ValueLines, ValueLines?)
  private var countedCount = 0
  /// Whether all values have been counted, or counting was cancelled.
  private var (hasCounted, isCut) = (false, false)
  private var version: KeptValues.Version?
  private var task = Task.counting

  private enum Task {
    case counting
    case matching
    case finding(Value)
  }

  init(_ listing: Listing, field: Int, _ database: Database, _ records: RecordTable) throws(StoreError) {
    (schema, self.field) = (listing.schema, field)
    (self.database, self.records) = (database, records)
    self.listing = listing
    finder = listing.latestQuery?.finder ?? Query("", in: listing.schema)
    scan = ValueScan(source: listing.makeQuery(by: .own, finder), field: field)
    reader = TableReader(database, named: "values")
    (counted, matching) = (try ValueLines(), nil)
    reader.onNews(take: { [weak self] news throws(StoreError) in try self?.take(news) })
  }

  /// Starts counting the values from scratch.
  ///
  /// - Complexity: O(*n* log *n*) in the rows, on a thread.
  /// - Throws: `cannotOpen` if no temporary file can be made.
  public func startCounting() throws(StoreError) {
    let (rows, edits) = (try ValueLines(), try edits())
    (counted, matching, count, countedCount, rowCount) = (rows, nil, 0, 0, 0)
    (isComplete, hasCounted, isCut, found) = (false, false, false, nil)
    version = edits.values.isEmpty && scan.canBeKept ? KeptValues.Version(of: database) : nil
    if try showKept() { return }
    let total = listing?.total.isExact == true ? listing?.total.value ?? 0 : 0
    begin(.counting) { [scan] connection, report throws(StoreError) in
      try scan.count(on: connection, edits, into: rows, total: total) {
        report(.progress($0))
      } report: {
        report(.counted(lines: $0, rows: $1))
      }
      return .complete
    }
  }

  private func showKept() throws(StoreError) -> Bool {
    guard let version, let kept = listing?.kept.values.values(of: field, in: version) else { return false }
    reader.cancel()
    (counted, rowCount, task) = (kept.lines, kept.rowCount, .counting)
    (count, countedCount) = (kept.lineCount, kept.lineCount)
    try noteComplete()
    return true
  }

  private var edited: [Record] {
    records.dirty.filter { $0.id.table == schema.id && $0.original(at: field) != nil }
  }

  private func edits() throws(StoreError) -> ValueEdits {
    var edits = ValueEdits()
    for record in edited { edits.values[record.id] = record.value(at: field) }
    guard scan.source.filter != nil, let listing else { return edits }
    for record in records.dirty
    where record.id.table == schema.id && listing.isAffected(by: record.originals.map(\.index)) {
      edits.isShown[record.id] = try listing.matches(finder, record.id)
    }
    return edits
  }

  /// The lines at some positions, fewer at the end.
  public func lines(in places: Range<Int>) -> [ValueLine] {
    (matching ?? counted).read(places.clamped(to: 0..<count))
  }

  /// The position of a value; nil if it is not among the first values that can be read within a frame.
  ///
  /// - Complexity: O(*n*) in the values before it.
  public func place(of value: Value) -> Int? {
    for start in stride(from: 0, to: min(count, Self.soughtCount), by: ValueSearch.size) {
      let lines = lines(in: start..<start + ValueSearch.size)
      if let place = lines.firstIndex(where: { $0.value == value }) { return start + place }
    }
    return nil
  }

  private static let soughtCount = 20_000

  /// Shows only the values that contain some words, or all values if there are no words or counting is not done.
  ///
  /// The most frequent values are searched at once, the others on a thread.
  /// - Complexity: O(*n*) in the values.
  /// - Throws: `cannotOpen` if no temporary file can be made.
  public func match(_ words: String) throws(StoreError) {
    self.words = words
    if case .finding = task, isWorking { return }
    if hasCounted { try startMatching() }
  }

  /// Whether the values are being searched for words.
  public var isMatching: Bool { if case .matching = task { isWorking } else { false } }

  private func showAll() {
    (matching, count, isComplete, words) = (nil, countedCount, hasCounted && !isCut, "")
  }

  private func startMatching() throws(StoreError) {
    if isMatching { reader.cancel() }
    guard !words.allSatisfy(\.isWhitespace) else { return showAll() }
    let (rows, former, total) = (try ValueLines(), matching, countedCount)
    let search = ValueSearch(lines: counted, matcher: Matcher(words), field: schema.field(at: field))
    let first = ValueWriter(rows) { _, _ in }
    let start = try search.begin(of: total, into: first)
    (matching, count, isComplete) = (rows, first.place.written, false)
    begin(.matching) { [place = first.place] connection, report throws(StoreError) in
      // The thread deletes the lines of earlier words, which may take longer than a frame.
      defer { withExtendedLifetime(former) {} }
      let writer = ValueWriter(rows, after: place) { lines, _ in report(.matched(lines: lines)) }
      for start in stride(from: start, to: total, by: ValueSearch.size) {
        if connection.isCancelled { throw .interrupted }
        try search.look(at: start..<min(start + ValueSearch.size, total), into: writer)
      }
      try writer.flush()
      return .complete
    }
  }

  /// Starts finding the rows that hold a value; `found` has them when the work is done.
  public func startFinding(_ value: Value) throws(StoreError) {
    if isMatching { cancel() }
    found = nil
    begin(.finding(value)) { [scan, edits = try edits()] connection, _ throws(StoreError) in
      .found(try scan.rows(holding: value, edits, on: connection))
    }
  }

  /// The rows of the list that have been edited to hold a value, or a list with it.
  public func editedRows(holding value: Value) throws(StoreError) -> [RecordID] {
    let isOfLists = schema.field(at: field).kind == .list
    var rows: [RecordID] = []
    for record in edited {
      let held = record.value(at: field) ?? .null
      guard isOfLists ? ListText.holds(value, in: held) : held == value else { continue }
      if try listing?.matches(finder, record.id) ?? true { rows.append(record.id) }
    }
    return rows
  }

  private func begin(_ task: Task, _ job: @escaping TableReader<ValueNews>.Job) {
    (self.task, fraction) = (task, nil)
    reader.start(again: { [unowned self] () throws(StoreError) in try beginAgain() }, job)
  }

  private func beginAgain() throws(StoreError) {
    switch task {
    case .counting: try startCounting()
    case .matching: try startMatching()
    case .finding(let value): try startFinding(value)
    }
  }

  /// Cancels the work; the values counted so far stay, and a search among them ends.
  public func cancel() {
    let wasMatching = isMatching
    if case .counting = task, isWorking { (hasCounted, isCut) = (true, true) }
    reader.cancel()
    if wasMatching { showAll() }
  }

  private func take(_ news: Result<ValueNews, StoreError>) throws(StoreError) {
    switch news {
    case .success(.counted(let lines, let rows)): (count, countedCount, rowCount) = (lines, lines, rows)
    case .success(.matched(let lines)): count = lines
    case .success(.progress(let fraction)): self.fraction = fraction
    case .success(.complete): try noteComplete()
    case .success(.found(let rows)): found = rows
    case .failure(let error):
      if case .matching = task { showAll() }
      throw error
    }
  }

  private func noteComplete() throws(StoreError) {
    guard case .counting = task else { return isComplete = !isCut }
    (isComplete, hasCounted) = (true, true)
    if let version {
      listing?.kept.values.keep(
        .init(field: field, version: version, lines: counted, lineCount: countedCount, rowCount: rowCount))
    }
    if !words.isEmpty { try startMatching() }
  }
}

private struct ValueSearch: Sendable {
  static let size = 1_024
  /// The number of lines, and the time, after which the frame is drawn.
  private static let (firstSize, firstTime) = (64, Duration.milliseconds(4))

  let lines: ValueLines
  let matcher: Matcher
  let field: Field

  func begin(of total: Int, into writer: ValueWriter) throws(StoreError) -> Int {
    let end = ContinuousClock.now + Self.firstTime
    var start = 0
    while start < min(total, Self.size), ContinuousClock.now < end {
      let next = min(start + Self.firstSize, total)
      try look(at: start..<next, into: writer)
      start = next
    }
    try writer.flush()
    return start
  }

  func look(at places: Range<Int>, into writer: ValueWriter) throws(StoreError) {
    for line in lines.read(places) {
      let text = Text(field.text(of: line.value))
      if text.bytes.withUnsafeBytes({ matcher.matches($0, in: field) }) { try writer.add(line) }
    }
  }
}

enum ValueNews: Sendable {
  case counted(lines: Int, rows: Int)
  case matched(lines: Int)
  case progress(Double)
  case complete
  case found(FoundRows)
}
