extension StringProtocol {
  /// The text without blanks and line ends around it.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(
      start.prefix(
        upTo: start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex))
  }

  /// The text with one blank for each run of them, and none around it.
  var singleSpaced: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
