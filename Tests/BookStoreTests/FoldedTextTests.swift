import Queries
import Records
import SeededRandom
import TestSupport
import Testing

@testable import BookStore
@testable import Listings
@testable import SQLite

/// What one search has read, the next one does not read again.
struct FoldedTextTests {
  private func ids(_ listing: Listing) throws -> [Int64] {
    try listing.rows(in: 0..<listing.count.value).compactMap { $0?.id.rowid }
  }

  private func find(_ words: String, _ store: BookStore) throws -> [Int64] {
    try store.arranged(by: .own, finding: words)
    try store.wait { !store.listing.isReading }
    return try ids(store.listing)
  }

  @Test("The second search finds its rows in the file") func secondSearch() throws {
    let store = try Scratch(Scratch.books(5_000)).store()
    #expect(try find("title 499", store).count > 0)
    #expect(store.listing.kept.texts.rowCount == 0, "digits may be in numbers too")
    #expect(try find("author", store).count == 5_000)
    #expect(store.listing.kept.texts.rowCount == 5_000)
    // Nobody else can have written this, so only what is read from the database can show it.
    #expect(try find("nothing of this", store) == [])
    #expect(try find("TITLE", store) == Array(1...5_000))
  }

  @Test("What was read until it was cancelled is kept, and a search goes on behind it")
  func cancelled() throws {
    let scratch = try Scratch(Scratch.books(20_000))
    let connection = try Connection(path: scratch.path, options: ConnectionOptions().readOnly)
    let store = try scratch.store()
    let query = store.listing.makeQuery(by: .own, Query("author", fields: store.schema.fields))
    let matcher = try #require(query.foldedMatcher)
    let texts = FoldedTexts()
    // The statement asks whether it is cancelled every few thousand steps.
    var askedCount = 0
    connection.stop {
      askedCount += 1
      return askedCount == 20
    }
    #expect(throws: StoreError.interrupted) { try texts.readAhead(query.sql, on: connection) }
    let partCount = texts.rowCount
    #expect((1..<20_000).contains(partCount))
    for _ in 0..<2 {
      var found: [Int64] = []
      try query.defineFunctions(on: connection) {}
      try texts.search(query, for: matcher, on: connection, tick: {}) { found.append($0) }
      #expect(found == Array(1...20_000))
      try texts.readAhead(query.sql, on: connection)
      #expect(texts.rowCount == 20_000)
    }
  }

  @Test("What another program writes is found at once") func otherProgram() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(1_000))
    #expect(try find("walden", store) == [])
    try OtherProgram(scratch.path).run("UPDATE book SET title = 'Walden' WHERE pk = 700")
    #expect(try find("walden pond", store) == [])
    #expect(try find("walden", store) == [700])
    try store.set("Wälden or Life", at: Book.title, of: .rowid(5))
    #expect(try find("walden", store) == [5, 700])
    store.writeBack()
    #expect(try find("life", store) == [5])
    _ = try store.delete(.rowid(700))
    #expect(try find("walden", store) == [5])
  }

  @Test("A virtual table, whose rows come in any order, is searched without the file")
  func virtualTable() throws {
    let store = try Scratch(
      """
      CREATE VIRTUAL TABLE box USING rtree(id, a, b, +name TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        INSERT INTO box SELECT 501 - i, i, i + 1, 'name of ' || i FROM n;
      """
    ).store()
    let box = try #require(store.tables.first { $0.name == "box" })
    let listing = try store.lists.open(ListSource(table: box.id))
    for words in ["name", "of name"] {
      try listing.arrange(by: .own, finding: words)
      try store.wait { listing.isSettled }
      #expect(try ids(listing) == Array(1...500))
    }
  }

  @Test("Packed rows match as their texts do", arguments: 0..<20) func packed(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let letters = [
      "a", "B", "ß", "É", "e\u{301}", "ж", "漢", " ", "\u{0}", "İ", "ﬁ", "한", "x", "ȷ", "\u{FFFD}", "'", "–",
    ]
    func text() -> [UInt8] {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...30, using: &random) {
        bytes += Array((letters.randomElement(using: &random) ?? "").utf8)
        if Int.random(in: 0..<20, using: &random) == 0 {
          bytes.append(UInt8.random(in: 128...255, using: &random))
        }
      }
      return bytes
    }
    var rows: [[[UInt8]?]] = (0..<200).map { _ in [text(), Bool.random(using: &random) ? text() : nil] }
    // Longer than what is folded at once, with scalars across the borders.
    rows.append([Array(String(repeating: "漢é", count: 20_000).utf8) + Array("zzz".utf8), nil])
    var block = FoldedBlock()
    for (key, row) in rows.enumerated() {
      withBytes(of: row) { texts in block.append(Int64(key), textCount: 2) { texts[$0] } }
    }
    let packed = block.packed
    for word in [
      "a", "b e", "ss", "漢é", "e\u{301}x", "x", "fi i", "zzz", "éz", "İ", "한", "a b", "\u{0}", "b-x", "a’x",
    ] {
      let matcher = Matcher(word)
      guard matcher.needsFoldsOnly else { continue }
      let expected = rows.indices.filter { row in
        withBytes(of: rows[row]) { texts in matcher.matches(count: 2) { texts[$0] } }
      }
      let found = packed.withUnsafeBytes { FoldedRows(packed: $0)?.keys(matching: matcher) }
      #expect(found == expected.map(Int64.init), "\(word)")
    }
    #expect(packed.dropLast().withUnsafeBytes { FoldedRows(packed: UnsafeRawBufferPointer($0)) == nil })
  }

  /// Calls `body` with the bytes of a row's texts.
  private func withBytes<Result>(of row: [[UInt8]?], _ body: ([UnsafeRawBufferPointer?]) -> Result) -> Result
  {
    let texts = row.map { bytes -> UnsafeMutableRawBufferPointer? in
      guard let bytes else { return nil }
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
      copy.copyBytes(from: bytes)
      return copy
    }
    defer { for text in texts { text?.deallocate() } }
    return body(texts.map { $0.map { UnsafeRawBufferPointer($0) } })
  }
}
