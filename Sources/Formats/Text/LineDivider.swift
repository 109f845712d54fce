struct LineDivider {
  private let longestLine: Int
  private var rest: [UInt8] = []
  private var line = 1

  init(longestLine: Int = ReadLimit.row) { self.longestLine = longestLine }

  /// The lines that end in the next bytes, without line ends, in linear time; after the last bytes also the rest.
  mutating func lines(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = 0
    while let end = bytes[start...].firstIndex(of: 10) {
      lines.append(rest + bytes[start..<end])
      rest = []
      start = end + 1
    }
    rest += bytes[start...]
    line += lines.count
    if rest.count > longestLine { throw .rowTooLong(TextPlace(line: line, column: 1)) }
    if isLast { lines.append(rest) }
    return lines
  }
}
