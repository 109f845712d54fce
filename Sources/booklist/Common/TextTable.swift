import Cells

/// Rows for people: aligned columns, in which no value is cut.
///
/// The first rows determine the widths, so that a table of any size is printed as it is read. A longer value later moves the
/// rest of its line.
struct TextTable {
  static let sampleSize = 100

  private let header: [String]
  private let areNumbers: [Bool]
  private var sample: [[String]] = []
  private var widths: [Int]?

  /// - Parameter areNumbers: Which columns are right-aligned.
  init(_ header: [String], areNumbers: [Bool]) {
    (self.header, self.areNumbers) = (header.map(Self.safe), areNumbers)
  }

  /// The lines that can be printed after a row; at first there may be none.
  mutating func lines(of row: [String]) -> String {
    let cells = row.map(Self.safe)
    if let widths { return line(cells, widths) }
    sample.append(cells)
    return sample.count < Self.sampleSize ? "" : rest()
  }

  /// The lines held back; without any rows, that is the header.
  mutating func rest() -> String {
    guard widths == nil else { return "" }
    let widths = header.indices.map { column in
      ([header] + sample).map { Self.width(of: $0[column]) }.max() ?? 0
    }
    defer { sample = [] }
    self.widths = widths
    return ([header] + sample).map { line($0, widths) }.joined()
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() {
      let gap = String(repeating: " ", count: max(0, widths[column] - Self.width(of: cell)))
      let isLast = column == cells.count - 1
      line += areNumbers[column] ? gap + cell : cell + (isLast ? "" : gap)
      line += isLast ? "\n" : "  "
    }
    return line
  }

  static func safe(_ text: String) -> String {
    isPlain(text) ? text : TextWidth.glyphs(of: text).map(\.text).joined()
  }

  private static func width(of text: String) -> Int {
    isPlain(text) ? text.utf8.count : TextWidth.width(of: text)
  }

  /// Whether a text is printable ASCII; most texts are, and need no further analysis.
  private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { 0x20..<0x7F ~= $0 } }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
