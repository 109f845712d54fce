import Foundation
import Records
import TestSupport
import Testing

@testable import BookStore
@testable import SQLite

struct CheckTests {
  private func findings(_ path: String) throws -> [String] { try DatabaseCheck(path: path).run { _ in } }

  @Test("A sound database has no findings, and the check writes nothing", arguments: ["delete", "wal"])
  func sound(mode: String) throws {
    let scratch = try Scratch(mode: mode)
    let before = try scratch.bytes()
    #expect(try findings(scratch.path) == [])
    #expect(try scratch.bytes() == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder) == ["books.sqlite"])
  }

  @Test("A page of a table that is overwritten is found") func page() throws {
    let scratch = try Scratch(Scratch.books(2_000))
    var content = try scratch.bytes()
    content.replaceSubrange(4_096 * 3..<4_096 * 4, with: Data(repeating: 7, count: 4_096))
    try content.write(to: URL(fileURLWithPath: scratch.path))
    #expect(try !findings(scratch.path).isEmpty)
  }

  @Test("An index that lacks a row, a NULL where none may be, and a key that points nowhere are found")
  func contents() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, author INTEGER REFERENCES author);
      CREATE INDEX by_title ON book (title);
      INSERT INTO book VALUES (1, 'War and Peace', 7), (2, 'Iliad', NULL);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'title TEXT', 'title TEXT NOT NULL') WHERE name = 'book';
      UPDATE sqlite_schema SET sql = sql || ' WHERE title > ''J''' WHERE name = 'by_title';
      """)
    try scratch.run("INSERT INTO book (id) SELECT 3 WHERE 0")
    let findings = try findings(scratch.path)
    #expect(findings.contains { $0.contains("by_title") })
    #expect(findings.contains("row 1 of book points to no row of author"))
  }

  @Test("A foreign key that cannot be looked up is a finding, and the others still count")
  func mismatch() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE mismatch (id INTEGER PRIMARY KEY, parent TEXT REFERENCES parent (name));
      CREATE TABLE orphan (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent);
      INSERT INTO orphan VALUES (1, 7);
      """)
    let mismatch = "foreign key mismatch - \"mismatch\" referencing \"parent\""
    #expect(try findings(scratch.path) == [mismatch, "row 1 of orphan points to no row of parent"])
  }

  @Test("What another program writes while the check reads is no damage") func otherWriter() throws {
    let scratch = try Scratch(Scratch.books(20_000) + "CREATE INDEX by_author ON book (author)", mode: "wal")
    let check = try DatabaseCheck(path: scratch.path)
    var hasWritten = false
    let findings = try check.run { part in
      guard part > 0.3, !hasWritten else { return }
      hasWritten = true
      #expect(throws: Never.self) {
        try scratch.run("UPDATE book SET author = 'Nobody ' || (pk * 7919 % 20011) || hex(randomblob(40))")
      }
    }
    #expect(hasWritten)
    #expect(findings == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder) == ["books.sqlite"])
  }

  @Test("Where a program has the database open that has nothing in its log, what it writes is read")
  func emptyLog() throws {
    let scratch = try Scratch(Scratch.books(2_000), mode: "wal")
    let other = try StockDatabase(scratch.path)
    try other.run("PRAGMA wal_checkpoint(TRUNCATE)")
    let store = try scratch.store(isReadOnly: true)
    #expect(try store.shelf.snapshot(of: 1).values[Book.author] == "Author 1")
    try other.write { try $0.run("UPDATE book SET author = 'new' WHERE pk = 2") }
    #expect(try store.shelf.snapshot(of: 2).values[Book.author] == "new")
    other.close()
  }

  @Test("Progress goes up and stays below the whole") func progress() throws {
    let scratch = try Scratch(Scratch.books(50_000) + "CREATE INDEX by_title ON book (title)")
    var parts: [Double] = []
    #expect(try DatabaseCheck(path: scratch.path).run { parts.append($0) } == [])
    #expect(parts.count > 3 && parts == parts.sorted())
    #expect(parts.allSatisfy { 0 < $0 && $0 < 1 })
  }
}
