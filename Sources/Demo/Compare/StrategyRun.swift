import BookStore
import Platform
import Records
import Synchronization

/// Runs the task in plain statements, so that only the strategy differs.
final class StrategyRun {
  static let blockSize = 64

  private let strategy: LoadingStrategy
  private let task: CompareTask
  private let database: PlainDatabase
  private let statements: StatementCounter
  private let tell: (StrategyFigures) -> Void
  private var figures = StrategyFigures()
  private var cache: RecordCache<[Value]>
  private var titles: [[Value]] = []
  private var page: Int?
  private var dirty: Set<Int> = []
  private let start = ContinuousClock.now
  private var lastTold = ContinuousClock.now

  init(
    _ strategy: LoadingStrategy, _ task: CompareTask, path: String, latency: Duration, budget: Int,
    tell: @escaping (StrategyFigures) -> Void
  ) throws(StoreError) {
    (self.strategy, self.task, self.tell) = (strategy, task, tell)
    let statements = StatementCounter(latency: latency)
    self.statements = statements
    database = try PlainDatabase(path: path) { statements.count($0) }
    // The disk's time to confirm writes is not compared, and the library need not survive a power failure.
    try database.forgoSafety()
    cache = RecordCache(policy: strategy == .budget ? .leastRecentlyUsed : .none, capacity: budget)
  }

  static func block(of book: Int) -> Int { (book - 1) / blockSize }

  func run() throws(StoreError) {
    statements.begin()
    try open()
    figures.firstScreen = microseconds
    for (index, book) in task.looks.enumerated() {
      try showPage(of: book)
      try look(at: book)
      figures.looks = index + 1
      if CompareTask.edits(index) { edit(book) }
      report()
    }
    try warn()
    figures.isDone = true
    report()
  }

  private func open() throws(StoreError) {
    switch strategy {
    case .eager:
      for var row in try rows("SELECT title, copyright, author, pk FROM book ORDER BY pk", columns: 4) {
        if case .integer(let number)? = row.popLast() { try keep(row, Int(number)) }
      }
    case .nPlusOne:
      for key in try rows("SELECT pk FROM book ORDER BY pk", columns: 1) {
        titles += try rows("SELECT title FROM book WHERE pk = ?", key, columns: 1)
        report()
      }
    case .lazy, .batches, .budget: try showPage(of: 1)
    }
  }

  private func showPage(of book: Int) throws(StoreError) {
    let number = CompareTask.page(of: book)
    guard strategy != .eager, strategy != .nPlusOne, page != number else { return }
    page = number
    let first = number * CompareTask.pageSize + 1
    titles = try rows(
      "SELECT pk, title FROM book WHERE pk BETWEEN ? AND ? ORDER BY pk",
      [.integer(Int64(first)), .integer(Int64(first + CompareTask.pageSize - 1))], columns: 2)
  }

  private func look(at book: Int) throws(StoreError) {
    if cache.look(book) != nil { return }
    guard strategy == .batches else {
      let found = try rows(
        "SELECT title, copyright, author FROM book WHERE pk = ?", [.integer(Int64(book))], columns: 3)
      if let row = found.first { try keep(row, book) }
      return
    }
    let first = Self.block(of: book) * Self.blockSize + 1
    let block = try rows(
      "SELECT title, copyright, author FROM book WHERE pk BETWEEN ? AND ? ORDER BY pk",
      [.integer(Int64(first)), .integer(Int64(first + Self.blockSize - 1))], columns: 3)
    for (offset, row) in block.enumerated() { try keep(row, first + offset) }
  }

  private func keep(_ record: [Value], _ number: Int) throws(StoreError) {
    for (number, _) in cache.keep(record, number) where dirty.remove(number) != nil { try write(number) }
  }

  private func edit(_ book: Int) {
    cache.change(book) { $0[2] = .text(Text(CompareTask.author)) }
    dirty.insert(book)
  }

  /// Writes all edits in one transaction, then drops all records, except in eager, which still needs them.
  private func warn() throws(StoreError) {
    try database.run("BEGIN IMMEDIATE")
    for book in dirty.sorted() { try write(book) }
    try database.run("COMMIT")
    dirty = []
    // Measured first, when most is held.
    noteMemory()
    if strategy != .eager { cache.removeAll() }
  }

  private func write(_ book: Int) throws(StoreError) {
    try database.run(
      "UPDATE book SET author = ? WHERE pk = ?",
      [.text(Text(CompareTask.author)), .integer(Int64(book))])
  }

  private func rows(_ sql: String, _ values: [Value] = [], columns: Int) throws(StoreError) -> [[Value]] {
    let rows = try database.rows(sql, values, columns: columns)
    figures.rows += rows.count
    for row in rows { for value in row { figures.bytes += value.byteCount } }
    return rows
  }

  private var microseconds: Int { Int((ContinuousClock.now - start) / .microseconds(1)) }

  private func report() {
    guard figures.isDone || ContinuousClock.now - lastTold > .milliseconds(50) else { return }
    lastTold = .now
    figures.statements = statements.total
    figures.microseconds = microseconds
    if !figures.isDone { noteMemory() }
    tell(figures)
  }

  private func noteMemory() {
    figures.held = cache.count + (strategy == .nPlusOne ? titles.count : 0)
    figures.residentBytes = max(figures.residentBytes, MemoryFigures.ofProcess?.resident ?? 0)
  }
}

/// Counts and delays statements, as if the database were on another machine.
final class StatementCounter: Sendable {
  private let latency: Duration
  private let state = Mutex((total: 0, hasBegun: false))

  init(latency: Duration) { self.latency = latency }

  /// The statements before this, for opening, are the same for all strategies.
  func begin() { state.withLock { $0.hasBegun = true } }

  var total: Int { state.withLock(\.total) }

  /// A connection's own pragmas are not part of the task.
  func count(_ sql: String) {
    if sql.hasPrefix("PRAGMA") { return }
    let counts = state.withLock { state in
      if state.hasBegun { state.total += 1 }
      return state.hasBegun
    }
    if counts, latency > .zero { usleep(UInt32(latency / .microseconds(1))) }
  }
}

extension Value {
  /// The bytes in a row: those of a text or blob, 8 for a number.
  var byteCount: Int {
    switch self {
    case .null: 0
    case .integer, .real: 8
    case .text(let text): text.bytes.count
    case .blob(let bytes): bytes.count
    }
  }
}
