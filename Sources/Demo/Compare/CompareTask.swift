import SeededRandom

/// What each strategy is asked to do with the same library: show the list, look at books, change some of them, and answer
/// a memory warning.
///
/// The looks are those of somebody who browses: mostly the next book, now and then one of the last ones again, or a jump to
/// anywhere.
struct CompareTask: Hashable {
  /// The books of the library.
  let books: Int
  /// The numbers of the books that are looked at, in this order.
  let looks: [Int]

  /// The titles that a screen has room for.
  static let pageSize = 24
  /// Of so many looks one changes the book.
  static let editInterval = 10
  /// What an edit sets.
  static let author = "Somebody Else"

  /// Makes the task of a number of looks; the same numbers make the same one.
  init(books: Int, lookCount: Int = 200) {
    var random = SeededGenerator(seed: 2008)
    var looks = [1]
    while looks.count < lookCount {
      let last = looks[looks.count - 1]
      switch random.number(in: 1...20) {
      case ...12: looks.append(last % books + 1)
      case ...17: looks.append(looks[looks.count - random.number(in: 1...min(10, looks.count))])
      default: looks.append(random.number(in: 1...books))
      }
    }
    (self.books, self.looks) = (books, looks)
  }

  /// Whether a look changes its book.
  static func edits(_ look: Int) -> Bool { look % editInterval == editInterval - 1 }

  /// The page that a book is on, from 0.
  static func page(of book: Int) -> Int { (book - 1) / pageSize }

  // MARK: - What follows from the looks alone

  /// The books that are changed.
  var edited: Set<Int> { Set(looks.indices.filter(Self.edits).map { looks[$0] }) }
}
