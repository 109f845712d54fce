protocol RowReader {
  mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow]
}
