/// Reads the rows of one format from UTF-8, some bytes at a time.
protocol RowReader {
  /// The rows that end in the next bytes.
  mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow]
}
