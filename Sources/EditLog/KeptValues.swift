import Records
import SQLite

/// The values of a removed column, which the log keeps so that the column can come back with them.
///
/// They are in pages, each of which has keys and values in turn. They go with the change that they belong to, by a trigger.
package struct KeptValues {
  package let connection: Connection

  /// Creates one from its parts.
  package init(connection: Connection) {
    self.connection = connection
  }

  /// The bytes from which on a page is complete.
  private static let pageSize = 1 << 18

  /// A row's key and the value that it had.
  package struct Pair {
    package let key: RecordID.Key
    package let value: Value

    /// Creates one from its parts.
    package init(key: RecordID.Key, value: Value) {
      (self.key, self.value) = (key, value)
    }
  }

  /// Collects values for pages.
  package struct Page {
    fileprivate var values: [Value] = []
    fileprivate var byteCount = 0

    /// Creates an empty page.
    package init() {}

    /// Adds a value.
    package mutating func append(_ pair: Pair) {
      values += [PackedKey.value(of: pair.key), pair.value]
      byteCount += values[values.count - 2].payloadByteCount + pair.value.payloadByteCount + 18
    }

    package var isFull: Bool { byteCount >= KeptValues.pageSize }
  }

  /// Adds a page to those of a change, and empties it.
  package func append(_ page: inout Page, to change: Int64) throws(StoreError) {
    guard !page.values.isEmpty else { return }
    try connection.execute(
      "INSERT INTO kept (change, content) VALUES (?, ?)",
      [.integer(change), .blob(PackedBytes.pack(page.values))])
    page = Page()
  }

  /// Reads the values of a change in the order in which they were kept.
  ///
  /// - Throws: `changedSince` if they make no sense, or what the closure throws.
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
