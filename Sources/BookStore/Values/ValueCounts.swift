import Records

/// The different values of a field, each with the number of rows that hold it, the most frequent first.
///
/// A thread counts them; the lines lie in a temporary file and can be read while more come in. Edits count before the database
/// has them. It belongs to its store's thread.
public final class ValueCounts: ListReader {
  /// The table.
  public let schema: Schema
  /// The field, by its index in the schema.
  public let field: Int
  /// How many different values were found so far.
  public private(set) var count = 0
  /// How many rows hold the values that were found so far.
  public private(set) var rowCount = 0
  /// Whether the values are being counted, or rows are being found.
  public private(set) var isWorking = false
  /// Whether all values are counted.
  public private(set) var isComplete = false
  /// How much of the table is read, from 0 to 1, or nil if that is not known.
  public private(set) var fraction: Double?
  /// The rows that `startFinding(_:)` has found.
  public private(set) var found: FoundRows?

  private let records: RecordTable
  private let scan: ValueScan
  private weak var listing: Listing?
  private let worker: Worker
  private var rows: ViewRows
  private var run = 0
  /// What is being worked on, to start it again after a pause.
  private var task = Task.counting
  let inbox = Inbox<ValueNews>()

  private enum Task {
    case counting
    case finding(Value)
  }

  init(_ listing: Listing, field: Int, _ database: Database, _ records: RecordTable) throws(StoreError) {
    (schema, self.field, self.records) = (listing.schema, field, records)
    self.listing = listing
    scan = ValueScan(sql: listing.sql, field: field, scope: listing.scope)
    worker = Worker(path: database.path, options: database.options.readOnly, name: "values")
    rows = try ViewRows()
  }

  deinit { worker.stop() }

  // MARK: - Counting

  /// Starts to count the values, from the first one again.
  ///
  /// - Complexity: O(*n* log *n*) in the rows, on a thread.
  /// - Throws: `cannotOpen` if no temporary file can be made.
  public func startCounting() throws(StoreError) {
    let rows = try ViewRows()
    (self.rows, count, rowCount, isComplete, found) = (rows, 0, 0, false, nil)
    let total = listing?.total.isExact == true ? listing?.total.value ?? 0 : 0
    begin(.counting) { [scan, edits, inbox] connection, run throws(StoreError) in
      try scan.count(on: connection, edits, into: rows, total: total) {
        inbox.post(.progress(run: run, $0))
      } report: {
        inbox.post(.counted(run: run, lines: $0, rows: $1))
      }
      inbox.post(.complete(run: run))
    }
  }

  /// The records whose values in the field the database does not have yet.
  private var edited: [Record] {
    records.dirty.filter { $0.id.table == schema.id && $0.original(at: field) != nil }
  }

  private var edits: [RecordID: Value] {
    var edits: [RecordID: Value] = [:]
    for record in edited { edits[record.id] = record.value(at: field) }
    return edits
  }

  /// The lines at some places, fewer if there are no more.
  public func lines(in places: Range<Int>) -> [ValueLine] {
    rows.read(places.clamped(to: 0..<count)).map { row in
      guard case .value(.integer(let count))? = row.values.first else {
        return ValueLine(value: row.title, count: 0)
      }
      return ValueLine(value: row.title, count: Int(count))
    }
  }

  // MARK: - Finding

  /// Starts to find the rows that hold a value; `found` has them when nothing is worked on any more.
  public func startFinding(_ value: Value) {
    found = nil
    begin(.finding(value)) { [scan, inbox] connection, run throws(StoreError) in
      inbox.post(.found(run: run, try scan.rows(holding: value, on: connection)))
    }
  }

  /// The rows that hold a value although the database has another one there.
  public func editedRows(holding value: Value) -> [RecordID] {
    edited.filter { $0.value(at: field) == value }.map(\.id)
  }

  // MARK: - The thread

  private func begin(_ task: Task, _ body: @escaping @Sendable (Connection, Int) throws(StoreError) -> Void) {
    run += 1
    (self.task, isWorking, fraction) = (task, true, nil)
    worker.start(
      { [run] connection throws(StoreError) in try body(connection, run) },
      fail: { [inbox, run] in inbox.post(.failed(run: run, $0)) })
  }

  /// Ends the work; the values that are there stay.
  public func cancel() {
    worker.cancel()
    run += 1
    isWorking = false
  }

  func onNews(_ wake: @escaping @Sendable () -> Void) { inbox.onNews(wake) }

  /// Makes the thread release the database until `resume()`.
  func pause() { if isWorking { worker.cancelAndWait() } }

  /// Starts again with what was not done.
  func resume() throws(StoreError) {
    guard isWorking else { return }
    switch task {
    case .counting: try startCounting()
    case .finding(let value): startFinding(value)
    }
  }

  /// Takes in what the thread has found out.
  ///
  /// - Throws: What its work ended with.
  func takeNews() throws(StoreError) {
    for news in inbox.take() {
      switch news {
      case .counted(run, let lines, let rows): (count, rowCount) = (lines, rows)
      case .progress(run, let fraction): self.fraction = fraction
      case .complete(run): (isComplete, isWorking) = (true, false)
      case .found(run, let rows): (found, isWorking) = (rows, false)
      case .failed(run, .busy): try resume()
      case .failed(run, let error):
        isWorking = false
        throw error
      default: break
      }
    }
  }
}
