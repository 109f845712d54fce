import Records
import SQLite

/// The values of related fields that no index leads to, for the rows on the screen, without unwritten edits.
///
/// A thread scans the whole other table for them. The reader belongs to its store's thread.
final class AwaitedCells: ListReader {
  private static let capacity = 4_096

  private let worker: Worker
  private let inbox = Inbox<News>()
  private let runs: Runs<News>
  private var fields: [Int] = []
  private var values: [RecordID: [ShownValue]] = [:]
  private var visible: Set<RecordID> = []
  private var request: (ids: [RecordID], sql: TableSQL)?
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
        // Nulls for unreadable values, so that they are not requested again.
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

  func removeAll() {
    // Otherwise an abandoned thread might still hold a lock.
    if isWorking { worker.cancelAndWait() }
    (values, request) = ([:], nil)
    runs.forget()
  }

  func values(_ fields: [Int]) -> [RecordID: [ShownValue]] { fields == self.fields ? values : [:] }

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

  private static func joined(_ list: ShownValue?, _ part: Value) -> Value {
    guard case .value(.text(let list)) = list else { return part }
    guard case .text(let part) = part, list.string.count < TableSQL.shownLength else { return .text(list) }
    return .text(Text(list.string + "; " + part.string))
  }
}
