import Records
import SeededRandom
import Testing

@testable import BookStore

@Suite("Rows at random") struct RowSampleTests {
  @Test("Each row of a query is as likely as any other, and fewer rows are all there") func sample() throws {
    let store = try Scratch(
      """
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, pages INTEGER);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO book SELECT i, 'Book ' || i, i FROM n;
      """
    ).store()
    var rows = RowQuery()
    rows.query = Query("pages<=20", in: store.schema)
    let selection = try RowSelection(of: store, rows)
    var generator = SeededGenerator(seed: 1)
    var counts: [RecordID: Int] = [:]
    for _ in 0..<1_000 {
      let ids = try selection.sample(5, using: &generator)
      #expect(Set(ids).count == 5)
      for id in ids { counts[id, default: 0] += 1 }
    }
    // Each is expected 250 times, with a deviation of 14.
    #expect(counts.count == 20 && counts.values.allSatisfy { (190...310).contains($0) }, "\(counts)")
    #expect(try Set(selection.sample(100, using: &generator)) == Set(selection.ids()))
    #expect(try selection.sample(0, using: &generator).isEmpty)
  }
}
