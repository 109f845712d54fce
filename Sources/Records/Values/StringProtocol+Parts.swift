/// Texts in texts, by their bytes: what the standard library has for this brings its regular expressions along, of a
/// megabyte.
extension StringProtocol {
  /// Whether another text is in this one, byte for byte.
  ///
  /// - Complexity: O(*n* *m*) in the bytes of the two.
  package func contains(text: String) -> Bool { range(ofText: text) != nil }

  /// Where another text is first in this one, byte for byte; an empty one is nowhere.
  package func range(ofText text: String) -> Range<Index>? {
    let (bytes, wanted) = (utf8, Array(text.utf8))
    guard let first = wanted.first else { return nil }
    var place = bytes.startIndex
    while let start = bytes[place...].firstIndex(of: first) {
      if bytes[start...].starts(with: wanted) { return start..<bytes.index(start, offsetBy: wanted.count) }
      place = bytes.index(after: start)
    }
    return nil
  }

  /// The parts between a text that parts them.
  ///
  /// - Parameter keepsEmpty: Whether parts without characters count.
  package func parts(by separator: String, keepsEmpty: Bool = false) -> [SubSequence] {
    var (parts, rest) = ([SubSequence](), self[...])
    while let range = rest.range(ofText: separator) {
      parts.append(rest[rest.startIndex..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    parts.append(rest)
    return keepsEmpty ? parts : parts.filter { !$0.isEmpty }
  }
}
