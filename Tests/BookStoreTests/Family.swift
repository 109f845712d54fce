import Foundation
import TestSupport
import Testing

/// A database as a kind of program makes it, of `Fixtures/families`, or one that is large in what its schema says.
struct Family: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let sql: @Sendable () throws -> String
  /// What stands in its write-ahead log alone.
  var log: (@Sendable () throws -> String)?
  /// What stock SQLite refuses of what is tried: fields as `table.field`, else `insert table` and `delete table`.
  var refused: Set<String> = []
  /// What does not come back when all is undone, for the owner's triggers have changed it: tables, or `table.column`.
  var lasting: Set<String> = []

  init(_ name: String, hasLog: Bool = false, refused: Set<String> = [], lasting: Set<String> = []) {
    testDescription = name
    sql = { try Repository.text("Fixtures/families/\(name).sql") }
    if hasLog { log = { try Repository.text("Fixtures/families/\(name)-log.sql") } }
    self.refused = refused
    self.lasting = lasting
  }

  private init(_ name: String, sql: @escaping @Sendable () -> String) {
    testDescription = name
    self.sql = sql
  }

  static let all = [
    Family("json-column"), Family("full-text"), Family("rtree"),
    Family("counts", lasting: ["change_log", "total", "shelf"]),
    Family(
      "owner-functions",
      refused: [
        "album.name", "album.name_key", "album.remark", "insert album", "picture.name", "delete original",
        "setting.content", "person.name", "insert person", "delete person",
      ], lasting: ["album", "original"]),
    Family(
      "geometry",
      refused: [
        "geo_contents.table_name", "geo_columns.table_name", "insert geo_columns", "road.shape",
        "insert road", "lake.shape", "lake.name",
      ], lasting: ["road", "geo_counts"]), Family("reader", hasLog: true, lasting: ["activity", "bookmark"]),
    Family("contacts-phone", lasting: ["changed", "number", "person"]),
    Family("messages", refused: ["delete attachment"], lasting: ["attachment", "chat", "deleted_message"]),
    Family("objects", refused: ["OWORK.OWRITER"], lasting: ["OWRITER"]),
    Family("large schema", sql: largeSchema),
  ]

  /// Makes the database in a folder and answers its path; what is in its log alone stays there.
  func make(in folder: String, as name: String) throws -> String {
    let (made, path) = (folder + "/made.sqlite", folder + "/" + name)
    let owner = try Stock.open(made, isOwner: true)
    try owner.use { database in
      try database.run(sql())
      guard let log else { return }
      try database.run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0;" + log())
    }
    for end in ["", "-wal"] where FileManager.default.fileExists(atPath: made + end) {
      try FileManager.default.copyItem(atPath: made + end, toPath: path + end)
    }
    owner.close()
    try FileManager.default.removeItem(atPath: made)
    return path
  }

  /// A CHECK of 250 terms, a view of 150 queries, a statement of more than a megabyte, a pattern of 1,200 characters.
  private static func largeSchema() -> String {
    let terms = (1...250).map { "code = 'c\($0)'" }.joined(separator: " OR ")
    let queries = (1...150).map { "SELECT \($0) AS id, 'seagulls \($0)' AS title" }.joined(
      separator: " UNION ALL ")
    let pattern = String(repeating: "ab", count: 600)
    return """
      CREATE TABLE coded (id INTEGER PRIMARY KEY, title TEXT, code TEXT DEFAULT "c1" CHECK (\(terms)));
      CREATE VIEW many AS \(queries);
      CREATE TABLE patterned (id INTEGER PRIMARY KEY, title TEXT CHECK (title NOT LIKE '%\(pattern)%'), note TEXT);
      CREATE TABLE long (id INTEGER PRIMARY KEY, title TEXT, note TEXT /* \(String(repeating: "x", count: 1_100_000)) */);
      INSERT INTO coded (title) VALUES ('seagulls'), ('two');
      INSERT INTO patterned VALUES (1, 'a', NULL), (2, 'b', 'seagulls');
      INSERT INTO long VALUES (1, 'a', NULL), (2, 'seagulls', 'b');
      """
  }
}
