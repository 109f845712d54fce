import Records
import Testing

@testable import BookStore

@Suite("Declarations of tables")
struct DeclarationTests {
  @Test("Columns, keys, indexes, triggers and texts are those of the database")
  func all() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE author (pk INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, "grö,ße" REAL DEFAULT (1 + 2)
        CHECK ("grö,ße" > 0 AND (name <> ')' OR 1)), CONSTRAINT c CHECK (length(name) < 99));
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, pages INT CHECK (pages > 0) -- CHECK (no)
        , author REFERENCES author ON DELETE CASCADE, twice GENERATED ALWAYS AS (pages * 2));
      CREATE INDEX by_title ON book (title, lower(title));
      CREATE TRIGGER t AFTER UPDATE ON book BEGIN SELECT 1; END;
      CREATE VIEW long AS SELECT title FROM book WHERE pages > 500;
      """)
    let tables = try scratch.store().declarations()
    #expect(tables.map(\.table.name) == ["author", "book", "long"])
    let (author, book, view) = (tables[0], tables[1], tables[2])
    #expect(author.columns.map(\.isUnique) == [false, true, false])
    #expect(author.columns.map(\.isNotNull) == [false, true, false])
    #expect(author.columns[2].check == "\"grö,ße\" > 0 AND (name <> ')' OR 1)")
    #expect(author.columns[2].defaultText == "1 + 2")
    #expect(author.checks == ["length(name) < 99"])
    let reference = ReferenceDeclaration(
      table: "book", columns: ["author"], target: "author", targets: ["pk"], onDelete: "CASCADE")
    #expect(book.references == [reference] && author.referencedBy == [reference])
    #expect(book.columns.map(\.check) == [nil, nil, "pages > 0", nil, nil])
    #expect(book.columns[4].isGenerated)
    #expect(book.parts.map(\.name) == ["by_title", "t"])
    #expect(book.parts[0].columns == ["title", ""])
    #expect(author.parts.map(\.kind) == [.uniqueIndex] && author.parts[0].sql == nil)
    #expect(view.sql == "CREATE VIEW long AS SELECT title FROM book WHERE pages > 500")
    #expect(view.columns.map(\.name) == ["title"])
  }

  @Test("A broken view and a missing module keep no other table from being described")
  func broken() throws {
    let scratch = try Scratch(
      Scratch.books
        + "CREATE VIEW lost AS SELECT * FROM nowhere; CREATE VIEW gone AS SELECT none(title) FROM book")
    let tables = try scratch.store().declarations()
    #expect(tables.map(\.table.name) == ["book", "lost", "gone"])
    #expect(tables[1].columns.isEmpty && tables[1].sql.hasSuffix("nowhere"))
  }
}
