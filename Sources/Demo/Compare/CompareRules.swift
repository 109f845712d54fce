import Records

/// The expected figures of each strategy and policy, calculated only from the accesses, without statements or a cache.
struct CompareRules {
  struct Cost: Hashable {
    var statements = 0
    var rows = 0
    var bytes = 0
    var held = 0

    static func + (first: Cost, second: Cost) -> Cost {
      Cost(
        statements: first.statements + second.statements, rows: first.rows + second.rows,
        bytes: first.bytes + second.bytes, held: first.held + second.held)
    }
  }

  private let task: CompareTask
  private let library: ScratchLibrary
  private let budget: Int

  private static let keySize = Value.integer(0).byteCount

  init(_ task: CompareTask, budget: Int) {
    (self.task, self.budget) = (task, budget)
    library = ScratchLibrary(count: task.books)
  }

  /// O(*books* + *looks* · *budget*).
  func cost(of strategy: LoadingStrategy) -> Cost {
    switch strategy {
    case .eager: all + writing(missing: [])
    case .nPlusOne: everyTitle + records()
    case .lazy: pages + records()
    case .batches: pages + blocks + writing(missing: [])
    case .budget: pages + records(room: budget)
    }
  }

  func statementsBeforeList(_ strategy: LoadingStrategy) -> Int { strategy == .nPlusOne ? 1 + task.books : 1 }

  /// One statement for all columns and the key of all rows.
  private var all: Cost {
    let bytes = (1...task.books).reduce(0) { $0 + Self.keySize + recordSize($1, isEdited: false) }
    return Cost(statements: 1, rows: task.books, bytes: bytes, held: task.books)
  }

  /// One statement for all keys, and one for each title.
  private var everyTitle: Cost {
    let bytes = (1...task.books).reduce(0) { $0 + Self.keySize + titleSize($1) }
    return Cost(statements: 1 + task.books, rows: 2 * task.books, bytes: bytes, held: task.books)
  }

  /// One statement for each page of titles shown, unless it is the same as the previous one.
  private var pages: Cost {
    var numbers = [0]
    for book in task.looks where CompareTask.page(of: book) != numbers.last {
      numbers.append(CompareTask.page(of: book))
    }
    return numbers.reduce(Cost()) { sum, page in
      let books = books(ofPart: page, size: CompareTask.pageSize)
      let bytes = books.reduce(0) { $0 + Self.keySize + titleSize($1) }
      return sum + Cost(statements: 1, rows: books.count, bytes: bytes)
    }
  }

  /// One statement for each block of neighbours with an access.
  private var blocks: Cost {
    Set(task.looks.map(StrategyRun.block)).reduce(Cost()) { sum, block in
      let books = books(ofPart: block, size: StrategyRun.blockSize)
      let bytes = books.reduce(0) { $0 + recordSize($1, isEdited: false) }
      return sum + Cost(statements: 1, rows: books.count, bytes: bytes, held: books.count)
    }
  }

  /// One statement for each access to a record that is not held, and those that write.
  private func records(room: Int = .max) -> Cost {
    let misses = misses(room: room)
    var edited: Set<Int> = []
    var cost = writing(missing: misses)
    cost.held = min(room, firstLooks.count)
    for (index, book) in task.looks.enumerated() {
      if misses.contains(index) {
        cost.statements += 1
        cost.rows += 1
        // A record evicted with an edit was written then, and is read back with the edit.
        cost.bytes += recordSize(book, isEdited: edited.contains(book))
      }
      if CompareTask.edits(index) { edited.insert(book) }
    }
    return cost
  }

  /// One transaction, and an update whenever a record with edits is written: on the warning, or when it is evicted.
  private func writing(missing misses: Set<Int>) -> Cost {
    var (changed, updates): (Set<Int>, Int) = ([], 0)
    for (index, book) in task.looks.enumerated() {
      if misses.contains(index) { changed.remove(book) }
      if CompareTask.edits(index), changed.insert(book).inserted { updates += 1 }
    }
    return Cost(statements: 2 + updates)
  }

  private func books(ofPart number: Int, size: Int) -> ClosedRange<Int> {
    number * size + 1...min(task.books, (number + 1) * size)
  }

  private func titleSize(_ book: Int) -> Int { library.values(ofBook: book)[0].byteCount }

  private func recordSize(_ book: Int, isEdited: Bool) -> Int {
    let values = library.values(ofBook: book)
    let rest = values.dropLast().reduce(0) { $0 + $1.byteCount }
    return rest + (isEdited ? CompareTask.author.utf8.count : values[values.count - 1].byteCount)
  }

  /// Nil for the random policy; O(*looks* · *room*).
  func result(of policy: EvictionPolicy, room: Int) -> PolicyRace.Result? {
    let (missed, held): (Int, Int)
    switch policy {
    case .leastRecentlyUsed: (missed, held) = (misses(room: room).count, min(room, firstLooks.count))
    case .none: (missed, held) = (firstLooks.count, firstLooks.count)
    case .random: return nil
    }
    return PolicyRace.Result(
      policy: policy, hits: task.looks.count - missed, misses: missed, evictions: missed - held, held: held)
  }

  var firstLooks: Set<Int> {
    var seen: Set<Int> = []
    return Set(task.looks.indices.filter { seen.insert(task.looks[$0]).inserted })
  }

  /// Accesses to a book that is no longer held: as many other books as fit were accessed since its last access.
  private func misses(room: Int) -> Set<Int> {
    let first = firstLooks
    return Set(task.looks.indices.filter { first.contains($0) || !isHeld(at: $0, room: room) })
  }

  private func isHeld(at index: Int, room: Int) -> Bool {
    var others: Set<Int> = []
    for book in task.looks[..<index].reversed() {
      if book == task.looks[index] { return true }
      others.insert(book)
      if others.count == room { return false }
    }
    return false
  }
}
