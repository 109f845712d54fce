import Formats
import Listings
import Queries
import Records
import SQLite
import Tables

/// Rows without a title, indexed by the values of some of their fields.
struct WholeRows {
  private let database: Database
  private let sql: TableSQL
  private var indexes: [[Int]: MatchIndex] = [:]

  /// A JSON file may have other members in each row.
  private static let indexLimit = 16

  init(_ database: Database, _ sql: TableSQL) { (self.database, self.sql) = (database, sql) }

  /// The lowest key with exactly these values.
  ///
  /// All calls must pass the same `keys`.
  mutating func key(
    of values: [FieldValue], in fields: [Int], among keys: [Int64]
  ) throws(StoreError) -> Int64? {
    if indexes[fields] == nil {
      if indexes.count >= Self.indexLimit { indexes.removeAll() }
      indexes[fields] = try index(fields, keys)
    }
    return indexes[fields]?.keys(Self.hash(values)).min()
  }

  private func index(_ fields: [Int], _ keys: [Int64]) throws(StoreError) -> MatchIndex {
    var index = MatchIndex()
    for key in keys {
      let held = try database.values(fields, of: RecordID(.rowid(key), in: sql.schema.id)) ?? []
      index.append(Self.hash(zip(fields, held).map { FieldValue(index: $0, value: $1) }), key)
    }
    index.sort()
    return index
  }

  /// An empty value counts as none.
  private static func hash(_ values: [FieldValue]) -> UInt64 {
    var hash = MatchHash.basis
    for value in values {
      let bytes = value.value.writtenBytes
      if bytes.isEmpty { continue }
      withUnsafeBytes(of: value.index) { hash = $0.reduce(hash, MatchHash.next) }
      withUnsafeBytes(of: bytes.count) { hash = $0.reduce(hash, MatchHash.next) }
      hash = bytes.reduce(hash, MatchHash.next)
    }
    return hash
  }
}

extension Value {
  var writtenBytes: [UInt8] {
    switch self {
    case .text(let text): text.bytes
    case .blob(let bytes): bytes
    default: Array((plainText ?? "").utf8)
    }
  }
}
