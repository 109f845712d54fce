import Foundation

/// A screen as a page of the tour has it: its texts, each at its place.
struct PageScreen {
  private var texts: [(column: Int, row: Int, text: Substring)] = []

  /// The screens of a page, in their order.
  static func all(in page: String) -> [PageScreen] {
    page.components(separatedBy: "<svg class=\"screen\"").dropFirst().map { part in
      PageScreen(svg: part.components(separatedBy: "</svg>")[0])
    }
  }

  /// Takes the texts out of the picture: a cell is 8.4 units wide and 18 high, and the first begins at 10.
  private init(svg: String) {
    for match in svg.matches(of: /<text x="([0-9.]+)" y="([0-9.]+)"[^>]*>([^<]*)</) {
      guard let x = Double(match.1), let y = Double(match.2) else { continue }
      let text = Self.signs.reduce(match.3) { $0.replacing($1.key, with: $1.value) }
      texts.append((Int(((x - 10) / 8.4).rounded()), Int((y - 10) / 18), text))
    }
  }

  /// What stands for signs of markup; the last one may be a part of what the others stand for.
  private static let signs: KeyValuePairs = [
    "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&amp;": "&",
  ]

  /// Whether a terminal shows each text at its place and nothing else but lines.
  func isShown(on screen: String) -> Bool {
    var rows = screen.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    for (column, row, text) in texts {
      let end = column + text.count
      guard rows.indices.contains(row), rows[row].count >= end, rows[row][column..<end] == ArraySlice(text)
      else { return false }
      rows[row].replaceSubrange(column..<end, with: repeatElement(" ", count: text.count))
    }
    return !texts.isEmpty && rows.joined().allSatisfy { " ─│┼├┤▐".contains($0) }
  }
}
