import Records
import SQLite

/// The values of a removed column, kept for restoring it; a trigger deletes them with their change.
package struct KeptValues {
  package let connection: Connection

  package init(connection: Connection) {
    self.connection = connection
  }

  private static let pageSize = 1 << 18

  package struct Page {
    fileprivate var values: [Value] = []
    fileprivate var byteCount = 0

    package init() {}

    package mutating func append(_ value: Value, of key: RecordID.Key) {
      let key = PackedKey.value(of: key)
      values += [key, value]
      byteCount += key.payloadByteCount + value.payloadByteCount + 18
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
  package func forEach(of change: Int64, _ body: (RecordID.Key, Value) throws(StoreError) -> Void)
    throws(StoreError)
  {
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
        try body(key, values[place + 1])
      }
    }
  }
}
