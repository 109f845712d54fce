import Foundation

/// What may differ between two screens that are otherwise the same.
struct VaryingText {
  private let hasPhoto: Bool
  private var patterns: [String] = []

  /// - Parameter hasPhoto: Whether a photo is on the screens, which each version of chafa draws its own way.
  init(hasPhoto: Bool) { self.hasPhoto = hasPhoto }

  /// Leaves out what matches a regular expression, within a row.
  mutating func leaveOut(_ pattern: String) { patterns.append(pattern) }

  /// The screen with a sign for each text that may differ, and without the blanks at the ends of the rows.
  func masked(_ screen: String) throws -> String {
    var rows = screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if hasPhoto { rows = rows.map(Self.withoutPhoto) }
    for pattern in patterns {
      let expression = try Regex(pattern).wordBoundaryKind(.simple)
      rows = rows.map { $0.replacing(expression, with: "#") }
    }
    return rows.map(Self.withoutBlanksAtEnd).joined(separator: "\n")
  }

  private static func withoutBlanksAtEnd(_ row: String) -> String {
    row.lastIndex { $0 != " " }.map { String(row[...$0]) } ?? ""
  }

  /// The row with a blank for each character that chafa may draw with.
  private static func withoutPhoto(_ row: String) -> String {
    String(row.map { $0.unicodeScalars.allSatisfy(isPhoto) ? " " : $0 })
  }

  /// Lines, blocks, braille and the blocks for legacy computing.
  private static func isPhoto(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2500...0x259F, 0x2800...0x28FF, 0x1FB00...0x1FBFF: true
    default: false
    }
  }
}
