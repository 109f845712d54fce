import Records
import Testing

@testable import BookStore
@testable import Listings

/// The different values of a field with their numbers, compared with plain SQL.
struct ValueCountTests {
  /// In how many rows a value is found.
  private func find(_ value: Value, _ counts: ValueCounts, _ store: BookStore) throws -> Int? {
    try counts.startFinding(value)
    try store.wait { counts.found != nil }
    return counts.found?.count
  }

  @Test("Each storage class counts for itself, NULL and the empty text too, the most frequent first")
  func storageClasses() throws {
    let store = try Scratch(
      """
      CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, v);
      INSERT INTO thing (name, v) VALUES ('a', 1), ('b', 1.0), ('c', '1'), ('d', x'31'), ('e', NULL), ('f', NULL),
        ('g', NULL), ('h', ''), ('i', ''), ('j', 'A'), ('k', 'a'), ('l', CAST(x'FF' AS TEXT));
      """
    ).store()
    let field = try store.field("v")
    let counts = try store.counted(field)
    #expect(counts.allLines.prefix(2) == [ValueLine(value: .null, count: 3), ValueLine(value: "", count: 2)])
    #expect(counts.largestCount == 1)
    let others: [Value] = [.integer(1), .real(1), "1", .blob([0x31]), "A", "a", .text(Text(bytes: [0xFF]))]
    #expect(Set(counts.allLines.dropFirst(2)) == Set(others.map { ValueLine(value: $0, count: 1) }))
    for value in others + [.null, ""] {
      let line = counts.allLines.first { $0.value == value }
      #expect(try find(value, counts, store) == line?.count)
    }
  }

  @Test("Tables without a rowid, views and lists of some rows", arguments: ["part", "v"])
  func otherTables(_ table: String) throws {
    let (scratch, store) = try Scratch.opened(
      """
      CREATE TABLE part (a TEXT, b INTEGER, size REAL, PRIMARY KEY (a, b)) WITHOUT ROWID;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
        INSERT INTO part SELECT 'k' || i % 7, i, i % 3 FROM n;
      CREATE VIEW v AS SELECT * FROM part;
      """)
    let listing = try store.lists.open(ListSource(table: try store.table(table)))
    let field = try #require(listing.schema.fields.firstIndex { $0.column == "size" })
    if table == "part" {
      let row = try #require(try store.lists.rows(in: 0..<1, of: listing).first ?? nil)
      try store.set(.real(7), at: field, of: row.id)
    }
    let expected = try scratch.rows("SELECT size, count(*) FROM part GROUP BY 1 ORDER BY 2 DESC, 1")
    let counts = try store.counted(field, of: listing)
    store.writeBack()
    let again = try scratch.rows("SELECT size, count(*) FROM part GROUP BY 1 ORDER BY 2 DESC, 1")
    let shown = counts.allLines.map { "\(listing.schema.fields[field].text(of: $0.value))|\($0.count)" }
    #expect(shown == again)
    #expect((expected == again) == (table == "v"))
    let line = counts.lines(in: 0..<9).first { $0.value == .real(1) }
    #expect(try find(.real(1), counts, store) == line?.count)
  }

  @Test("A write-back is not held up by a count, which then begins again") func writeBackMeanwhile() throws {
    let store = try Scratch(Scratch.books(60_000)).store()
    let counts = try store.lists.values(of: Book.author, in: store.listing)
    try counts.startCounting()
    try store.set("Somebody", at: Book.author, of: 1)
    #expect(store.writeBack().isComplete)
    try store.wait { counts.isComplete }
    #expect(counts.count == 60_000)
  }

  @Test("Edits count however many they are", arguments: [3_999, 4_001, 9_000])
  func manyEdits(_ number: Int) throws {
    let store = try Scratch(Scratch.books(10_000)).store()
    try store.set("One", at: Book.author, ofEach: RecordID.first(number))
    try #require(store.counts.dirty == number)
    let counts = try store.counted(Book.author)
    #expect(counts.lines(in: 0..<1) == [ValueLine(value: "One", count: number)])
    #expect(counts.count == 10_000 - number + 1)
  }

  @Test("Large values are written to the file a megabyte at a time") func largeValues() throws {
    let store = try Scratch(
      """
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
        INSERT INTO book SELECT i, 'T', i || hex(zeroblob(100000)) FROM n;
      """
    ).store()
    let field = try store.field("author")
    let listing = store.listing
    let scan = ValueScan(source: listing.makeQuery(by: .own, Query("")), field: field)
    var (reported, rowCount) = ([0], 0)
    try scan.count(on: store.database.connection, ValueEdits(), into: ValueLines(), total: 60) { _ in
    } report: {
      reported.append($0)
      rowCount = $1
    }
    #expect(reported.last == 60 && rowCount == 60)
    // Six values of 200,000 bytes are more than a megabyte.
    #expect(zip(reported, reported.dropFirst()).allSatisfy { $1 - $0 <= 6 }, "\(reported)")
  }

  private static let tagged = """
    CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author TEXT, tags TEXT LIST);
    INSERT INTO book (title, author, tags) VALUES ('A', 'x', 'sf; long'), ('B', 'x', 'sf'), ('C', 'y', 'long; sf; long'),
      ('D', 'y', NULL), ('E', 'z', ''), ('F', 'z', 'sf, old'), ('G', 'z', 'sfx');
    """

  @Test("Lists are taken apart, a part of a list counts once, and a part is found in each of its lists")
  func parts() throws {
    let store = try Scratch(Self.tagged).store()
    let field = try store.field("tags")
    try store.set("long;old", at: field, of: .rowid(4))
    let counts = try store.counted(field)
    let expected = [("sf", 4), ("long", 3), ("old", 2), ("", 1), ("sfx", 1)] as [(Value, Int)]
    #expect(counts.allLines == expected.map { ValueLine(value: $0.0, count: $0.1) })
    #expect(counts.rowCount == 7)
    #expect(try counts.editedRows(holding: "old") == [.rowid(4)])
    for (value, found) in [("sf", 4), ("old", 2), ("", 1)] {
      try store.arranged(finding: "tags=\"\(value)\"")
      #expect(store.listing.count == .exactly(found), "\(value)")
    }
  }

  @Test("Words leave only the values that have them, also where they come while values are counted")
  func words() throws {
    let store = try Scratch(Scratch.books(3_000)).store()
    let counts = try store.counted(Book.author)
    let all = counts.allLines
    for words in ["author 12", "99", "nothing like it", ""] {
      try counts.match(words)
      try store.wait { counts.isComplete }
      let found = all.filter { line in
        guard case .text(let text) = line.value else { return false }
        return words.split(separator: " ").allSatisfy { text.string.lowercased().contains($0) }
      }
      #expect(counts.allLines == found, "\(words)")
    }
    // What the first values have is there at once.
    try counts.match("100")
    let first = counts.allLines.map(\.value)
    #expect(
      !first.isEmpty
        && first.allSatisfy { if case .text(let text) = $0 { text.string.contains("100") } else { false } })
    try counts.startCounting()
    try counts.match("author 12")
    try store.wait { counts.isComplete && !counts.isWorking }
    #expect(counts.count < all.count && counts.count > 0 && counts.rowCount == 3_000)
  }

  @Test("Rows that the filter of the list hides are not found by a value, and so keep it")
  func foundInFilter() throws {
    let store = try Scratch(Self.tagged).store()
    let tags = try store.field("tags")
    try store.set("x", at: Book.author, of: .rowid(6))
    try store.set("sf; x", at: tags, of: .rowid(4))
    try store.arranged(finding: "author=x")
    let counts = try store.counted(tags)
    #expect(counts.allLines.first == ValueLine(value: "sf", count: 3))
    #expect(try find("sf", counts, store) == 3)
    #expect(try counts.editedRows(holding: "sf").isEmpty)
    #expect(try find("", counts, store) == 0)
  }

  @Test("After counting was cancelled words are looked for in what was counted, and no words show all of it")
  func cancelled() throws {
    let store = try Scratch(Scratch.books(20_000)).store()
    let counts = try store.lists.values(of: Book.author, in: store.listing)
    try counts.startCounting()
    try store.wait { counts.count > 0 }
    counts.cancel()
    let (counted, isWhole) = (counts.count, counts.isComplete)
    try counts.match("1000")
    try store.wait { !counts.isWorking }
    #expect(counts.count > 0 && counts.count < counted && counts.isComplete == isWhole)
    try counts.match("100")
    counts.cancel()
    #expect(counts.count == counted && counts.words.isEmpty)
    try counts.match("")
    #expect(counts.count == counted && !counts.isWorking)
    // Very many values lie in a file.
    try counts.startCounting()
    try store.wait { counts.isComplete }
    #expect(counts.count == 20_000)
    #expect(counts.lines(in: 19_999..<20_010).count == 1)
  }

  @Test("A command counts the parts of lists, and a negative limit is none") func commands() throws {
    let store = try Scratch(Self.tagged).store()
    for (limit, count) in [(nil, 6), (-1, 6), (2, 2)] {
      var rows = RowQuery()
      rows.limit = limit
      var found: [ValueLine] = []
      try RowSelection(of: store, rows).values(of: 3) { found.append(ValueLine(value: $0, count: $1)) }
      #expect(found.count == count && found.first == ValueLine(value: "sf", count: 4))
    }
  }

  // MARK: The texts of a field, collected on a thread

  private func suggestions(_ store: BookStore, _ column: String) throws -> Suggestions {
    let field = try store.field(column)
    let suggestions = try store.lists.suggestions(of: field, in: store.schema.id)
    try store.wait { !suggestions.isWorking }
    return suggestions
  }

  @Test("texts count, other values and long texts do not") func texts() throws {
    let store = try Scratch(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, v, tags TEXT);
      INSERT INTO t (v, tags) VALUES ('Anna', 'a; b'), ('anna', 'b'), ('anna', 'a, c'), (12, NULL), (x'61', ''),
        (printf('an%.*c', 300, 'x'), 'a');
      """
    ).store()
    try store.set("Annabel", at: 2, of: .rowid(4))
    let list = try #require(try suggestions(store, "v").list)
    #expect(list.completions(of: "an").map(\.text) == ["anna", "Anna", "Annabel"])
    #expect(list.completions(of: "1").isEmpty)
    let tags = try #require(try suggestions(store, "tags").list)
    #expect(tags.completions(of: "c; ").isEmpty)
    #expect(tags.completions(of: "b; ").isEmpty)
  }

  @Test("a write-back is not kept waiting, and the texts are collected again") func writing() throws {
    let store = try Scratch(Scratch.books(50_000)).store()
    let suggestions = try store.lists.suggestions(of: 2, in: store.schema.id)
    try store.set("Zadie", at: 2, of: .rowid(1))
    #expect(store.writeBack().isComplete)
    try store.wait { !suggestions.isWorking }
    #expect(suggestions.list?.completions(of: "za").map(\.text) == ["Zadie"])
  }

  @Test("the thread that reads a table without an end is ended") func endless() throws {
    let store = try Scratch(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO t VALUES (1, 'one');
      CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'n' || i AS name FROM n;
      """
    ).store()
    let view = try #require(store.tables.first { $0.kind == .view })
    let suggestions = try store.lists.suggestions(of: 0, in: view.id)
    try store.wait { suggestions.list != nil }
    #expect(suggestions.list?.completions(of: "n").isEmpty == false)
    store.close()
  }
}

extension BookStore {
  /// The values of a field, counted to the end.
  func counted(_ field: Int, of listing: Listing? = nil) throws -> ValueCounts {
    let counts = try lists.values(of: field, in: listing ?? self.listing)
    try counts.startCounting()
    try wait { counts.isComplete }
    return counts
  }
}

extension ValueCounts {
  var allLines: [ValueLine] { lines(in: 0..<count) }
}
