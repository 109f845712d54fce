/// The words of the first name in a list of people, in any order.
package struct NameWords: Hashable, Sendable {
  /// The words, folded and in order.
  ///
  /// So “Le Guin, Ursula K.” is “Ursula K. Le Guin”.
  package let words: [[UInt8]]
  /// The words of the names behind it.
  package let others: Set<[UInt8]>

  /// Reads the first name in a text.
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

  /// Whether there is no name.
  package var isEmpty: Bool { words.isEmpty }

  /// The words by which the same person can be found, however the others are written.
  package var telling: [[UInt8]] { Array(words.filter { $0.count > 2 }.prefix(Self.mostTelling)) }

  private static let mostTelling = 4

  /// Whether both have other names behind them, and not one word of these is the same: translators, or illustrators.
  package func hasOtherCompany(than other: NameWords) -> Bool {
    !others.isEmpty && !other.others.isEmpty && others.isDisjoint(with: other.others)
  }

  /// Whether two names may be one person's: one has all words of the other, of which some may be initials.
  package func agrees(with other: NameWords) -> Bool {
    if words == other.words { return true }
    if words.count > other.words.count { return other.agrees(with: self) }
    var (free, hasWhole) = (other.words, false)
    // The whole words first, so that an initial does not take one of them.
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
