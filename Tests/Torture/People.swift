import BookStore
import Foundation
import TestSupport

/// A database of people without keys of their own, and its edit log.
struct People {
  let folder: String
  var path: String { folder + "/people.sqlite" }

  static let count = 24
  static let name = 0
  static let note = 2

  /// Whether nobody deletes the person of a name.
  static func isKept(_ name: String) -> Bool { name.hasPrefix("kept") }

  init(in parent: String, hasWriteAheadLog: Bool) throws {
    folder = parent + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Self.queue(path).use { database in
      if hasWriteAheadLog { try database.run("PRAGMA journal_mode = WAL") }
      try database.run(
        """
        CREATE TABLE person (name TEXT, city TEXT, note TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.count))
          INSERT INTO person SELECT iif(i % 3, 'old', 'kept') || i, 'city' || i, NULL FROM n;
        """)
    }
  }

  func store() throws(StoreError) -> BookStore {
    try BookStore(
      path: path,
      options: StoreOptions(
        busyTimeout: .seconds(5), editLog: EditLogOptions(folder: folder + "/state")))
  }

  /// A connection of another program.
  static func queue(_ path: String) throws -> StockDatabase { try StockDatabase(path, patience: 5) }

  /// Rows that were written into, or deleted, in the place of others.
  func faults() throws -> [String] {
    try Self.queue(path).read { database in
      let wrong = try database.texts(
        "SELECT name || ' holds ' || note FROM person WHERE substr(note, 1, length(name) + 1) <> name || '#'"
      )
      let kept = try database.integer("SELECT count(DISTINCT name) FROM person WHERE name LIKE 'kept%'")
      return wrong
        + (kept == Self.count / 3 ? [] : ["\(kept ?? 0) people are left that nobody deletes"])
    }
  }
}
