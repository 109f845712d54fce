import Records

/// The records of MARC-in-JSON (format.gbv.de/marc/json), one after the other or in a list.
struct MARCRows: RowReader {
  private var file = FileBytes()

  mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow] {
    guard let bytes = try file.bytes(with: bytes, isLast: isLast) else { return [] }
    var reader = JSONReader(bytes)
    var rows: [FormatRow] = []
    while let value = try reader.next() {
      let records = value["fields"] == nil ? value.enclosedRows ?? value.elements : [value]
      for record in records {
        guard record["fields"] != nil else { throw reader.expected(.rows) }
        rows.append(MARCRecord(record).row)
      }
    }
    return rows
  }
}
