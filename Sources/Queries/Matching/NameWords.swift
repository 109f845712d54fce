/// The words of the first name in a list of people, in any order.
package struct NameWords: Equatable, Sendable {
  /// The folded words up to a semicolon, sorted: the order of first and last names does not matter.
  package let words: [[UInt8]]
  package let others: Set<[UInt8]>
  /// The words of the first person, if there seem to be several before a semicolon; otherwise empty.
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

  /// The name before an ampersand, the word *and*, or a comma that has two words on each side: *Lee, Ann* is one person, *Ann
  /// Lee, Bo Carlsen* are two.
  private static func firstPerson(
    in names: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer>? {
    let (comma, blank) = (UInt8(ascii: ","), UInt8(ascii: " "))
    func hasWords(_ part: Slice<UnsafeRawBufferPointer>) -> Bool { part.split(separator: blank).count > 1 }
    let end = names.indices.first { place in
      switch names[place] {
      case UInt8(ascii: "&"): true
      case blank: names[place...].starts(with: " and ".utf8)
      // The later name first, as it is short: a long list is then looked through once.
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

  /// The words that identify the person however the other words are written.
  package var telling: [[UInt8]] {
    let telling = Array(words.filter { $0.count > 2 }.prefix(Self.mostTelling))
    return telling + lead.filter { $0.count > 2 && !telling.contains($0) }.prefix(Self.mostTelling)
  }

  private static let mostTelling = 4

  /// Whether both lists have further names with no word in common: other translators or illustrators.
  package func hasOtherCompany(than other: NameWords) -> Bool {
    !others.isEmpty && !other.others.isEmpty && others.isDisjoint(with: other.others)
  }

  /// Whether one list names somebody besides the first person whom the other one does not name.
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

  /// Whether both may begin with the same person: one has all words of the other, some perhaps as initials.
  package func agrees(with other: NameWords) -> Bool {
    if Self.agree(words, other.words) { return true }
    if lead.isEmpty, other.lead.isEmpty { return false }
    return Self.agree(lead.isEmpty ? words : lead, other.lead.isEmpty ? other.words : other.lead)
  }

  private static func agree(_ words: [[UInt8]], _ others: [[UInt8]]) -> Bool {
    if words == others { return true }
    if words.count > others.count { return agree(others, words) }
    var (free, hasWhole) = (others, false)
    // Whole words first, so that an initial does not use up one of them.
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
