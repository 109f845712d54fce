import Records
import SQLite
import Tables

/// Finds the key of every n-th row and the number of rows, so that a list can jump to any position.
///
/// SQLite skips rows several times faster than it returns them, so the scan hops from key to key by `OFFSET`.
struct AnchorScan: Sendable {
  let sql: TableSQL

  static let step = 4_096
  private static let batchSize = 64

  /// Scans the whole table; `report` gets a few anchors at a time and the number of rows at the end.
  ///
  /// - Throws: `damagedAfter` if damage limits what can be read; the anchors before it have been reported.
  func run(
    on connection: Connection, report: ([Anchors.Anchor], _ total: Int?) -> Void
  ) throws(StoreError) {
    var batch: [Anchors.Anchor] = []
    var position = 0
    var last: RecordID?
    do throws(StoreError) {
      // The rows of a view have no order of their own to hop along.
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

  /// The number of rows after a key that can be read, one by one, before the damage.
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
