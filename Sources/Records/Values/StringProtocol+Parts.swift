// The standard library has these methods in its module of regular expressions, which would be a megabyte of the program.
// Those here are concrete, so the compiler prefers them; the release build does without that module.

extension StringProtocol {
  /// The place of the first occurrence of a text, or `nil`.
  ///
  /// Both are compared character by character.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of the two.
  package func firstRange(of part: String) -> Range<Index>? {
    guard let first = part.first else { return startIndex..<startIndex }
    var start = startIndex
    while let found = self[start...].firstIndex(of: first) {
      if let end = end(of: part, from: found) { return found..<end }
      start = index(after: found)
    }
    return nil
  }

  /// Whether a text occurs in this one.
  package func contains(_ part: String) -> Bool { firstRange(of: part) != nil }

  /// This text with another in place of each occurrence of a part, from the start; occurrences do not overlap.
  ///
  /// An empty part is replaced nowhere.
  package func replacing(_ part: String, with other: String) -> String {
    guard !part.isEmpty else { return String(self) }
    return split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }

  /// The texts between the occurrences of a separator; an empty one separates nothing.
  ///
  /// - Parameter omittingEmptySubsequences: Whether empty texts are left out.
  package func split(separator: String, omittingEmptySubsequences: Bool = true) -> [SubSequence] {
    var parts: [SubSequence] = []
    var rest = self[...]
    while !separator.isEmpty, let range = rest.firstRange(of: separator) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    parts.append(rest)
    return omittingEmptySubsequences ? parts.filter { !$0.isEmpty } : parts
  }

  /// Where a text ends that begins at an index of this one; `nil` if it does not begin there.
  private func end(of part: String, from start: Index) -> Index? {
    var index = start
    for character in part {
      guard index < endIndex, self[index] == character else { return nil }
      formIndex(after: &index)
    }
    return index
  }
}
