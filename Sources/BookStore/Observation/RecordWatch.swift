import Listings
import Platform
import Records
import SQLite

/// Shows one record twice: as the store holds it, and as another program would read its row.
///
/// A thread with its own connection reads the row. Nothing is counted, recorded or traced, and no record is hydrated.
public final class RecordWatch {
  /// A row as it was read.
  public struct Reading: Sendable {
    /// The row.
    public let id: RecordID
    /// The database's values, nil if the row does not exist, or the error of reading it.
    public let row: Result<RecordSnapshot?, StoreError>
    /// When the row was read, in seconds since 1970-01-01 00:00 UTC.
    public let time: Double
  }

  private let database: Database
  private let shelf: Shelf
  private lazy var worker: Worker = {
    let worker = Worker(path: database.path, options: database.options.unnoticed, name: "comparison")
    startedWorker = worker
    return worker
  }()
  private var startedWorker: Worker?
  private lazy var runs = Runs(on: worker, to: inbox)
  private let inbox = Inbox<Reading>()

  /// The processor time that a reading may take: a view may never end.
  private static let limit = Duration.milliseconds(200)

  init(_ database: Database, _ shelf: Shelf) { (self.database, self.shelf) = (database, shelf) }

  func onNews(_ wake: @escaping @Sendable () -> Void) { inbox.onNews(wake) }

  func endThread() { startedWorker?.stop() }

  /// The values that the store holds for a row, without using the record; nil if it holds only the key and the title.
  public func held(_ id: RecordID) -> RecordSnapshot? {
    guard let record = shelf.records[id], let values = record.values else { return nil }
    return RecordSnapshot(
      id: id, values: values, large: record.large, state: record.state,
      conflicts: shelf.conflicts(of: id).map(\.field),
      originals: Dictionary(uniqueKeysWithValues: record.originals.map { ($0.index, $0.value) }))
  }

  /// The bytes that are held for a row's fields.
  public func byteCount(of id: RecordID) -> Int { shelf.records[id]?.byteCount ?? 0 }

  /// The statement that a write-back would run now for a record, with its bound values; nil if it would write nothing.
  ///
  /// If another program is known to have written, the statement also compares the old values.
  public func pendingUpdate(of id: RecordID) -> (sql: String, values: [Value])? {
    guard let record = shelf.records[id], record.state == .dirty else { return nil }
    var plan = WriteBackPlan(capacity: 1, sqls: database.knownSQLs)
    plan.append(record)
    let isComparing = database.baseline == nil || database.seenVersions.data != database.baseline
    return plan.firstStatement(comparing: isComparing)
  }

  /// Starts to read a row as another program would, cancelling an earlier reading.
  public func read(_ id: RecordID) {
    let sql = database.knownSQL(of: id.table)
    let reading: @Sendable (Result<RecordSnapshot?, StoreError>) -> Reading = { row in
      Reading(id: id, row: row, time: SystemClock.secondsSince1970)
    }
    runs.start(
      { connection, report in
        do throws(StoreError) {
          report(reading(.success(try Self.row(id, sql, on: connection))))
        } catch {
          report(reading(.failure(error)))
        }
      }, failure: { reading(.failure($0)) })
  }

  private static func row(
    _ id: RecordID, _ sql: TableSQL, on connection: Connection
  ) throws(StoreError) -> RecordSnapshot? {
    let reader = RowReader(connection: connection, sql: sql, purpose: .other)
    let row = try connection.withTimeLimit(limit) { () throws(StoreError) in try reader.read(id) }
    return row.map { RecordSnapshot(id: id, values: $0.values, large: $0.large, state: .hydrated) }
  }

  /// The latest reading, once it has ended; it is returned only once.
  public func takeReading() -> Reading? {
    inbox.take().last
  }
}
