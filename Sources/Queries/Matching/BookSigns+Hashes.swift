/// Two books that may be the same share at least one hash.
extension BookSigns {
  package enum Meeting: UInt64, Sendable {
    case source
    case isbn
    /// Without the subtitle, and with a shared word of the author's name.
    case title
    /// Half of the letters: a typing error leaves the other half unchanged.
    case half
    case fields

    /// Stores the rule in the low three bits of a hash.
    package func marked(_ hash: UInt64) -> UInt64 { hash & ~7 | rawValue }

    package init?(markOf hash: UInt64) { self.init(rawValue: hash & 7) }
  }

  package func forEachHash(_ body: (UInt64) -> Void) {
    if let isbn { body(Meeting.isbn.marked(isbn &* 0x9E37_79B9_7F4A_7C15)) }
    guard !title.core.isEmpty else { return }
    let core = Self.hash(title.core)
    let words = author.telling.isEmpty ? [[]] : author.telling
    for word in words { body(Meeting.title.marked(word.reduce(core, MatchHash.next))) }
    if !author.isEmpty { forEachHalf(body) }
  }

  /// For an even number of letters, both half lengths are hashed, so that a longer or shorter title shares one of them.
  private func forEachHalf(_ body: (UInt64) -> Void) {
    let letters = title.letters
    guard letters.count >= 5 else { return }
    let numbers = title.core.filter(TitleWords.isNumber) + [[]]
    let start = Self.hash(author.words + [[]] + numbers)
    let half = letters.count / 2
    for length in letters.count.isMultiple(of: 2) ? [half, half - 1] : [half] {
      let lead = MatchHash.next(start, UInt8(truncatingIfNeeded: length))
      body(Meeting.half.marked(letters.prefix(length).reduce(MatchHash.next(lead, 1), MatchHash.next)))
      body(Meeting.half.marked(letters.suffix(length).reduce(MatchHash.next(lead, 2), MatchHash.next)))
    }
  }

  private static func hash(_ words: [[UInt8]]) -> UInt64 {
    words.reduce(MatchHash.basis) { MatchHash.next($1.reduce($0, MatchHash.next), 0x20) }
  }
}
