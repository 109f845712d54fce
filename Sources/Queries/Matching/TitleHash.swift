/// The hash of a title and its first author, computed from their bytes without a copy.
package struct TitleHash {
  private var hash = MatchHash.basis
  private var hasWords = false

  /// Makes the hash of nothing, to which the title and then the author are added.
  package init() {}

  /// The hash; nil for a title without letters, digits and signs that stand for words.
  package var value: UInt64? { hasWords ? hash : nil }

  /// Adds a part of the title.
  package mutating func addTitle(_ text: UnsafeRawBufferPointer) {
    MatchHash.forEachWord(of: text) { word in
      hash = MatchHash.next(word.reduce(hash, MatchHash.next), 0x20)
      hasWords = true
    }
  }

  /// Adds the author, after the complete title.
  ///
  /// “Le Guin, Ursula K.” is the same person as “Ursula K. Le Guin”: the words of a name count in any order.
  package mutating func addAuthor(_ text: UnsafeRawBufferPointer) {
    withUnsafeBytes(of: Self.ofName(text)) { hash = $0.reduce(hash, MatchHash.next) }
  }

  /// The hash of the first name in a list of people.
  package static func ofName(_ text: UnsafeRawBufferPointer) -> UInt64 {
    let names = text.drop { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: " ") }
    let first = UnsafeRawBufferPointer(rebasing: names.prefix { $0 != UInt8(ascii: ";") })
    var sum: UInt64 = 0
    MatchHash.forEachWord(ofName: first) { sum &+= MatchHash.bytes($0) }
    return sum
  }
}
