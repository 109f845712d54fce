import Records

/// The records of MARC-in-JSON (format.gbv.de/marc/json), one after the other or in a list.
struct MARCRows: RowReader {
  private var bytes: [UInt8] = []

  mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow] {
    self.bytes += bytes
    guard isLast else { return [] }
    defer { self.bytes = [] }
    var reader = JSONReader(self.bytes)
    var rows: [FormatRow] = []
    while let value = try reader.next() {
      for record in value.elements {
        guard record["fields"] != nil else { throw reader.expected(.rows) }
        rows.append(MARCRecord(record).row)
      }
    }
    return rows
  }
}
