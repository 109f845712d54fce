import SeededRandom

/// The task for each strategy on the same library: show the list, access books, change some of them, and handle a
/// memory warning.
///
/// The accesses imitate browsing: mostly the next book, sometimes a recent one again, or a jump to a random one.
struct CompareTask: Hashable {
  /// The number of books in the library.
  let books: Int
  /// The numbers of the accessed books, in order.
  let looks: [Int]

  /// The titles that fit on a screen.
  static let pageSize = 24
  /// One in this many accesses changes its book.
  static let editInterval = 10
  /// The author set by an edit.
  static let author = "Somebody Else"

  /// Makes the task with a number of accesses; the same arguments always make the same task.
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

  /// Whether an access changes its book.
  static func edits(_ look: Int) -> Bool { look % editInterval == editInterval - 1 }

  /// The page of a book, from 0.
  static func page(of book: Int) -> Int { (book - 1) / pageSize }

  // MARK: - What follows from the looks alone

  /// The books that are changed.
  var edited: Set<Int> { Set(looks.indices.filter(Self.edits).map { looks[$0] }) }
}
