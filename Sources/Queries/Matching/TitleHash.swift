/// Hashes a title and its first author without copying bytes.
package struct TitleHash {
  private var hash = MatchHash.basis
  private var hasWords = false

  package init() {}

  /// Nil if the title has no letters, digits or signs that stand for words.
  package var value: UInt64? { hasWords ? hash : nil }

  package mutating func addTitle(_ text: UnsafeRawBufferPointer) {
    MatchHash.forEachWord(of: text) { word in
      hash = MatchHash.next(word.reduce(hash, MatchHash.next), 0x20)
      hasWords = true
    }
  }

  /// Follows the complete title; the words of the name count in any order.
  package mutating func addAuthor(_ text: UnsafeRawBufferPointer) {
    withUnsafeBytes(of: Self.ofName(text)) { hash = $0.reduce(hash, MatchHash.next) }
  }

  package static func ofName(_ text: UnsafeRawBufferPointer) -> UInt64 {
    let names = text.drop { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: " ") }
    let first = UnsafeRawBufferPointer(rebasing: names.prefix { $0 != UInt8(ascii: ";") })
    var sum: UInt64 = 0
    MatchHash.forEachWord(ofName: first) { sum &+= MatchHash.bytes($0) }
    return sum
  }
}
