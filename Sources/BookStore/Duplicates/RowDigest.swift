import Queries
import Records
import SQLite
import Tables

/// A hash of all of a row's values, to detect later whether it has changed.
enum RowDigest {
  static func of(_ id: RecordID, _ sql: TableSQL, on connection: Connection) throws(StoreError) -> UInt64? {
    let values = try connection.row(sql.wholeRow, id.values) { $0.values(at: sql.rowColumns.indices) }
    guard let values else { return nil }
    return ([.text(Text(sql.schema.table))] + id.values + values).reduce(MatchHash.basis, next)
  }

  private static func next(_ hash: UInt64, _ value: Value) -> UInt64 {
    let bytes = PackedBytes.pack([value])
    return MatchHash.next(bytes.reduce(hash, MatchHash.next), 0xFF)
  }
}
