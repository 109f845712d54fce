package struct CSVDialect: Hashable, Sendable {
  package var delimiter: UInt8
  package var hasQuotes: Bool
  /// Whether blanks before a cell are ignored, as in a file aligned by hand.
  package var skipsBlanks: Bool

  package init(delimiter: UInt8 = UInt8(ascii: ","), hasQuotes: Bool = true, skipsBlanks: Bool = false) {
    (self.delimiter, self.hasQuotes, self.skipsBlanks) = (delimiter, hasQuotes, skipsBlanks)
  }

  package static let comma = CSVDialect()

  /// Detects the dialect with the most cells that occur in nearly every row; ties go to comma, tab, semicolon, then bar.
  package init(of sample: [UInt8]) {
    var candidates: [CSVDialect] = []
    for delimiter in [UInt8(ascii: ","), 9, UInt8(ascii: ";"), UInt8(ascii: "|")] {
      candidates.append(CSVDialect(delimiter: delimiter))
      candidates.append(CSVDialect(delimiter: delimiter, skipsBlanks: true))
    }
    // Tab-separated files are often written without quoting; in other files an unclosed quote is an error.
    candidates.append(CSVDialect(delimiter: 9, hasQuotes: false))
    self = .comma
    var best = 0.0
    for candidate in candidates {
      let score = candidate.score(sample)
      if score > best * 1.01 { (self, best) = (candidate, score) }
    }
  }

  /// Reads Excel's first line `sep=;`; `lineCount` includes empty lines before it.
  static func named(in sample: [UInt8]) -> (delimiter: UInt8, lineCount: Int)? {
    let before = sample.prefix { $0 == 10 || $0 == 13 }
    let line = sample.dropFirst(before.count).prefix { $0 != 10 && $0 != 13 }.filter { $0 != 34 }
    guard line.count == 5, String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep=",
      let delimiter = line.last
    else { return nil }
    return (delimiter, TextPlace(of: before.count, in: sample).line)
  }

  private func score(_ sample: [UInt8]) -> Double {
    var reader = CSVReader(self)
    var widths = reader.records(ofPart: sample).map(\.cells.count)
    // The sample may end in the middle of a row.
    if widths.count > 1 { widths.removeLast() }
    let counts = Dictionary(grouping: widths.prefix(200)) { $0 }.mapValues(\.count)
    guard let usual = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), usual.key > 1 else {
      return 0
    }
    let part = Double(usual.value) / Double(min(widths.count, 200))
    return part * part * (1 + Double(usual.key) / 1_000) * (widths.first == usual.key ? 1 : 0.5)
  }
}
