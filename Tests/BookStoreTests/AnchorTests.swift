import BookStore
import Records
import SeededRandom
import TestSupport
import Testing

/// Jumps in the table's own order, before, during and after the scan for places.
struct AnchorTests {
  private static let count = 100_000

  private static let rows = """
    CREATE TABLE book (pk INTEGER PRIMARY KEY, title, copyright, author);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO book SELECT i * 3 - 1000, 'Title ' || i, i, NULL FROM n;
    """

  @Test("A jump lands where OFFSET does, before, during and after the scan, with rows coming and going")
  func jumps() throws {
    var random = SeededGenerator(seed: 5)
    let store = try Scratch(Self.rows).store(busyTimeout: patience)
    var keys = (1...Self.count).map { Int64($0 * 3 - 1_000) }
    var isScouting = false
    for round in 0..<30 {
      try jump(in: store, keys, &random, isWhole: false)
      if round == 3 { store.listing.scoutAhead() }
      isScouting = isScouting || round >= 3
      if round == 20 { try store.wait { store.listing.count.isExact } }
      if round.isMultiple(of: 2) {
        let place = Int.random(in: keys.indices, using: &random)
        try store.delete(.rowid(keys.remove(at: place)))
      } else {
        keys.append(try #require(try store.insert(["new"]).rowid))
      }
      try store.lists.takeNews()
    }
    try store.wait { store.listing.count.isExact }
    #expect(store.listing.count == .exactly(keys.count))
    for _ in 0..<200 { try jump(in: store, keys, &random, isWhole: true) }
  }

  private func jump(
    in store: BookStore, _ keys: [Int64], _ random: inout SeededGenerator, isWhole: Bool
  ) throws {
    let place = Int.random(in: keys.indices, using: &random)
    let rows = try store.lists.rows(in: place..<place + 20)
    for (row, key) in zip(rows, keys[place...]) {
      if isWhole { #expect(row != nil) }
      if let row { #expect(row.id == .rowid(key)) }
    }
    if isWhole { #expect(try store.listing.position(of: .rowid(keys[place])) == place) }
  }

  @Test("A row that another program deletes does not lose the count for good")
  func deletedElsewhere() throws {
    let (scratch, store) = try Scratch.opened(Self.rows, busyTimeout: patience)
    try store.scout()
    try scratch.run("DELETE FROM book WHERE pk IN (2000, 170000)")
    #expect(throws: StoreError.rowGone) { try store.record(2_000) }
    try store.wait { store.listing.count.isExact }
    #expect(store.listing.count == .exactly(Self.count - 2))
    #expect(try store.shownRows(in: 60_000..<60_001).map(\.id) == [.rowid(60_003 * 3 - 1_000)])
  }

  @Test("Reading backwards from an end that is gone counts again") func shorterThanBelieved() throws {
    let (scratch, store) = try Scratch.opened(Self.rows, busyTimeout: patience)
    try store.scout()
    try scratch.run("DELETE FROM book WHERE pk > -700")
    try store.wait {
      _ = try store.lists.rows(in: Self.count - 20..<Self.count)
      return store.listing.count == .exactly(100)
    }
  }

  @Test("A jump into a table without a rowid still lands after an insert") func jumpWithoutRowID() throws {
    let store = try Scratch(
      """
      CREATE TABLE t (a INT, b INT, title, PRIMARY KEY (a, b)) WITHOUT ROWID;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90000)
        INSERT INTO t SELECT i / 1000, i, 't' FROM n;
      """
    ).store(busyTimeout: patience)
    try store.scout()
    _ = try store.insert([.integer(-1), .integer(0), "first"])
    try store.wait { try store.shownRows(in: 45_000..<45_001).map(\.id) == [.key([45, 45_000])] }
  }

  @Test("Deleting many rows of a table without a rowid keeps the places that are known, with its collation")
  func deletingWithoutRowID() throws {
    let (scratch, store) = try Scratch.opened(
      """
      CREATE TABLE t (a TEXT COLLATE NOCASE PRIMARY KEY, title) WITHOUT ROWID;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
        INSERT INTO t SELECT iif(i % 2, 'k', 'K') || printf('%05d', i), 't' FROM n;
      """, busyTimeout: patience)
    try store.scout()
    let ids = try stride(from: 10_000, to: 50_000, by: 500).map { place in
      try #require(try store.listing.rows(in: place..<place + 1).first ?? nil).id
    }
    _ = scratch.statementsSinceLastCall()
    for start in stride(from: 0, to: ids.count, by: 8) {
      try store.delete(Array(ids[start..<start + 8]))
      #expect(try store.shownRows(in: 55_000..<55_001).count == 1)
    }
    let last = try #require(try store.listing.rows(in: 59_000..<59_001).first ?? nil).id
    #expect(try store.listing.position(of: last) == 59_000)
    // Nothing is read or counted from the start of the table.
    let fromStart = scratch.statementsSinceLastCall().filter {
      $0.hasSuffix("FROM t ORDER BY a LIMIT ? OFFSET ?") || $0.hasSuffix("FROM t WHERE a <= ?")
    }
    #expect(fromStart == [])
    let expected = try scratch.rows("SELECT a FROM t ORDER BY a LIMIT 1 OFFSET 40000")
    #expect(try store.listing.ids(40_000..<40_001) == [.key([.text(Text(expected[0]))])])
  }
}

extension Value: ExpressibleByIntegerLiteral {
  /// Makes an integer of a literal.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}
