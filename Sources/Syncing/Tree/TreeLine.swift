import Records

/// A row as a line of canonical JSON, determined byte for byte.
package enum TreeLine {
  package static func bytes(of row: TreeRow) -> [UInt8] {
    var writer = CanonicalWriter()
    writer.add("{\"row\":")
    writer.add(string: row.name.digits)
    if row.key != .unknown {
      writer.add(",\"key\":")
      writer.add(row.key)
    }
    if row.presence != .born {
      writer.add(",\"on\":")
      writer.add(row.presence)
    }
    writer.add(",\"is\":")
    writer.add(members: row.cells) { $0.add($1) }
    if !row.others.isEmpty {
      writer.add(",\"more\":")
      writer.add(members: row.others) { $0.add($1) }
    }
    writer.add("}")
    return writer.bytes
  }

  /// The row of a line; nil if the line is not canonical or exceeds a limit.
  package static func row(of line: some Collection<UInt8>, in table: Text) -> TreeRow? {
    let line = Array(line)
    guard let row = row(ofCanonical: line, in: table), bytes(of: row) == line else { return nil }
    return row
  }

  /// The row of a line that `bytes(of:)` has made; nil if the line exceeds a limit.
  static func row(ofCanonical line: [UInt8], in table: Text) -> TreeRow? {
    guard line.count <= TreeFormat.lineByteCount, let name = name(of: line) else { return nil }
    var reader = CanonicalReader(line)
    guard reader.skip("{\"row\":"), reader.string() != nil else { return nil }
    let key = reader.skip(",\"key\":") ? reader.cell() : .unknown
    let presence = reader.skip(",\"on\":") ? reader.cell() : .born
    guard let key, let presence, key.isKey, reader.skip(",\"is\":"),
      let cells = reader.members({ $0.cell() })
    else { return nil }
    let others = reader.skip(",\"more\":") ? reader.members { $0.cell() } : [:]
    guard let others else { return nil }
    return TreeRow(name, in: table, key: key, presence: presence, cells: cells, others: others)
  }

  /// The name in a line, without parsing the rest; nil if the line does not begin with one.
  package static func name(of line: some Collection<UInt8>) -> RowName? {
    let start = Array(line.prefix(beginning.count + 32))
    return start.starts(with: beginning) ? RowName(hex: start.dropFirst(beginning.count)) : nil
  }

  private static let beginning = Array("{\"row\":\"".utf8)
}
