import Queries
import Records
import SeededRandom
import Testing

@testable import BookStore

/// The groups of a sorted list.
struct GroupTests {
  @Test(
    "Groups are those of SQL, in the order of the list, whatever their number, kind and filter",
    arguments: 0..<8)
  func random(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let scratch = try Scratch("CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, g, n)")
    let kinds = [1, 3, 40, 2_000][seed % 4]
    let values = (0..<kinds).map { place -> String in
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: "\(place)"
      case 1: "NULL"
      case 2: "\(place).5"
      case 3: "'Word \(place)'"
      case 4: "'word \(place)'"
      default: "'élan \(place)'"
      }
    }
    let rows = (0..<3_000).map { place -> String in
      let number =
        ["NULL", "\(place % 90)", "\(place % 7).25", "'text'"].randomElement(using: &generator) ?? "1"
      return "('Title \(place)', \(values.randomElement(using: &generator) ?? "1"), \(number))"
    }
    if seed > 0 { try scratch.run("INSERT INTO t (title, g, n) VALUES " + rows.joined(separator: ", ")) }
    let store = try scratch.store()
    let (group, number) = (try store.field("g"), try store.field("n"))
    var query = RowQuery()
    query.order = ListOrder(field: group, isDescending: seed % 2 == 1)
    if seed > 4 { query.query = Query("title:1", in: store.schema) }
    let selection = try RowSelection(of: store, query)
    let found = try #require(try selection.groups(total: number))
    #expect(found.isComplete)
    // The groups follow one another as the rows do.
    let filter = seed > 4 ? "WHERE title LIKE '%1%'" : ""
    let held = try scratch.rows("SELECT id, lower(coalesce(quote(g), '')) FROM t \(filter)")
    let texts = Dictionary(
      uniqueKeysWithValues: held.map { line in
        let cells = line.split(separator: "|", maxSplits: 1)
        return (Int64(cells[0]) ?? 0, String(cells[1]))
      })
    let ids = try selection.ids().compactMap(\.rowid)
    #expect(found.groups.reduce(0) { $0 + $1.count } == ids.count)
    for (place, one) in found.groups.enumerated() {
      let first = found.firstPlace(of: place)
      let inside = Set(ids[first..<first + one.count].map { texts[$0] })
      #expect(inside.count == 1, "\(one)")
    }
    let sums = try scratch.rows(
      "SELECT round(total(n), 2), count(n) FROM t \(filter.isEmpty ? "WHERE" : filter + " AND") typeof(n) IN ('integer', 'real')"
    )
    let total = found.groups.reduce(0.0) { $0 + $1.sum }
    #expect(sums == ["\((total * 100).rounded() / 100)|\(found.groups.reduce(0) { $0 + $1.numberCount })"])
  }

  @Test("There are at most a hundred thousand, and a list that is not sorted has none") func limits() throws {
    let (scratch, store) = try Scratch.opened(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, g INTEGER);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100001) INSERT INTO t SELECT i, i FROM n;
      """)
    #expect(try RowSelection(of: store).groups() == nil)
    var query = RowQuery()
    query.order = ListOrder(field: store.schema.field(named: "g"))
    #expect(try RowSelection(of: store, query).groups()?.isComplete == false)
    try scratch.run("DELETE FROM t WHERE id = 7")
    let found = try #require(try RowSelection(of: store, query).groups())
    #expect(found.isComplete && found.groups.count == 100_000)
  }
}
