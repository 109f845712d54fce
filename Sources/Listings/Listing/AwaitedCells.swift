import Records
import SQLite

/// The values of related fields that no index leads to, for the rows on the screen, without unwritten edits.
///
/// A thread scans the whole other table for them. The object belongs to its store's thread.
final class AwaitedCells {
  private static let capacity = 4_096

  let reader: TableReader<[RecordID: [ShownValue]]>
  private var fields: [Int] = []
  private var values: [RecordID: [ShownValue]] = [:]
  private var visible: Set<RecordID> = []
  private var awaited: [RecordID] = []

  init(_ database: Database) {
    reader = TableReader(database, named: "cells")
    reader.onNews(take: { [weak self] found throws(StoreError) in try self?.take(found) })
  }

  private func take(_ found: Result<[RecordID: [ShownValue]], StoreError>) throws(StoreError) {
    defer { awaited = [] }
    switch found {
    case .success(let found): keep(found)
    case .failure(let error):
      // Nulls for unreadable values, so that they are not requested again.
      let empty = fields.map { _ in ShownValue.null }
      keep(Dictionary(awaited.map { ($0, empty) }) { first, _ in first })
      throw error
    }
  }

  private func keep(_ found: [RecordID: [ShownValue]]) {
    if values.count + found.count > Self.capacity { values = values.filter { visible.contains($0.key) } }
    values.merge(found) { $1 }
  }

  func removeAll() {
    // Otherwise an abandoned thread might still hold a lock.
    if reader.isWorking { reader.cancel(isWaiting: true) }
    (values, awaited) = ([:], [])
  }

  func values(_ fields: [Int]) -> [RecordID: [ShownValue]] { fields == self.fields ? values : [:] }

  func read(_ fields: [Int], of ids: [RecordID], _ sql: TableSQL) {
    if fields != self.fields { removeAll() }
    (self.fields, visible) = (fields, Set(ids))
    let missing = ids.filter { values[$0] == nil }
    guard !missing.isEmpty, visible.isDisjoint(with: awaited) else { return }
    awaited = missing
    reader.start { connection, _ throws(StoreError) in
      try Self.read(fields, of: missing, sql, on: connection)
    }
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
