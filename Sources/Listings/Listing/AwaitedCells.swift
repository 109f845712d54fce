import Records
import SQLite
import Tables

/// The values of related fields to which no index leads, for the rows on the screen.
///
/// SQLite goes through the whole other table for them, so a thread does that, and a row is shown before they are there.
/// The values are those that the database has. It belongs to its store's thread.
final class AwaitedCells: ListReader {
  /// The rows whose values are kept.
  private static let capacity = 4_096

  private let worker: Worker
  private let inbox = Inbox<News>()
  private let runs: Runs<News>
  private var fields: [Int] = []
  /// The values by rows, in the order of the fields.
  private var values: [RecordID: [ShownValue]] = [:]
  /// The rows whose values were asked for last.
  private var wanted: Set<RecordID> = []
  /// What is being read, if anything is.
  private var request: (ids: [RecordID], sql: TableSQL)?

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

  func pause() { if isWorking { worker.cancelAndWait() } }

  func resume() { start() }

  func takeNews() {
    for news in inbox.take() {
      request = nil
      switch news {
      case .found(let found):
        if values.count + found.count > Self.capacity { values = [:] }
        values.merge(found) { $1 }
      // The next frame asks again. After any other error the cells stay empty; opening the other table says it.
      case .failed(let error): if error == .busy { wanted = [] }
      }
    }
  }

  /// Forgets all values, because they may have changed.
  func removeAll() {
    (values, wanted, request) = ([:], [], nil)
    runs.forget()
  }

  /// The values of some fields as far as they are known; those of the given rows are looked for.
  ///
  /// - Parameters:
  ///   - fields: The fields, to none of which an index leads.
  ///   - ids: The rows.
  func values(_ fields: [Int], of ids: [RecordID], _ sql: TableSQL) -> [RecordID: [ShownValue]] {
    if fields != self.fields { removeAll() }
    self.fields = fields
    let missing = ids.filter { values[$0] == nil }
    if !wanted.isSuperset(of: missing) {
      (wanted, request) = (Set(missing), (missing, sql))
      start()
    }
    return values
  }

  private func start() {
    guard let request else { return }
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

  /// A list with one more part, unless that is NULL or more than a list shows.
  private static func joined(_ list: ShownValue?, _ part: Value) -> Value {
    guard case .value(.text(let list)) = list else { return part }
    guard case .text(let part) = part, list.bytes.count <= 4 * TableSQL.shownLength else {
      return .text(list)
    }
    return .text(Text(list.string + "; " + part.string))
  }
}
