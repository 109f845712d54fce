import Records

/// The records of MARC-in-JSON (format.gbv.de/marc/json), concatenated or in a list.
struct MARCRows: RowReader {
  private var divider = JSONDivider(hasManyValues: true)

  mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow] {
    var rows: [FormatRow] = []
    for part in try divider.parts(of: bytes, isLast: isLast) {
      let value = try part.value()
      for record in value["fields"] == nil ? value.enclosedRows ?? [value] : [value] {
        guard record["fields"] != nil else { throw .expected(.rows, part.place) }
        rows.append(MARCRecord(record).row)
      }
    }
    return rows
  }
}
