extension StringProtocol {
  /// The text without blanks and line ends around it.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(
      start.prefix(
        upTo: start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex))
  }

  /// The text with one blank for each run of them, and none around it.
  var singleSpaced: String {
    isPlainlySpaced ? String(self) : split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether it is ASCII with single blanks between words and nothing else to change, as most texts are: their bytes say so
  /// many times faster than their characters.
  private var isPlainlySpaced: Bool {
    var isAfterBlank = true
    for byte in utf8 {
      guard byte < 0x7F, byte > 0x20 || byte == 0x20 && !isAfterBlank else { return false }
      isAfterBlank = byte == 0x20
    }
    return !isAfterBlank || isEmpty
  }
}
