import BookStore
import Platform
import SeededRandom

/// A library of invented books for the demonstration.
package struct ScratchLibrary {
  package let count: Int
  let seed: UInt64

  /// Describes a library; the same count and seed make the same books.
  package init(count: Int = 100_000, seed: UInt64 = 1) { (self.count, self.seed) = (count, seed) }

  func values(ofBook number: Int) -> [Value] { ScratchBook(number: number, seed: seed).values }

  /// Creates the database in one transaction; `progress` receives the fraction done, from 0 to 1.
  package func make(at path: String, progress: (Double) -> Void) throws(StoreError) {
    try BookStore.create(
      at: path, count: count, book: values(ofBook:),
      progress: { part throws(StoreError) in
        progress(part)
        if Interruption.isAsked { throw .interrupted }
      })
  }
}

/// An invented book, always the same for the same seed and number.
struct ScratchBook {
  let title: String
  /// Seconds since 1970, at midnight, between 1800 and 2019; nil for one book in fifty, as if unknown.
  let copyright: Double?
  /// Nil for one book in a hundred.
  let author: String?

  init(number: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed &* 0x2545_F491_4F6C_DD1D &+ UInt64(number))
    title = Self.title(number, &random)
    // 80,353 days from 1800-01-01 to 2019-12-31; the first of them is 62,091 days before 1970.
    let day = Double(random.number(in: -62_091...18_261))
    copyright = random.number(in: 1...50) == 1 ? nil : day * 86_400
    let name = random.word(of: BookWords.givenNames) + " " + random.word(of: BookWords.familyNames)
    author = random.number(in: 1...100) == 1 ? nil : name
  }

  /// In the order of `Schema.books`.
  var values: [Value] {
    [.text(Text(title)), copyright.map(Value.real) ?? .null, author.map { .text(Text($0)) } ?? .null]
  }

  private static func title(_ number: Int, _ random: inout SeededGenerator) -> String {
    let isSought = number.isMultiple(of: 10)
    let noun = isSought ? BookWords.sought : random.word(of: BookWords.nouns)
    switch random.number(in: 1...(isSought ? 5 : 8)) {
    case 1: return "The \(random.word(of: BookWords.adjectives)) \(noun)"
    case 2: return "The \(noun) of \(random.word(of: BookWords.places))"
    case 3: return "The \(noun) and the \(random.word(of: BookWords.nouns))"
    case 4: return "\(random.word(of: BookWords.places)), or the \(noun)"
    case 5: return "A \(noun) in \(random.word(of: BookWords.places))"
    case 6: return "A Short History of \(random.word(of: BookWords.topics))"
    case 7: return "\(random.word(of: BookWords.topics)) and \(random.word(of: BookWords.topics))"
    default: return "Letters from \(random.word(of: BookWords.places))"
    }
  }
}

extension SeededGenerator {
  mutating func word(of list: [String]) -> String { list[Int(next() % UInt64(list.count))] }

  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }
}
