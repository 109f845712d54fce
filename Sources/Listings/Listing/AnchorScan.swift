import Records
import SQLite

/// Finds every n-th key and the number of rows; skips by `OFFSET`, because SQLite skips faster than it returns rows.
struct AnchorScan: Sendable {
  let sql: TableSQL

  static let step = 4_096
  private static let batchSize = 64

  /// - Throws: `damagedAfter` if damage limits what can be read; earlier anchors have been reported.
  func run(
    on connection: Connection, report: ([Anchors.Anchor], _ total: Int?) -> Void
  ) throws(StoreError) {
    var batch: [Anchors.Anchor] = []
    var position = 0
    var last: RecordID?
    do throws(StoreError) {
      while sql.schema.key != .position, let key = try hop(from: last, on: connection) {
        position += Self.step
        last = key
        batch.append(Anchors.Anchor(position: position, key: key))
        if batch.count == Self.batchSize {
          report(batch, nil)
          batch = []
        }
      }
      let rest = try connection.integer(
        sql.count(afterKey: last != nil, upToKey: false), last?.values ?? [], for: .count)
      report(batch, position + Int(rest ?? 0))
    } catch .damaged(let detail) {
      report(batch, nil)
      throw .damagedAfter(rowCount: position + readableCount(after: last, on: connection), detail: detail)
    }
  }

  private func readableCount(after key: RecordID?, on connection: Connection) -> Int {
    var count = 0
    try? connection.uncachedStatement(sql.keys(afterKey: key != nil), for: .count).forEachRow(
      binding: (key?.values ?? []) + [.integer(Int64(Self.step)), .integer(0)]
    ) { _ in count += 1 }
    return count
  }

  private func hop(from key: RecordID?, on connection: Connection) throws(StoreError) -> RecordID? {
    let bounds: [Value] = [.integer(1), .integer(Int64(Self.step - 1))]
    return try connection.row(
      sql.keys(afterKey: key != nil), (key?.values ?? []) + bounds, for: .count, sql.id(in:))
  }
}
