extension StringProtocol {
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(
      start.prefix(
        upTo: start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex))
  }

  var singleSpaced: String {
    isPlainlySpaced ? String(self) : split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// A fast path: most texts are ASCII with single blanks already.
  private var isPlainlySpaced: Bool {
    var isAfterBlank = true
    for byte in utf8 {
      guard byte < 0x7F, byte > 0x20 || byte == 0x20 && !isAfterBlank else { return false }
      isAfterBlank = byte == 0x20
    }
    return !isAfterBlank || isEmpty
  }
}

extension String {
  var nonEmpty: String? { isEmpty ? nil : self }
}
