import SeededRandom

/// The task of each strategy, which imitates browsing: mostly the next book, sometimes a recent one again or a random one.
struct CompareTask: Hashable {
  let books: Int
  let looks: [Int]

  static let pageSize = 24
  static let editInterval = 10
  static let author = "Somebody Else"

  /// The same arguments always make the same task.
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

  static func edits(_ look: Int) -> Bool { look % editInterval == editInterval - 1 }

  static func page(of book: Int) -> Int { (book - 1) / pageSize }

  var edited: Set<Int> { Set(looks.indices.filter(Self.edits).map { looks[$0] }) }
}

package struct CompareOptions: Hashable, Sendable {
  package var books = 5_000
  package var latency = Duration.zero
  /// How many records the strategy with a budget may hold.
  package var budget = 32

  package static let budgets = 2...4_096

  package init() {}

  var task: CompareTask { CompareTask(books: books) }

  var microseconds: Int { Int(latency / .microseconds(1)) }
}
