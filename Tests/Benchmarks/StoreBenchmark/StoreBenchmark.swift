import BookStore
import Records

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Times the store alone: a look at a record, edits, a write-back, and undo.
///
/// It prints one line of figures, each as `name=value`, for the harness to read.
@main struct StoreBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments
    switch (arguments.dropFirst().first, arguments.count) {
    case ("hydrate", 5): try hydrate(arguments[2], count: number(arguments[3]), seed: number(arguments[4]))
    case ("batch", 5): try batch(arguments[2], step: number(arguments[3]), count: number(arguments[4]))
    case ("sort", 4): try sort(arguments[2], by: arguments[3])
    case ("values", 4): try values(arguments[2], of: arguments[3])
    case ("writeback", 4): try writeBack(arguments[2], count: number(arguments[3]))
    case ("save", 5): try save(arguments[2], log: arguments[3], count: number(arguments[4]))
    case ("insert", 5): try insert(arguments[2], log: arguments[3], count: number(arguments[4]))
    case ("undo", 4): try undo(arguments[2], log: arguments[3])
    default:
      fail(
        "usage: StoreBenchmark hydrate FILE N SEED | batch FILE STEP N | sort FILE COLUMN | values FILE COLUMN | writeback FILE N | save FILE FOLDER N | insert FILE FOLDER N | undo FILE FOLDER"
      )
    }
  }

  /// Looks at `count` random rows for the first time, and at the same rows once more.
  ///
  /// The rows' keys must be 1, 2 … n, and no key is drawn twice, because a second look would cost nothing.
  private static func hydrate(_ path: String, count: Int, seed: Int) throws {
    let store = try BookStore(path: path)
    let rowCount = try store.listing.resolveCount()
    guard count <= rowCount else { fail("the table has only \(rowCount) rows") }
    var random = RandomKeys(seed: UInt64(seed), rowCount: UInt64(rowCount))
    var drawn: Set<Int64> = []
    while drawn.count < count { drawn.insert(random.next()) }
    random = RandomKeys(seed: UInt64(seed), rowCount: UInt64(rowCount))
    var ids: [RecordID] = []
    while ids.count < count {
      let key = random.next()
      if drawn.remove(key) != nil { ids.append(.rowid(key)) }
    }
    let first = try seconds { for id in ids { _ = try store.record(id) } }
    let second = try seconds { for id in ids { _ = try store.record(id) } }
    let counts = store.counts
    guard counts.hydrated == count else { fail("only \(counts.hydrated) records are hydrated") }
    print(
      "hydrate_ns=\(first / Double(count) * 1e9)", "again_ns=\(second / Double(count) * 1e9)",
      "held_bytes=\(counts.byteCount)")
  }

  /// Hydrates `count` rows, whose keys are `step` apart, as work on many rows does it.
  private static func batch(_ path: String, step: Int, count: Int) throws {
    let store = try BookStore(path: path)
    let ids = (0..<count).map { RecordID.rowid(Int64(1 + $0 * step)) }
    let before = store.counts.statementCount
    // As the browser does before work on many rows.
    store.reserve(count, within: 64 << 20)
    let time = try seconds {
      for start in stride(from: 0, to: count, by: 512) {
        try store.shelf.hydrate(Array(ids[start..<min(count, start + 512)]))
      }
    }
    guard store.counts.hydrated == count else { fail("only \(store.counts.hydrated) records are hydrated") }
    print("batch_s=\(time)", "statements=\(store.counts.statementCount - before)")
  }

  /// Puts a list into the order of a column: the time until the first screenful can be read, and until all is sorted.
  private static func sort(_ path: String, by column: String) throws {
    let store = try BookStore(path: path)
    guard let field = store.schema.fields.firstIndex(where: { $0.column == column }) else {
      fail("there is no column \(column)")
    }
    try store.listing.resolveCount()
    let start = ContinuousClock.now
    try store.listing.arrange(by: ListOrder(field: field))
    try wait(store) { store.listing.isShowingLatest }
    _ = try store.listing.rows(in: 0..<50)
    let shown = ContinuousClock.now - start
    try wait(store) { store.listing.isSettled }
    let all = ContinuousClock.now - start
    print("first_s=\(shown / .seconds(1))", "sort_s=\(all / .seconds(1))")
  }

  /// Counts the distinct values of a column, the most frequent ones first.
  private static func values(_ path: String, of column: String) throws {
    let store = try BookStore(path: path)
    guard let field = store.schema.fields.firstIndex(where: { $0.column == column }) else {
      fail("there is no column \(column)")
    }
    try store.listing.resolveCount()
    let values = try store.lists.values(of: field, in: store.listing)
    let time = try seconds {
      try values.startCounting()
      try wait(store) { values.isComplete }
    }
    print("values_s=\(time)", "values=\(values.count)", "rows=\(values.rowCount)")
  }

  /// Takes in what the store's threads find until something holds.
  private static func wait(_ store: BookStore, until isDone: () -> Bool) throws {
    while !isDone() {
      usleep(1_000)
      try store.lists.takeNews()
    }
  }

  /// Sets the author of the first `count` records and writes them back.
  ///
  /// Each run generates different texts, so that none of them is in the database already.
  private static func writeBack(_ path: String, count: Int) throws {
    let store = try BookStore(path: path)
    guard let author = store.schema.fields.firstIndex(where: { $0.column == "author" }) else {
      fail("there is no author")
    }
    let run = stamp
    let setting = try seconds {
      for key in 1...Int64(count) {
        try store.set(.text(Text("Author \(key) of run \(run)")), at: author, of: .rowid(key))
      }
    }
    guard store.counts.dirty == count else { fail("only \(store.counts.dirty) records are dirty") }
    let before = store.counts.statementCount
    var result = WriteBackResult()
    let writing = seconds { result = store.writeBack() }
    guard result.isComplete, result.writtenCount == count else { fail("\(result.writtenCount) were written") }
    print("writeback_s=\(writing)", "edit_s=\(setting)", "statements=\(store.counts.statementCount - before)")
  }

  /// Sets the author of the first `count` records one by one and then of all at once, with an edit log in a folder.
  private static func save(_ path: String, log folder: String, count: Int) throws {
    let store = try BookStore(path: path, options: StoreOptions(editLog: EditLogOptions(folder: folder)))
    guard let author = store.schema.fields.firstIndex(where: { $0.column == "author" }) else {
      fail("there is no author")
    }
    let ids = (1...Int64(count)).map { RecordID.rowid($0) }
    var times: [Double] = []
    for id in ids {
      _ = try store.record(id)
      times.append(
        try seconds { try store.set(.text(Text("Author \(id) of \(time(nil))")), at: author, of: id) })
    }
    times.sort()
    let bulk = try seconds { try store.set("Anonymous", at: author, ofEach: ids) }
    guard store.logState == .ready, store.counts.dirty == count else { fail("\(store.logState)") }
    let undo = try seconds { _ = try store.undo() }
    print(
      "save_us=\(times[count / 2] * 1e6)", "save_99_us=\(times[count * 99 / 100] * 1e6)",
      "save_most_us=\((times.last ?? 0) * 1e6)", "bulk_s=\(bulk)", "undo_s=\(undo)")
  }

  /// Inserts rows as one step.
  private static func insert(_ path: String, log folder: String, count: Int) throws {
    let store = try BookStore(path: path, options: StoreOptions(editLog: EditLogOptions(folder: folder)))
    let step = store.beginStep()
    let width = store.schema.fields.count
    let time = try seconds {
      for start in stride(from: 0, to: count, by: 1_000) {
        let rows = (start..<min(count, start + 1_000)).map { row -> [Value?] in
          [.text(Text("A book that was brought in, number \(row)")), .integer(Int64(row))]
            + Array(repeating: .text("Somebody, who wrote it"), count: width - 2)
        }
        _ = try store.insert(rows, in: step)
      }
    }
    guard store.logState == .ready else { fail("\(store.logState)") }
    print("insert_s=\(time)")
  }

  /// Undoes the last step in slices, as the browser does between keys.
  private static func undo(_ path: String, log folder: String) throws {
    let store = try BookStore(path: path, options: StoreOptions(editLog: EditLogOptions(folder: folder)))
    var times: [Double] = []
    var undo: UndoJob?
    times.append(try seconds { undo = try store.history.start(.undo) })
    guard let undo else { fail("there is nothing to undo") }
    var isGoingOn = true
    while isGoingOn { times.append(try seconds { isGoingOn = try undo.step() }) }
    let whole = times.reduce(0, +)
    times.sort()
    print(
      "undo_s=\(whole)", "rows=\(undo.undone.count)", "slice_99_us=\(times[times.count * 99 / 100] * 1e6)",
      "slice_most_us=\((times.last ?? 0) * 1e6)")
  }

  /// A ten-digit number, as long as the floor's, that changes every millisecond.
  private static var stamp: Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return 1_000_000_000 + (now.tv_sec * 1_000 + now.tv_nsec / 1_000_000) % 1_000_000_000
  }

  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  private static func number(_ text: String) -> Int {
    guard let number = Int(text), number > 0 else { fail("\(text) is not a number above zero") }
    return number
  }

  private static func fail(_ sentence: String) -> Never {
    let line = "StoreBenchmark: \(sentence)\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
    exit(1)
  }
}

/// Random keys between 1 and the number of rows; for the same seed they are the keys that the floor draws.
///
/// The generator is Marsaglia's xorshift64 with the shifts 13, 7 and 17.
struct RandomKeys {
  private var state: UInt64
  private let rowCount: UInt64

  init(seed: UInt64, rowCount: UInt64) {
    state = seed
    self.rowCount = rowCount
  }

  mutating func next() -> Int64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int64(state % rowCount) + 1
  }
}
