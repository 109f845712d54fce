import Records

/// Encodes row changes in the format of SQLite's changesets (sqlite3session.c, "CHANGESET BLOB FORMAT").
package enum ChangesetEncoder {
  static let (insert, update, delete): (UInt8, UInt8, UInt8) = (18, 23, 9)

  package static func head(of table: FileTable) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "T")]
    append(count: table.columns.count, to: &bytes)
    for place in table.places { bytes.append(place < table.key.count ? UInt8(place + 1) : 0) }
    return bytes + Array(table.name.utf8) + [0]
  }

  package static func bytes(of operation: RowOperation, in table: FileTable) -> [UInt8] {
    var bytes: [UInt8] = []
    switch operation {
    case .insert(let values):
      bytes = [insert, 0]
      for place in table.places { append(values[place], to: &bytes) }
    case .delete(let values):
      bytes = [delete, 0]
      for place in table.places { append(values[place], to: &bytes) }
    case .update(let key, let cells):
      bytes = [update, 0]
      for place in table.places { append(place < key.count ? key[place] : cells[place]?.old, to: &bytes) }
      for place in table.places { append(place < key.count ? nil : cells[place]?.new, to: &bytes) }
    }
    return bytes
  }

  /// Appends a value; nil is "undefined", for an unchanged column.
  private static func append(_ value: Value?, to bytes: inout [UInt8]) {
    switch value {
    case nil: bytes.append(0)
    case .null?: bytes.append(5)
    case .integer(let number)?: append(1, UInt64(bitPattern: number), to: &bytes)
    case .real(let number)?: append(2, number.bitPattern, to: &bytes)
    case .text(let text)?: append(3, text.bytes, to: &bytes)
    case .blob(let blob)?: append(4, blob, to: &bytes)
    }
  }

  private static func append(_ kind: UInt8, _ number: UInt64, to bytes: inout [UInt8]) {
    bytes.append(kind)
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  private static func append(_ kind: UInt8, _ content: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(kind)
    append(count: content.count, to: &bytes)
    bytes += content
  }

  /// Appends a count as SQLite's variable-length integer (fileformat2.html, 1.6), which is at most five bytes long here.
  private static func append(count: Int, to bytes: inout [UInt8]) {
    var groups = [UInt8(count & 0x7F)]
    var rest = count >> 7
    while rest > 0 {
      groups.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes += groups.reversed()
  }
}
