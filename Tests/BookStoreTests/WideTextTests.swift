import Records
import Testing

@testable import BookStore

/// Databases in UTF-16 with texts that no UTF-8 has.
struct WideTextTests {
  /// Halves of surrogate pairs, pairs, marks of the byte order and zeros, as units in hexadecimal.
  private static let texts = [
    "D800", "DC00", "0041D8340042", "0041D834", "DC00D800", "D834DD1ED834", "FEFF0041D800", "FFFED800",
    "D8000000DC00", "00E9D7FFE000FFFFD801", "D834DD1E", "FEFF0041", "0041FFFF", "FFFE",
  ]

  private func scratch(_ encoding: String) throws -> Scratch {
    let isLittle = encoding == "UTF-16le"
    let values = Self.texts.enumerated().map { place, hex in
      let bytes = stride(from: 0, to: hex.count, by: 4).map { start in
        let unit = hex.dropFirst(start).prefix(4)
        return isLittle ? String(unit.suffix(2) + unit.prefix(2)) : String(unit)
      }
      return "(\(place + 1), 'Title', 0, CAST(x'\(bytes.joined())' AS TEXT))"
    }
    return try Scratch(
      """
      PRAGMA encoding = '\(encoding)';
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48));
      INSERT INTO book VALUES \(values.joined(separator: ", "));
      CREATE TABLE word (name TEXT PRIMARY KEY, book INTEGER) WITHOUT ROWID;
      INSERT INTO word SELECT author, pk FROM book;
      """)
  }

  private static let held = "SELECT pk, typeof(author), hex(CAST(author AS BLOB)) FROM book ORDER BY pk"

  @Test("A row that is deleted comes back byte for byte", arguments: ["UTF-16le", "UTF-16be"])
  func deletion(encoding: String) throws {
    let scratch = try scratch(encoding)
    let before = try scratch.rows(Self.held)
    let store = try scratch.loggedStore()
    try store.delete(RecordID.first(Self.texts.count))
    #expect(try scratch.rows(Self.held).isEmpty)
    try store.undo()
    #expect(try scratch.rows(Self.held) == before)
  }

  @Test("A text that is set over another one comes back, and what nobody set is written by nobody")
  func edit() throws {
    let scratch = try scratch("UTF-16le")
    let before = try scratch.rows(Self.held)
    let store = try scratch.loggedStore()
    for id in RecordID.first(Self.texts.count) { try store.set("é𝄞", at: Book.author, of: id) }
    #expect(store.writeBack().isComplete)
    for _ in Self.texts { try store.undo() }
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows(Self.held) == before)
  }

  @Test("A row is found by a key that no UTF-8 has, compared with what was read, and deleted")
  func keys() throws {
    let scratch = try scratch("UTF-16le")
    let store = try scratch.loggedStore()
    let word = try store.table("word")
    let listing = try store.lists.open(ListSource(table: word))
    let ids = try listing.ids(0..<Self.texts.count)
    #expect(ids.count == Self.texts.count)
    let field = try #require(try store.schema(of: word).fields.firstIndex { $0.column == "book" })
    for id in ids { try store.set(99, at: field, of: id) }
    try scratch.run("UPDATE word SET book = 98 WHERE book = 3")
    #expect(store.writeBack().conflicts.count == 1)
    #expect(try scratch.rows("SELECT count(*) FROM word WHERE book = 99") == ["\(Self.texts.count - 1)"])
    for id in ids { try store.delete(id) }
    #expect(try scratch.rows("SELECT count(*) FROM word") == ["0"])
  }

  @Test("A long text says how it begins, and is read as a whole") func long() throws {
    let scratch = try scratch("UTF-16le")
    try scratch.run(
      "UPDATE book SET author = CAST(replace(hex(zeroblob(50000)), '00', '𝄞x') AS TEXT) || author WHERE pk = 1"
    )
    let before = try scratch.rows(Self.held)
    let store = try scratch.loggedStore()
    #expect(try store.shelf.snapshot(of: 1).large.map(\.index) == [Book.author])
    try store.delete(1)
    try store.undo()
    #expect(try scratch.rows(Self.held) == before)
  }
}
