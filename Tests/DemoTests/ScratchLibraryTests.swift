import BookStore
import Foundation
import Testing

@testable import Demo

@Suite("The scratch library") struct ScratchLibraryTests {
  @Test("The same seed makes the same books, another one others") func isDeterministic() {
    func books(_ seed: UInt64) -> [[Value]] {
      (1...200).map { ScratchLibrary(count: 200, seed: seed).values(ofBook: $0) }
    }
    #expect(books(1) == books(1))
    #expect(books(1) != books(2))
    #expect(Set(books(1)).count > 190)
  }

  @Test("Each tenth title has the word that is sought, and no other text has it") func soughtWord() {
    for number in 1...5_000 {
      let book = ScratchBook(number: number, seed: 1)
      #expect(book.title.contains(BookWords.sought) == number.isMultiple(of: 10))
      #expect(book.author?.contains(BookWords.sought) != true)
    }
  }

  @Test("Dates are midnights from 1800 to 2019, and some are not known") func dates() {
    let dates = (1...5_000).map { ScratchBook(number: $0, seed: 1).copyright }
    let known = dates.compactMap(\.self)
    #expect(known.allSatisfy { $0.remainder(dividingBy: 86_400) == 0 })
    // 1800-01-01 and 2019-12-31.
    #expect(known.allSatisfy { (-5_364_662_400...1_577_750_400).contains($0) })
    #expect((20...200).contains(dates.count - known.count))
  }

  @Test("The database has the books under their numbers, is for its owner alone, and goes with its folder")
  func database() throws {
    var folder: ScratchFolder? = try ScratchFolder()
    let path = try #require(folder?.path)
    #expect(try mode(of: path) == 0o700)
    let library = ScratchLibrary(count: 3_000)
    let file = path + "/books.sqlite"
    var parts: [Double] = []
    try library.make(at: file) { parts.append($0) }
    #expect(parts == [1_024.0 / 3_000, 2_048.0 / 3_000])
    #expect(try mode(of: file) == 0o600)
    let store = try BookStore(path: file, options: StoreOptions(isReadOnly: true))
    #expect(try store.listing.resolveCount() == 3_000)
    for number in [1, 2, 1_500, 3_000] {
      #expect(try store.record(.rowid(Int64(number))).values == library.values(ofBook: number))
    }
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  private func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}
