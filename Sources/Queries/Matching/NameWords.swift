package struct NameWords: Equatable, Sendable {
  /// Up to a semicolon, sorted: the order of first and last names does not matter.
  package let words: [[UInt8]]
  package let others: Set<[UInt8]>
  /// The words of the first person, if there seem to be several; otherwise empty.
  private let lead: [[UInt8]]

  package init(_ text: UnsafeRawBufferPointer) {
    let names = text.drop { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: " ") }
    let head = names.prefix { $0 != UInt8(ascii: ";") }
    words = Self.words(of: head)
    lead = Self.firstPerson(in: head).map(Self.words) ?? []
    var others: Set<[UInt8]> = []
    MatchHash.forEachWord(ofName: UnsafeRawBufferPointer(rebasing: names[head.endIndex...])) {
      others.insert(Array($0))
    }
    self.others = others
  }

  private static func words(of name: Slice<UnsafeRawBufferPointer>) -> [[UInt8]] {
    var words: [[UInt8]] = []
    MatchHash.forEachWord(ofName: UnsafeRawBufferPointer(rebasing: name)) { words.append(Array($0)) }
    return words.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Ends at an ampersand, the word *and*, or a comma with two words on each side: *Lee, Ann* is one person, *Ann Lee, Bo Carlsen*
  /// are two.
  private static func firstPerson(
    in names: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer>? {
    let (comma, blank) = (UInt8(ascii: ","), UInt8(ascii: " "))
    func hasWords(_ part: Slice<UnsafeRawBufferPointer>) -> Bool { part.split(separator: blank).count > 1 }
    let end = names.indices.first { place in
      switch names[place] {
      case UInt8(ascii: "&"): true
      case blank: names[place...].starts(with: " and ".utf8)
      // The later name comes first because it is short: a long list is then searched once.
      case comma: hasWords(names[(place + 1)...].prefix { $0 != comma }) && hasWords(names[..<place])
      default: false
      }
    }
    return end.flatMap { $0 > names.startIndex ? names[..<$0] : nil }
  }

  package static func == (left: NameWords, right: NameWords) -> Bool {
    left.words == right.words && left.others == right.others
  }

  package var isEmpty: Bool { words.isEmpty }

  /// Identifies the person however the other words are written.
  package var telling: [[UInt8]] {
    let telling = Array(words.filter { $0.count > 2 }.prefix(Self.mostTelling))
    return telling + lead.filter { $0.count > 2 && !telling.contains($0) }.prefix(Self.mostTelling)
  }

  private static let mostTelling = 4

  /// Both have further names without a common word: other translators or illustrators.
  package func hasOtherCompany(than other: NameWords) -> Bool {
    !others.isEmpty && !other.others.isEmpty && others.isDisjoint(with: other.others)
  }

  /// One list has a further person whom the other lacks.
  package func hasMoreCompany(than other: NameWords) -> Bool {
    let company = lead.isEmpty ? others : others.union(words).subtracting(lead)
    let known = other.all
    let news = company.filter { word in
      word.count > 2 && word != Self.and && !known.contains(word) && !known.contains([word[0]])
    }
    // One word may be a further name of the same person.
    return news.count > 1
  }

  private static let and = Array("and".utf8)

  private var all: Set<[UInt8]> { others.union(words) }

  /// One list has all words of the other's first person, some perhaps as initials.
  package func agrees(with other: NameWords) -> Bool {
    if Self.agree(words, other.words) { return true }
    if lead.isEmpty, other.lead.isEmpty { return false }
    return Self.agree(lead.isEmpty ? words : lead, other.lead.isEmpty ? other.words : other.lead)
  }

  private static func agree(_ words: [[UInt8]], _ others: [[UInt8]]) -> Bool {
    if words == others { return true }
    if words.count > others.count { return agree(others, words) }
    var (free, hasWhole) = (others, false)
    // An initial must not use up a whole word.
    for word in words.sorted(by: { $0.count > $1.count }) {
      let place =
        free.firstIndex(of: word) ?? free.firstIndex { $0[0] == word[0] && min($0.count, word.count) == 1 }
      guard let place else { return false }
      if free[place] == word, word.count > 2 { hasWhole = true }
      free.remove(at: place)
    }
    return hasWhole
  }
}
