/// The words of the first name in a list of people, in any order.
package struct NameWords: Hashable, Sendable {
  /// The folded words, sorted: the order of first and last names does not matter.
  package let words: [[UInt8]]
  package let others: Set<[UInt8]>

  package init(_ text: UnsafeRawBufferPointer) {
    let names = text.drop { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: " ") }
    let head = names.prefix { $0 != UInt8(ascii: ";") }
    let first = UnsafeRawBufferPointer(rebasing: head)
    var words: [[UInt8]] = []
    MatchHash.forEachWord(ofName: first) { words.append(Array($0)) }
    self.words = words.sorted { $0.lexicographicallyPrecedes($1) }
    var others: Set<[UInt8]> = []
    MatchHash.forEachWord(ofName: UnsafeRawBufferPointer(rebasing: names[head.endIndex...])) {
      others.insert(Array($0))
    }
    self.others = others
  }

  package var isEmpty: Bool { words.isEmpty }

  /// The words that identify the person however the other words are written.
  package var telling: [[UInt8]] { Array(words.filter { $0.count > 2 }.prefix(Self.mostTelling)) }

  private static let mostTelling = 4

  /// Whether both lists have further names with no word in common: other translators or illustrators.
  package func hasOtherCompany(than other: NameWords) -> Bool {
    !others.isEmpty && !other.others.isEmpty && others.isDisjoint(with: other.others)
  }

  /// Whether both may be the same person: one has all words of the other, some perhaps as initials.
  package func agrees(with other: NameWords) -> Bool {
    if words == other.words { return true }
    if words.count > other.words.count { return other.agrees(with: self) }
    var (free, hasWhole) = (other.words, false)
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
