import Foundation
import Records
import SeededRandom
import TestSupport
import Testing

@testable import BookStore
@testable import SQLite

@Suite("Statements of the person's own") struct ReadStatementTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch(Scratch.books + Self.values) }

  private static let values = """
    ;CREATE TABLE v (a, b, c COLLATE NOCASE);
    INSERT INTO v VALUES (1, 'x', NULL), (2.5, 'X', x'4244'), (-9223372036854775808, '', ''),
      (NULL, 'ß', 'NULL'), (1e300, 'a''b', 0.1), ('7', 'y', x'');
    """

  private func error(of text: String) throws -> StatementError? {
    let reader = try StatementReader(path: scratch.path)
    do throws(StatementError) {
      _ = try reader.statement(text)
      return nil
    } catch { return error }
  }

  private func rows(_ text: String) throws -> (columns: [String], rows: [[Value]]) {
    let statement = try StatementReader(path: scratch.path).statement(text)
    var rows: [[Value]] = []
    try statement.forEachRow { rows.append($0) }
    return (statement.columns, rows)
  }

  @Test("A result is what a second reader gets, value by value", arguments: 1...40)
  func property(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<10 {
      let text = StatementMaker.statement(using: &random)
      let expected = try StockDatabase(scratch.path).read { database in
        try database.rows(text).map { row in Array(row.map { Value($0) }) }
      }
      #expect(try rows(text).rows == expected, "\(text)")
    }
  }

  @Test("What writes is refused, whatever stands before it, and the file stays as it is")
  func writing() throws {
    let before = try scratch.bytes()
    for (text, word) in [
      ("DELETE FROM book", "DELETE"), (" ;; insert into v values (1, 2, 3)", "INSERT"),
      ("-- SELECT\n/* a */ drop table book", "DROP"), ("\u{FEFF}CREATE TEMP TABLE t (a)", "CREATE"),
      ("VACUUM INTO '/tmp/x'", "VACUUM"), ("EXPLAIN UPDATE book SET title = 1", "UPDATE"),
      ("REPLACE INTO v VALUES (1, 2, 3) RETURNING a", "REPLACE"), ("ANALYZE", "ANALYZE"),
      ("WITH x AS (SELECT 1) DELETE FROM book", ""),
      ("WITH x AS (SELECT 1) INSERT INTO v SELECT 1, 2, 3", ""),
    ] { #expect(try error(of: text) == .writes(word: word), "\(text)") }
    for (text, word) in [
      ("PRAGMA user_version = 7", "PRAGMA"), ("explain pragma foreign_keys = OFF", "PRAGMA"),
      ("ATTACH '\(scratch.folder)/other' AS other", "ATTACH"), ("BEGIN IMMEDIATE", "BEGIN"),
      ("EXPLAIN QUERY PLAN SAVEPOINT a", "SAVEPOINT"),
    ] { #expect(try error(of: text) == .isNoQuery(word: word), "\(text)") }
    for name in ["load_extension", "fts3_tokenizer"] {
      let error = try error(of: "SELECT \(name)('simple')")
      #expect(error == .function(name: name), "\(String(describing: error))")
    }
    #expect(throws: StoreError.self) { try rows("SELECT * FROM pragma_optimize") }
    #expect(try scratch.bytes() == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder) == ["books.sqlite"])
  }

  @Test("What is wrong is said with its place in the text") func places() throws {
    #expect(try error(of: " -- nothing\n;") == .empty)
    #expect(try error(of: "SELECT 1; SELECT 2") == .several(offset: 10))
    #expect(try error(of: "SELECT 1; -- and no more\n /* no */ ;") == nil)
    #expect(try error(of: "SELECT :a") == .parameter(name: ":a"))
    #expect(try error(of: "SELECT ?") == .parameter(name: "?"))
    #expect(try error(of: "SELECT 'a\0b'") == .nul(offset: 9))
    #expect(try error(of: "SELECT titel FROM book")?.offset == 7)
    #expect(try error(of: "SELECT größe FROM book WHERE a b")?.offset != nil)
    #expect(try error(of: "SELECT 1 FROM") == .invalid(message: "incomplete input", offset: nil))
    let wide = "SELECT " + (1...3_000).map(String.init).joined(separator: ", ")
    let isInvalid = if case .invalid = try error(of: wide) { true } else { false }
    #expect(isInvalid, "A result of 3,000 columns was taken.")
  }

  @Test("Columns of the same name get numbers") func columns() throws {
    #expect(try rows("SELECT 1 AS a, 2 AS A, 3 AS a, 4 AS \"a:1\"").columns == ["a", "A:1", "a:2", "a:1:1"])
  }

  @Test("A result is kept as it is, with its plan and its cost, in a file that goes with it")
  func result() throws {
    let source = try scratch.store().statements
    let text = "SELECT * FROM v ORDER BY c"
    var path = ""
    do {
      let result = try source.open { false }.result(of: text)
      path = result.path
      #expect(result.rowCount == 6 && result.record?.rowCount == 6 && !result.plan.isEmpty)
      let store = try BookStore(path: path, options: StoreOptions(isReadOnly: true))
      #expect(store.schema.plural == "rows" && store.schema.fields.map(\.column) == ["a", "b", "c"])
      var kept: [[Value]] = []
      try StatementReader(path: path).statement("SELECT * FROM rows").forEachRow { kept.append($0) }
      #expect(try kept == rows(text).rows)
      _ = store.close()
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("A result that is too large is refused, and so is one that nobody waits for") func limits() throws {
    let source = try scratch.store().statements
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    #expect(throws: StatementError.tooLarge(limit: 100_000, isValue: false)) {
      try source.open { false }.result(of: endless, limit: 100_000)
    }
    #expect(throws: StatementError.tooLarge(limit: StatementResult.longestValue, isValue: true)) {
      try source.open { false }.result(of: "SELECT zeroblob(100000000)")
    }
    #expect(throws: StatementError.store(.interrupted)) { try source.open { true }.result(of: endless) }
  }

  @Test("An endless statement ends once nobody wants it") func endless() throws {
    var options = StoreOptions()
    options.isUnwanted = { true }
    let statement = try StatementReader(path: scratch.path, options: options).statement(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
    #expect(throws: StoreError.interrupted) { try statement.forEachRow { _ in } }
  }
}

private enum StatementMaker {
  static func statement(using random: inout some RandomNumberGenerator) -> String {
    let columns = (0...Int.random(in: 0...3, using: &random)).map { _ in expression(2, &random) }
    let from = [
      "v", "v JOIN book", "(SELECT rowid, * FROM v LIMIT 3) AS v", "v LEFT JOIN book ON book.pk = a",
    ]
    var text = "SELECT \(columns.joined(separator: ", ")) FROM \(pick(from, &random))"
    if Bool.random(using: &random) { text += " WHERE \(expression(1, &random))" }
    if Bool.random(using: &random) { text += " GROUP BY b" }
    return text + " ORDER BY v.rowid, 1 LIMIT 20"
  }

  private static func expression(_ depth: Int, _ random: inout some RandomNumberGenerator) -> String {
    guard depth > 0, Int.random(in: 0..<3, using: &random) > 0 else {
      return pick(["a", "b", "c", "NULL", "1", "-2.5", "'x'", "x'4142'", "v.rowid"], &random)
    }
    let (left, right) = (expression(depth - 1, &random), expression(depth - 1, &random))
    let forms = [
      "(\(left) + \(right))", "(\(left) || \(right))", "coalesce(\(left), \(right))", "(\(left) < \(right))",
      "typeof(\(left))", "hex(\(left))", "CASE WHEN \(left) THEN \(right) END", "(\(left) IS \(right))",
      "(SELECT count(*) FROM book WHERE author > \(left))", "CAST(\(left) AS BLOB)", "length(\(left))",
    ]
    return pick(forms, &random)
  }

  private static func pick(_ choices: [String], _ random: inout some RandomNumberGenerator) -> String {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }
}
