import BookStore
import Foundation
import TestSupport

/// A database of books whose notes are edited, and its edit log.
///
/// Each note begins with the title that its book had when it was read, so a note that was written into another book, or into
/// another file, says so in the end.
struct Notebook: BookFolder {
  let folder: String

  /// How SQLite keeps what a transaction can be taken back by.
  ///
  /// Only write-ahead mode stays with the file. Of the others the program finds what they leave beside it: nothing, an empty
  /// journal, or one whose head is zeroed.
  enum Mode: String, CaseIterable {
    case delete, truncate, persist, wal
  }

  static let count = 60
  /// What the titles begin with; each goes on with the book's key.
  static let marker = "own"

  init(in parent: String, mode: Mode) throws {
    folder = try Self.newFolder(in: parent)
    try Self.make(path, marker: Self.marker, count: Self.count, mode)
  }

  /// One that another process has made.
  init(folder: String) { self.folder = folder }

  /// Makes a database of several pages, which says how many rows it has.
  static func make(_ path: String, marker: String, count: Int, _ mode: Mode) throws {
    try queue(path).use { database in
      try database.run("PRAGMA page_size = 1024; PRAGMA journal_mode = \(mode.rawValue)")
      try database.run(
        """
        CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author TEXT, note TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
          INSERT INTO book SELECT i, '\(marker)' || i, printf('%.200c', 'a'), NULL FROM n;
        PRAGMA user_version = \(count);
        """)
    }
  }

  /// The note of each book, by the books' titles.
  static func notes(in path: String) throws -> [String: String] {
    try queue(path).read { database in
      let rows = try database.rows("SELECT title, ifnull(note, '') FROM book")
      return Dictionary(rows.map { ($0[0].text ?? "", $0[1].text ?? "") }) { first, _ in first }
    }
  }

  /// What is wrong with a database, and the notes that were written into books whose they are not.
  static func faults(in path: String) throws -> [String] {
    try queue(path).read { database in
      let damage = try database.texts("PRAGMA integrity_check").filter { $0 != "ok" }
      let wrong = try database.texts(
        "SELECT title || ' holds ' || note FROM book WHERE substr(note, 1, length(title) + 1) <> title || '#'"
      )
      return damage + wrong
    }
  }

  /// Has a new store offer what is not written, restores and writes it, and answers what is wrong with that.
  ///
  /// - Parameter isAlone: Whether nobody else has written, so that nothing is in conflict.
  func recover(isAlone: Bool, _ tally: inout Tally) throws(StoreError) {
    let store = try store()
    if try store.recovery.findAbandoned() != nil {
      tally.restorations += 1
      let restoration = try store.recovery.restore()
      if isAlone, !restoration.conflicts.isEmpty {
        tally.wrong.append("a conflict with nobody in \(path): \(restoration)")
      }
      for conflict in store.conflicts.all { store.conflicts.resolve(conflict.id, conflict.field, .mine) }
    }
    let result = store.writeBack()
    if !result.isComplete { tally.wrong.append("cannot be written in \(path): \(result)") }
  }
}
