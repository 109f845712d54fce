import Records
import SeededRandom
import Testing

@testable import BookStore
@testable import Listings
@testable import SQLite

/// The values of a field with their numbers are those of SQLite's GROUP BY, whatever the values are.
struct ValueCountPropertyTests {
  /// Values of every storage class, in many scripts, which differ in a bit, at the end, in case or in a mark.
  private static let literals = [
    "NULL", "0", "1", "-1", "9223372036854775807", "(-9223372036854775807 - 1)", "1.0", "-1.5", "0.0", "-0.0",
    "1e300", "-9e999", "'1'", "'1.0'", "''", "' '", "x''", "x'31'", "x'3100'", "'A'", "'a'", "'á'",
    "'a' || char(769)", "'Толстой'", "'толстой'", "'トルストイ'", "'تولستوي'", "'托尔斯泰'", "'😀'", "char(0)",
    "'a' || char(0) || 'b'", "CAST(x'FF' AS TEXT)", "CAST(x'C3' AS TEXT)", "'abcdefgh'", "'abcdefgi'",
    "'abcdefgh' || char(0)", "'abcdefghi'", "'abcdefghijklmnopq'", "'abcdefghijklmnopr'", "zeroblob(9)",
    "zeroblob(30000)", "CAST(zeroblob(30001) AS TEXT)",
  ]

  private static func script(seed: UInt64, type: String, encoding: String = "UTF-8") -> String {
    var random = SeededGenerator(seed: seed)
    let rows = (0..<1_000).map { row -> String in
      let number = Int.random(in: -20...200, using: &random)
      let value =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: "'Name \(number)'"
        case 1: "\(number)" + (number.isMultiple(of: 3) ? ".25" : "")
        default: literals.randomElement(using: &random) ?? "NULL"
        }
      return "(\(row), 'T\(row % 7)', \(value))"
    }
    return """
      PRAGMA encoding = '\(encoding)';
      CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, v \(type));
      INSERT INTO t VALUES \(rows.joined(separator: ", "));
      """
  }

  /// What SQLite counts itself.
  private func plain(_ store: BookStore, where condition: String = "true") throws -> [ValueLine] {
    let sql = """
      SELECT v, count(*) FROM t WHERE \(condition) GROUP BY typeof(v), v COLLATE BINARY
      ORDER BY 2 DESC, typeof(v), v COLLATE BINARY
      """
    return try store.database.connection.uncachedStatement(sql, for: .other).rows {
      ValueLine(value: $0.value(at: 0), count: Int($0.integer(at: 1)))
    }
  }

  @Test(
    "In memory, and sorted in parts that are merged", arguments: [1, 20_000, 100_000_000],
    ["", "TEXT COLLATE NOCASE", "NUMERIC"])
  func parts(byteLimit: Int, type: String) throws {
    let store = try Scratch(Self.script(seed: UInt64(byteLimit), type: type)).store()
    let (lines, expected) = (try ValueLines(), try plain(store))
    var values = DistinctValues(byteLimit: byteLimit) { false }
    try store.database.connection.uncachedStatement("SELECT v FROM t", for: .other).forEachRow {
      row throws(StoreError) in try values.add(row)
    }
    var reported = (lines: 0, rows: 0)
    try values.drain(into: lines) { reported = ($0, $1) }
    #expect(reported == (expected.count, 1_000))
    #expect(lines.read(0..<expected.count) == expected)
    #expect(lines.read(7..<9) == Array(expected[7..<9]))
  }

  @Test("A text of UTF-16 is one value, and half a pair another one") func wide() throws {
    let store = try Scratch(Self.script(seed: 16, type: "", encoding: "UTF-16le")).store()
    let expected = try plain(store)
    let lines = try store.counted(2).allLines
    #expect(Set(lines) == Set(expected) && lines.count == expected.count)
    #expect(lines.map(\.count) == expected.map(\.count))
  }

  @Test("Edits lie over what the database has, and what another program writes counts next time")
  func edits() throws {
    let (scratch, store) = try Scratch.opened(Self.script(seed: 5, type: ""))
    var random = SeededGenerator(seed: 6)
    let counts = try store.lists.values(of: 2, in: store.listing)
    func lines() throws -> [ValueLine] {
      try counts.startCounting()
      try store.wait { counts.isComplete }
      return counts.allLines
    }
    for round in 0..<3 {
      for _ in 0..<40 {
        let id = RecordID.rowid(.random(in: 0..<900, using: &random))
        try store.set(RandomTable.value(using: &random), at: 2, of: id)
      }
      let withEdits = try lines()
      #expect(store.writeBack().isComplete)
      #expect(try withEdits == plain(store))
      try scratch.run("UPDATE t SET v = x'AB' || v WHERE id % 11 = \(round) AND id >= 900")
      try scratch.run("DELETE FROM t WHERE id % 9 = \(round) AND id >= 900")
      #expect(try lines() == plain(store))
    }
  }

  @Test("A filter is applied to the rows as they are with their edits") func filter() throws {
    let store = try Scratch(Self.script(seed: 8, type: "")).store()
    for id in stride(from: 0, to: 500, by: 9) {
      try store.set(id.isMultiple(of: 2) ? "T3" : "other", at: 1, of: .rowid(Int64(id)))
      try store.set("edited", at: 2, of: .rowid(Int64(id + 1)))
    }
    try store.arranged(finding: "title=T3")
    let counts = try store.counted(2)
    let lines = counts.allLines
    #expect(counts.rowCount == store.listing.count.value)
    #expect(store.writeBack().isComplete)
    #expect(try lines == plain(store, where: "title = 'T3'"))
  }

  @Test("Work that is cancelled ends while values are sorted and merged, too") func cancelling() throws {
    let store = try Scratch(Self.script(seed: 9, type: "")).store()
    for byteLimit in [1, 100_000_000] {
      var isCancelled = false
      var values = DistinctValues(byteLimit: byteLimit) { isCancelled }
      try store.database.connection.uncachedStatement("SELECT v FROM t", for: .other).forEachRow {
        row throws(StoreError) in try values.add(row)
      }
      isCancelled = true
      #expect(throws: StoreError.interrupted) { try values.drain(into: ValueLines()) { _, _ in } }
    }
  }
}
