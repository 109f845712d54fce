import Records
import SQLite

/// The values of a removed column, kept so that the column can be restored with them; a trigger deletes them with their change.
package struct KeptValues {
  package let connection: Connection

  package init(connection: Connection) {
    self.connection = connection
  }

  private static let pageSize = 1 << 18

  package struct Pair {
    package let key: RecordID.Key
    package let value: Value

    package init(key: RecordID.Key, value: Value) {
      (self.key, self.value) = (key, value)
    }
  }

  package struct Page {
    fileprivate var values: [Value] = []
    fileprivate var byteCount = 0

    package init() {}

    package mutating func append(_ pair: Pair) {
      values += [PackedKey.value(of: pair.key), pair.value]
      byteCount += values[values.count - 2].payloadByteCount + pair.value.payloadByteCount + 18
    }

    package var isFull: Bool { byteCount >= KeptValues.pageSize }
  }

  package func append(_ page: inout Page, to change: Int64) throws(StoreError) {
    guard !page.values.isEmpty else { return }
    try connection.execute(
      "INSERT INTO kept (change, content) VALUES (?, ?)",
      [.integer(change), .blob(PackedBytes.pack(page.values))])
    page = Page()
  }

  /// - Throws: `changedSince` if the values are damaged, or what the closure throws.
  package func forEach(of change: Int64, _ body: (Pair) throws(StoreError) -> Void) throws(StoreError) {
    var last: Int64 = 0
    let sql = "SELECT id, content FROM kept WHERE change = ? AND id > ? ORDER BY id LIMIT 1"
    while let (id, content) = try connection.row(
      sql, [.integer(change), .integer(last)], { ($0.integer(at: 0), $0.value(at: 1)) })
    {
      last = id
      guard let values = PackedBytes.unpack(content.bytes ?? []), values.count.isMultiple(of: 2) else {
        throw .changedSince
      }
      for place in stride(from: 0, to: values.count, by: 2) {
        guard let key = PackedKey.key(of: values[place]) else { throw .changedSince }
        try body(Pair(key: key, value: values[place + 1]))
      }
    }
  }
}
