import Records
import SQLite
import Tables

/// The values of related fields to which no index leads, for the rows on the screen.
///
/// SQLite scans the whole other table for them. A thread does it, so that the rows are shown at once. The values are those
/// that the database has. It belongs to its store's thread.
final class AwaitedCells: ListReader {
  /// The rows whose values are kept.
  private static let capacity = 4_096

  private let worker: Worker
  private let inbox = Inbox<News>()
  private let runs: Runs<News>
  private var fields: [Int] = []
  /// The values by rows, in the order of the fields.
  private var values: [RecordID: [ShownValue]] = [:]
  /// The rows that are on the screen.
  private var visible: Set<RecordID> = []
  /// The read in progress, or the one that `resume()` starts again; nil if there is none.
  private var request: (ids: [RecordID], sql: TableSQL)?
  /// Whether the thread must not read, because the database is being written.
  private var isPaused = false

  private enum News: Sendable {
    case found([RecordID: [ShownValue]])
    case failed(StoreError)
  }

  init(_ database: Database) {
    worker = Worker(path: database.path, options: database.options.readOnly, name: "cells")
    runs = Runs(on: worker, to: inbox)
  }

  deinit { worker.stop() }

  var isWorking: Bool { request != nil }

  func onNews(_ wake: @escaping @Sendable () -> Void) { inbox.onNews(wake) }

  func pause() {
    isPaused = true
    if isWorking { worker.cancelAndWait() }
  }

  func resume() {
    isPaused = false
    start()
  }

  /// Ends the thread.
  func endThread() { worker.stop() }

  func takeNews() throws(StoreError) {
    for news in inbox.take() {
      let ids = request?.ids ?? []
      request = nil
      switch news {
      case .found(let found): keep(found)
      // The next frame asks again.
      case .failed(.busy): break
      case .failed(let error):
        // Nobody asks again for what cannot be read.
        let empty = fields.map { _ in ShownValue.null }
        keep(Dictionary(ids.map { ($0, empty) }) { first, _ in first })
        throw error
      }
    }
  }

  private func keep(_ found: [RecordID: [ShownValue]]) {
    if values.count + found.count > Self.capacity { values = values.filter { visible.contains($0.key) } }
    values.merge(found) { $1 }
  }

  /// Forgets all values, because they may have changed.
  func removeAll() {
    // A thread that nobody waits for would hold a lock that nobody knows of.
    if isWorking { worker.cancelAndWait() }
    (values, request) = ([:], nil)
    runs.forget()
  }

  /// The values of some fields, as far as they are known.
  ///
  /// - Parameter fields: The fields, to none of which an index leads.
  func values(_ fields: [Int]) -> [RecordID: [ShownValue]] { fields == self.fields ? values : [:] }

  /// Looks for the values of some fields for the rows on the screen, unless those of some of them are being read.
  func read(_ fields: [Int], of ids: [RecordID], _ sql: TableSQL) {
    if fields != self.fields { removeAll() }
    (self.fields, visible) = (fields, Set(ids))
    let missing = ids.filter { values[$0] == nil }
    if let request, !visible.isDisjoint(with: request.ids) { return }
    guard !missing.isEmpty else { return }
    request = (missing, sql)
    start()
  }

  private func start() {
    guard let request, !isPaused else { return }
    runs.start(
      { [fields] connection, report throws(StoreError) in
        report(.found(try Self.read(fields, of: request.ids, request.sql, on: connection)))
      }, failure: { .failed($0) })
  }

  /// Reads the values of some fields for rows.
  ///
  /// - Complexity: A statement for each field and 256 rows, which reads the whole other table.
  private static func read(
    _ fields: [Int], of ids: [RecordID], _ sql: TableSQL, on connection: Connection
  ) throws(StoreError) -> [RecordID: [ShownValue]] {
    let empty = fields.map { field in
      ShownValue.value(sql.schema.related(at: field)?.part == .count ? .integer(0) : .null)
    }
    var found = Dictionary(ids.map { ($0, empty) }) { first, _ in first }
    let keyCount = Int32(sql.schema.key.columns.count)
    for start in stride(from: 0, to: ids.count, by: EntryReader.batchSize) {
      let batch = ids[start..<min(start + EntryReader.batchSize, ids.count)]
      for (place, field) in fields.enumerated() {
        guard let related = sql.schema.related(at: field) else { continue }
        let text = related.values(ofRows: batch.count, of: sql)
        let statement = try connection.uncachedStatement(text, for: .list)
        try statement.forEachRow(binding: batch.flatMap(\.values)) { row in
          let (id, value) = (sql.id(in: row), row.value(at: keyCount))
          let known = related.part == .all ? found[id]?[place] : nil
          found[id]?[place] = ShownValue(joined(known, value))
        }
      }
    }
    return found
  }

  /// A list with one more part, unless that is NULL or the list shows no more.
  private static func joined(_ list: ShownValue?, _ part: Value) -> Value {
    guard case .value(.text(let list)) = list else { return part }
    guard case .text(let part) = part, list.string.count < TableSQL.shownLength else { return .text(list) }
    return .text(Text(list.string + "; " + part.string))
  }
}
