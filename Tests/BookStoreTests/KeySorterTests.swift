import Queries
import Records
import SeededRandom
import Synchronization
import Testing

@testable import BookStore
@testable import Listings
@testable import SQLite

/// Rows sorted by their keys have the order that SQLite gives them by the same terms.
struct KeySorterTests {
  /// Values of every storage class, which differ in a bit, at the end, in case, in a mark or in an article.
  private static let literals = [
    "NULL", "0", "1", "-1", "9223372036854775807", "(-9223372036854775807 - 1)", "1.0", "-1.5", "0.0",
    "1e300", "-9e999", "9e999", "'1'", "'1.0'", "'10'", "'9'", "''", "' '", "x''", "x'00'", "x'0000'",
    "x'0001'", "x'00FF'", "x'31'", "x'3100'", "x'FF'", "'A'", "'a'", "'á'", "'The A'", "'Толстой'", "'トルストイ'",
    "'😀'", "char(0)", "'a' || char(0)", "'a' || char(0) || 'b'", "'a' || char(1)", "'a' || char(255)",
    "CAST(x'FF' AS TEXT)", "'abcdefghijklmnopq'", "'abcdefghijklmnopr'", "'abcdefghijklmno'",
    "'abcdefghijklmnopqq'", "zeroblob(20)", "zeroblob(5000)", "'1800-01-01'", "'0044-03'", "'Jane Austen'",
    "'Austen, Jane'",
  ]

  private static func script(seed: UInt64, type: String) -> String {
    var random = SeededGenerator(seed: seed)
    func value() -> String {
      Bool.random(using: &random)
        ? literals.randomElement(using: &random) ?? "NULL" : "\(Int.random(in: -3...3, using: &random))"
    }
    // Keys below zero, and the greatest and the smallest one, too.
    let keys = Set((0..<350).map { _ in Int64.random(in: -400...400, using: &random) } + [.min, .max])
    let rows = keys.sorted().map { "(\($0), \(value()), \(value()), \(value()))" }
    return """
      PRAGMA encoding = '\(type == "TEXT" ? "UTF-16le" : "UTF-8")';
      CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, v \(type), w);
      INSERT INTO t VALUES \(rows.joined(separator: ", ").replacing("-9223372036854775808", with: "(-9223372036854775807 - 1)"));
      """
  }

  @Test(
    "In memory, and in parts that are merged", arguments: [1, 3_000, 1 << 20],
    ["", "TEXT", "NUMERIC", "DATE TEXT", "BLOB"])
  func orders(byteLimit: Int, type: String) throws {
    let store = try Scratch(Self.script(seed: UInt64(byteLimit), type: type)).store()
    let connection = store.database.connection
    var random = SeededGenerator(seed: 7)
    for _ in 0..<12 {
      let fields = [1, 2, 3].shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
      let terms = fields.map { ListOrder.Term(field: $0, isDescending: Bool.random(using: &random)) }
      let words = Bool.random(using: &random) ? "" : "a"
      let query = RowSource(
        sql: store.listing.sql, order: ListOrder(terms), finder: Query(words, in: store.listing.schema))
      try query.defineFunctions(on: connection) {}
      let keyTerms = query.keyTerms(isUTF8: connection.isUTF8)
      let expected = try connection.uncachedStatement(query.text, for: .other).rows(binding: query.bindings) {
        $0.integer(at: 0)
      }
      let sorter = KeySorter(keyTerms, firstCount: 40, byteLimit: byteLimit) { false }
      try connection.uncachedStatement(query.keyText(keyTerms), for: .other).forEachRow(
        binding: query.bindings
      ) { row throws(StoreError) in try sorter.add(row) }
      var sorted: [Int64] = []
      let beginning = try sorter.beginning()
      try sorter.drain { sorted.append($0) }
      #expect(sorted == expected, "\(terms) \(words)")
      #expect(beginning == Array(expected.prefix(40)))
      #expect(words.isEmpty ? sorted.count > 200 : !sorted.isEmpty)
      guard words.isEmpty else { continue }
      #expect(try firstLook(query, keyTerms, on: connection) == Array(expected.prefix(40)), "\(terms)")
    }
  }

  private func firstLook(
    _ query: RowSource, _ terms: [KeySorter.Term], on connection: Connection
  ) throws -> [Int64] {
    let field = try #require(query.order.terms.first?.field)
    let look = FirstLook(terms, beginningWith: try #require(terms.first), count: 40)
    let tests = SQLFunction.Tests(match: { look.canHold($0[0]) })
    try SQLFunction.register(on: connection.pointer, tests, articles: query.sql.articles) {}
    try connection.uncachedStatement(query.firstLookText(terms, at: field), for: .other).forEachRow {
      look.add($0)
    }
    return look.rowids
  }

  @Test("A key begins as its start says, and is compared with others by it", arguments: [false, true])
  func starts(isDescending: Bool) {
    var random = SeededGenerator(seed: 3)
    let writer = KeyWriter()
    var (keys, starts): ([UInt64], [KeyStart]) = ([], [])
    func add(_ value: Value, _ start: SortKey.Start) {
      writer.removeAll()
      writer.append({ $0 = SortKey(value) }, isDescending: isDescending)
      writer.append(rowid: Int64.random(in: .min ... .max, using: &random))
      var block = KeyBlock()
      keys.append(block.append(writer.bytes).order)
      starts.append(KeyStart(start, isDescending: isDescending))
    }
    let scalars: [Unicode.Scalar] = ["\0", "a", "B", "\u{301}", "\u{AD}", "é", "Т", "ト", "😀", "\u{1100}"]
    for _ in 0..<2_000 {
      var bytes = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        bytes = bytes.flatMap { Array(String(scalars[Int($0) % scalars.count]).utf8) }
      }
      add(.text(Text(bytes: bytes)), bytes.withUnsafeBytes { SortKey.start(ofText: $0) })
      let bits = UInt64.random(in: .min ... .max, using: &random) << UInt64.random(in: 0..<64, using: &random)
      add(.real(Double(bitPattern: bits)), SortKey.start(ofReal: Double(bitPattern: bits)))
      let integer = Int64(bitPattern: bits) >> Int64.random(in: 0..<64, using: &random)
      add(.integer(integer), SortKey.start(ofInteger: integer))
    }
    add(.null, SortKey.startOfNull)
    var ties = 0
    for (key, start) in zip(keys, starts) {
      #expect(start.comparison(with: key) == 0)
      guard let other = keys.randomElement(using: &random) else { continue }
      let order = start.comparison(with: other)
      #expect(order == 0 || (order < 0) == (key < other))
      if order == 0 { ties += 1 }
    }
    #expect(ties < starts.count / 4)
  }

  @Test(
    "The first rows do not depend on how many values there are, nor on articles and scripts",
    arguments: [
      "'Title ' || i", "'a rather long text'", "'en'", "i % 2", "NULL", "-i",
      "9007199254740993 + i / 300 % 7",
      "'Толстой ' || (i * 7919 % 4001)", "substr('The Athé l''été ', i % 12, 6) || (i % 50)",
    ], [false, true])
  func manyAlike(value: String, isDescending: Bool) throws {
    let scratch = try Scratch(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, title, other);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
        INSERT INTO t SELECT i, \(value), i % 3 FROM n;
      """)
    var options = StoreOptions()
    options.articles = Articles(["the", "l'", "été"])
    let store = try BookStore(path: scratch.path, options: options)
    let first = ListOrder.Term(field: 1, isDescending: isDescending)
    for terms in [[first], [first, ListOrder.Term(field: 2, isDescending: true)]] {
      let query = RowSource(sql: store.listing.sql, order: ListOrder(terms), finder: Query(""))
      let news = try news(of: query, on: store.database.connection)
      try query.defineFunctions(on: store.database.connection) {}
      let expected = try store.database.connection.uncachedStatement(query.text, for: .other).rows {
        $0.integer(at: 0)
      }
      #expect(news.beginnings == [Array(expected.prefix(256))])
      #expect(news.order == expected)
      // Where all are alike, the order may be there as soon as the beginning.
      if value.contains("Title") { #expect(news.isBeginningFirst) }
    }
  }

  /// What a scan reports of a table with 4,000 rows, which it takes for more: the beginnings, whether one came before the others, and the order.
  private func news(
    of query: RowSource, on connection: Connection
  ) throws -> (beginnings: [[Int64]], isBeginningFirst: Bool, order: [Int64]) {
    // An empty list stands for rows of the order.
    let news = Mutex<[[Int64]]>([])
    let file = try RankFile()
    let scan = RankScan(
      query: query, file: file, viewRows: nil, total: 20_000, texts: FoldedTexts(), orders: KeptOrders()
    ) { item in
      switch item {
      case .beginning(let ids): news.withLock { $0.append(ids.compactMap(\.key.rowid)) }
      case .ranked: news.withLock { $0.append([]) }
      default: break
      }
    }
    #expect(scan.sortsKeys && scan.showsBeginning)
    try scan.run(on: connection)
    let reported = news.withLock { $0 }
    return (reported.filter { !$0.isEmpty }, reported.first?.isEmpty == false, file.read(0..<4_000))
  }

  @Test("A sort that is cancelled ends") func cancelling() throws {
    let store = try Scratch(Scratch.books(60_000)).store()
    let query = RowSource(sql: store.listing.sql, order: ListOrder(field: 1), finder: Query(""))
    try query.defineFunctions(on: store.database.connection) {}
    let keyTerms = query.keyTerms(isUTF8: true)
    // It asks for each block of rows, at the beginning of the sort, and while keys are merged; how many parts the other
    // thread sorts varies.
    for (byteLimit, moments) in [(32 << 20, [1, 2, 10]), (30_000, [1, 10, 30, 50, 70])] {
      for moment in moments {
        var calls = 0
        let sorter = KeySorter(keyTerms, firstCount: nil, byteLimit: byteLimit) {
          calls += 1
          return calls >= moment
        }
        #expect(throws: StoreError.interrupted, "\(byteLimit), \(moment)") {
          try store.database.connection.uncachedStatement(query.keyText(keyTerms), for: .other).forEachRow {
            row throws(StoreError) in try sorter.add(row)
          }
          try sorter.drain { _ in }
        }
      }
    }
  }

  private func ranked() throws -> RankedListing {
    let store = try Scratch().store()
    let query = RowSource(sql: store.listing.sql, order: ListOrder(field: Book.title), finder: Query(""))
    return RankedListing(query: query, table: RankTable())
  }

  @Test("The beginning of a sort stays until there is more of it, and never becomes less")
  func keptBeginning() throws {
    var ranked = try ranked()
    ranked.show(beginning: [5, 3, 1])
    #expect(ranked.count == .atLeast(3))
    ranked.extend { $0.append([5, 3]) }
    #expect(ranked.count == .atLeast(3) && ranked.table.ids(in: 0..<9) == [5, 3, 1])
    ranked.extend { $0.append([1, 2]) }
    #expect(ranked.count == .atLeast(4) && ranked.table.ids(in: 0..<9) == [5, 3, 1, 2])
    ranked.extend { $0.append([4]) }
    ranked.complete()
    #expect(ranked.count == .exactly(5) && ranked.table.ids(in: 0..<9) == [5, 3, 1, 2, 4])
  }

  @Test("If fewer rows follow than the beginning had, these are all") func fewer() throws {
    var ranked = try ranked()
    ranked.show(beginning: [5, 3, 1])
    ranked.extend { $0.append([5, 3]) }
    ranked.complete()
    #expect(ranked.count == .exactly(2) && ranked.table.ids(in: 0..<9) == [5, 3])
  }
}
