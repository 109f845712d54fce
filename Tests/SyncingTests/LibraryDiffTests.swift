import Records
import SQLite
import Syncing
import TestSupport
import Testing

@Suite("How two tables differ") struct LibraryDiffTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The differences of a table `t` of two databases, each in a line.
  private func differences(
    _ old: String, _ new: String, columns: [String], types: [String]
  ) throws -> [String] {
    for (name, sql) in [("old", old), ("new", new)] {
      try StockDatabase("\(folder.path)/\(name)").write { try $0.run(sql) }
    }
    let connection = try Connection(path: "\(folder.path)/old", options: ConnectionOptions())
    try connection.attach("\(folder.path)/new", as: "lib")
    let diff = LibraryDiff(
      connection, .init(table: "main.t", columns: columns), .init(table: "lib.t", columns: columns),
      types: types, keyCount: 1)
    var lines: [String] = []
    try diff.forEach { old, new throws(SyncError) in
      func text(_ value: Value) -> String {
        if case .text(let text) = value { text.string } else { "\(value)" }
      }
      func text(_ values: [Value]?) -> String { values.map { $0.map(text).joined(separator: " ") } ?? "-" }
      lines.append("\(text(old)) → \(text(new))")
    }
    return lines
  }

  @Test("Bytes and classes count, whatever the columns compare by") func bytes() throws {
    let schema = "CREATE TABLE t (k INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE, b);"
    let found = try differences(
      schema + "INSERT INTO t VALUES (1, 'emma', 1), (2, 'x', 2), (3, NULL, NULL), (4, 'gone', 4)",
      schema + "INSERT INTO t VALUES (1, 'Emma', 1), (2, 'x', 2.0), (3, NULL, NULL), (5, 'new', 5)",
      columns: ["k", "a", "b"], types: ["INTEGER", "TEXT", "BLOB"])
    #expect(found.count == 4)
    #expect(found[0].contains("emma") && found[0].contains("Emma"))
    #expect(found[1].contains("integer(2)") && found[1].contains("real(2.0)"))
    #expect(found[2].hasPrefix("- →") && found[2].contains("new"))
    #expect(found[3].hasSuffix("→ -") && found[3].contains("gone"))
  }

  @Test("Keys that only a collation takes for one are two, and rows without a key are left out")
  func keys() throws {
    let schema = "CREATE TABLE t (k TEXT COLLATE NOCASE PRIMARY KEY, a);"
    let found = try differences(
      schema + "INSERT INTO t VALUES ('a', 1), (NULL, 2)",
      schema + "INSERT INTO t VALUES ('A', 1), (NULL, 3)",
      columns: ["k", "a"], types: ["TEXT", "BLOB"])
    #expect(found.count == 2)
    #expect(found[0].hasPrefix("- →") && found[1].hasSuffix("→ -"))
  }
}
