import Records
import SQLite

/// The distinct values of a field, each with the number of rows that hold it, most frequent first.
///
/// A thread counts them; the lines are in a temporary file and can be read while more arrive. Edits count before they
/// are in the database. It belongs to its store's thread.
public final class ValueCounts: ListReader {
  /// The table.
  public let schema: Schema
  /// The field, by its index in the schema.
  public let field: Int
  /// The number of distinct values found so far.
  public private(set) var count = 0
  /// The number of rows that hold these values.
  public private(set) var rowCount = 0
  /// Whether the values are being counted, or rows are being found.
  public private(set) var isWorking = false
  /// Whether all values have been counted.
  public private(set) var isComplete = false
  /// The fraction of the table that was read, from 0 to 1, or nil if unknown.
  public private(set) var fraction: Double?
  /// The rows found by `startFinding(_:)`.
  public private(set) var found: FoundRows?

  private let records: RecordTable
  private let scan: ValueScan
  private weak var listing: Listing?
  private let worker: Worker
  private var rows: ViewRows
  /// The current task, to restart it after a pause.
  private var task = Task.counting
  private let inbox = Inbox<ValueNews>()
  private let runs: Runs<ValueNews>

  private enum Task {
    case counting
    case finding(Value)
  }

  init(_ listing: Listing, field: Int, _ database: Database, _ records: RecordTable) throws(StoreError) {
    (schema, self.field, self.records) = (listing.schema, field, records)
    self.listing = listing
    scan = ValueScan(sql: listing.sql, field: field, scope: listing.scope)
    worker = Worker(path: database.path, options: database.options.readOnly, name: "values")
    runs = Runs(on: worker, to: inbox)
    rows = try ViewRows()
  }

  deinit { worker.stop() }

  // MARK: - Counting

  /// Starts counting the values, from scratch.
  ///
  /// - Complexity: O(*n* log *n*) in the rows, on a thread.
  /// - Throws: `cannotOpen` if no temporary file can be made.
  public func startCounting() throws(StoreError) {
    let rows = try ViewRows()
    (self.rows, count, rowCount, isComplete, found) = (rows, 0, 0, false, nil)
    let total = listing?.total.isExact == true ? listing?.total.value ?? 0 : 0
    begin(.counting) { [scan, edits] connection, report throws(StoreError) in
      try scan.count(on: connection, edits, into: rows, total: total) {
        report(.progress($0))
      } report: {
        report(.counted(lines: $0, rows: $1))
      }
      report(.complete)
    }
  }

  /// The records with values in the field that are not in the database yet.
  private var edited: [Record] {
    records.dirty.filter { $0.id.table == schema.id && $0.original(at: field) != nil }
  }

  private var edits: [RecordID: Value] {
    var edits: [RecordID: Value] = [:]
    for record in edited { edits[record.id] = record.value(at: field) }
    return edits
  }

  /// The lines at some positions, or fewer at the end.
  public func lines(in places: Range<Int>) -> [ValueLine] {
    rows.read(places.clamped(to: 0..<count)).map { row in
      guard case .value(.integer(let count))? = row.values.first else {
        return ValueLine(value: row.title, count: 0)
      }
      return ValueLine(value: row.title, count: Int(count))
    }
  }

  // MARK: - Finding

  /// Starts finding the rows that hold a value; `found` has them when the work is done.
  public func startFinding(_ value: Value) {
    found = nil
    begin(.finding(value)) { [scan] connection, report throws(StoreError) in
      report(.found(try scan.rows(holding: value, on: connection)))
    }
  }

  /// The rows that hold a value here but another one in the database.
  public func editedRows(holding value: Value) -> [RecordID] {
    edited.filter { $0.value(at: field) == value }.map(\.id)
  }

  // MARK: - The thread

  private func begin(
    _ task: Task,
    _ body: @escaping @Sendable (Connection, @escaping Runs<ValueNews>.Report) throws(StoreError) -> Void
  ) {
    (self.task, isWorking, fraction) = (task, true, nil)
    runs.start(body, failure: { .failed($0) })
  }

  /// Cancels the work; the values counted so far stay.
  public func cancel() {
    worker.cancel()
    runs.forget()
    isWorking = false
  }

  package func onNews(_ wake: @escaping @Sendable () -> Void) { inbox.onNews(wake) }

  /// Makes the thread release the database until `resume()`.
  package func pause() { if isWorking { worker.cancelAndWait() } }

  /// Restarts what was not finished.
  package func resume() throws(StoreError) {
    guard isWorking else { return }
    switch task {
    case .counting: try startCounting()
    case .finding(let value): startFinding(value)
    }
  }

  /// Takes the news from the thread.
  ///
  /// - Throws: The error that ended its work.
  package func takeNews() throws(StoreError) {
    for news in inbox.take() {
      switch news {
      case .counted(let lines, let rows): (count, rowCount) = (lines, rows)
      case .progress(let fraction): self.fraction = fraction
      case .complete: (isComplete, isWorking) = (true, false)
      case .found(let rows): (found, isWorking) = (rows, false)
      case .failed(.busy): try resume()
      case .failed(let error):
        isWorking = false
        throw error
      }
    }
  }
}
