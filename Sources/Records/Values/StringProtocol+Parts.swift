// The standard library's versions are in its module of regular expressions, which would add a megabyte to the program.

extension StringProtocol {
  /// Compares characters.
  package func firstRange(of part: String) -> Range<Index>? {
    guard let first = part.first else { return startIndex..<startIndex }
    var start = startIndex
    while let found = self[start...].firstIndex(of: first) {
      if let end = end(of: part, from: found) { return found..<end }
      start = index(after: found)
    }
    return nil
  }

  package func contains(_ part: String) -> Bool { firstRange(of: part) != nil }

  /// Replaces occurrences without overlaps; an empty part occurs nowhere.
  package func replacing(_ part: String, with other: String) -> String {
    guard !part.isEmpty else { return String(self) }
    return split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }

  /// An empty separator splits nothing.
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

  private func end(of part: String, from start: Index) -> Index? {
    var index = start
    for character in part {
      guard index < endIndex, self[index] == character else { return nil }
      formIndex(after: &index)
    }
    return index
  }
}
