import Foundation
import Queries
import Records
import Testing

@testable import BookStore

/// Which rows are found to be the same.
struct DuplicateTests {
  private static let table = """
    CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author TEXT, isbn TEXT, series_number DECIMAL, notes TEXT);
    """

  private func groups(_ sql: String) throws -> [String] {
    let store = try Scratch(sql).store()
    return try RowSelection(of: store).duplicates(in: store).groups.map(text)
  }

  private func text(_ group: DuplicateGroup) -> String {
    let keys = group.ids.map { $0.rowid.map(String.init) ?? "?" }
    return "\(group.reason)\(group.isSure ? "" : "?") \(keys.joined(separator: " "))"
  }

  @Test("The surest come first") func order() throws {
    let found = try groups(
      Self.table + """
        INSERT INTO book (pk, title, author, isbn) VALUES (1, 'Emma', 'Jane Austen', NULL),
          (2, 'The Emma', 'Jane Austen', ''), (3, 'Dune', 'Frank Herbert', NULL),
          (4, 'DUNE', 'Herbert, Frank', '0441172717'), (5, 'Ulysses', 'James Joyce', '0-14-118280-6'),
          (6, 'Ulysses!', 'J. Joyce', '9780141182803'), (7, 'Ubik', 'Philip K. Dick', NULL),
          (8, 'Valis', 'Philip K. Dick', NULL), (9, 'Kim', 'Kipling', NULL),
          (10, 'Kim, of the Rishti', 'R. Kipling', NULL);
        CREATE TABLE source (pk INTEGER PRIMARY KEY, book INTEGER REFERENCES book, service TEXT, id TEXT);
        INSERT INTO source (book, service, id) VALUES (9, 'x', '7'), (10, 'x', '7'), (1, 'x', '8'), (2, 'y', '8'),
          (7, 'x', '9'), (8, 'x', '9');
        """)
    #expect(found == ["source 9 10", "isbn 5 6", "title 3 4", "similar? 1 2"])
  }

  @Test("Editions, volumes and namesakes stay apart, also where a third row joins both") func apart() throws {
    let found = try groups(
      Self.table + """
        INSERT INTO book (pk, title, author, isbn, series_number) VALUES
          (1, 'Emma', 'Jane Austen', '9780141439587', NULL), (2, 'Emma', 'Jane Austen', '9780306406157', NULL),
          (3, 'Saga', 'Ann Lee', NULL, 1), (4, 'Saga', 'Ann Lee', NULL, 2), (5, 'Poems', 'John Keats', NULL, NULL),
          (6, 'Poems', 'Emily Dickinson', NULL, NULL), (7, 'Emma', 'Jane Austen', NULL, NULL),
          (8, 'Star: A', 'Q. Quill', NULL, NULL), (9, 'Star: Bee', 'Q. Quill', NULL, NULL), (10, 'Star', 'Q. Quill', NULL, NULL);
        """)
    #expect(found == ["title? 1 7"])
  }

  @Test(
    "The first author is enough where other people differ, and the reason says so",
    arguments: [
      ("Terry Pratchett", "Terry Pratchett, Paul Kidby", "author?"),
      ("Terry Pratchett, Stephen Briggs", "Terry Pratchett, Paul Kidby", "author?"),
      ("Terry Pratchett", "Terry Pratchett & Lyn Zyx, Bo Ann Abc, Chidi Def", "author?"),
      ("Pratchett, Terry", "Terry Pratchett and Stephen Baxter", "author?"),
      ("Terry Pratchett; Stephen Briggs", "Terry Pratchett; Paul Kidby", "author?"),
      ("Terry Pratchett; Stephen Briggs", "Terry Pratchett & Paul Kidby", "author?"),
      ("Terry Pratchett; Paul Kidby", "Terry Pratchett", "title"),
      ("Neil Gaiman & Terry Pratchett", "Terry Pratchett & Neil Gaiman", "title"),
      ("Gabriel José García Márquez", "García Márquez, Gabriel José", "title"),
      ("García Márquez, Gabriel José", "G. García Márquez", "similar?"),
      ("Terry Pratchett, Paul Kidby", "Ian Stewart, Paul Kidby", ""),
      ("Paul Kidby", "Terry Pratchett; Paul Kidby", ""),
    ])
  func firstAuthor(_ left: String, _ right: String, _ reason: String) throws {
    let found = try groups(
      Self.table
        + "INSERT INTO book (title, author) VALUES ('The Last Hero', '\(left)'), ('The Last Hero', '\(right)')"
    )
    #expect(found == (reason.isEmpty ? [] : ["\(reason) 1 2"]))
  }

  @Test("Rows of any table are the same by their titles, or by fields that one names, whatever their keys")
  func fields() throws {
    let store = try Scratch(
      """
      CREATE TABLE part (kind TEXT, number INTEGER, name TEXT, colour TEXT, PRIMARY KEY (kind, number)) WITHOUT ROWID;
      INSERT INTO part VALUES ('a', 1, 'Bolt', 'red'), ('a', 2, 'bolt ', 'Red'), ('b', 1, 'Bolt', 'red'), ('b', 2, 'Nut', NULL),
        ('b', 3, '', NULL), ('b', 4, NULL, '');
      """
    ).store()
    let fields = try ["name", "colour"].map { try #require(store.schema.field(named: $0)) }
    let found = try RowSelection(of: store).duplicates(in: store, by: fields).groups
    #expect(found.map(\.ids.count) == [3] && found.map(\.reason) == [.fields])
    #expect(found.first?.isSure == false)
    #expect(try RowSelection(of: store).duplicates(in: store).groups.count == 1)
  }

  @Test("A thousand equal rows are one group") func many() throws {
    let found = try groups(
      Self.table + """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
          INSERT INTO book (title, author) SELECT 'Same Old Title', 'Same Author' FROM n;
        """)
    #expect(found.map { $0.split(separator: " ").count } == [1_001])
  }

  @Test("What was called different is left out until one of the rows changes") func different() throws {
    let (scratch, store) = try Scratch.logged(
      Self.table + "INSERT INTO book (title, author) VALUES ('Emma', 'Jane Austen'), ('Emma', 'Jane Austen')")
    func count() throws -> Int { try RowSelection(of: store).duplicates(in: store).groups.count }
    #expect(try count() == 1)
    try store.noteDifferent([.rowid(1), .rowid(2)])
    #expect(try count() == 0)
    try store.noteDifferent([.rowid(2), .rowid(1)], areDifferent: false)
    #expect(try count() == 1)
    try store.noteDifferent([.rowid(1), .rowid(2)])
    try store.forgetDifferent()
    #expect(try count() == 1)
    try store.noteDifferent([.rowid(1), .rowid(2)])
    #expect(try count() == 0)
    try scratch.run("UPDATE book SET notes = 'x' WHERE pk = 2")
    #expect(try count() == 1)
  }

  @Test("A query limits the rows") func query() throws {
    let store = try Scratch(
      Self.table
        + "INSERT INTO book (title, author) VALUES ('Emma', 'Jane Austen'), ('Emma', 'Jane Austen'), ('It', 'S. K.')"
    ).store()
    var rows = RowQuery()
    rows.query = Query("it", in: store.schema)
    #expect(try RowSelection(of: store, rows).duplicates(in: store).groups.isEmpty)
  }

  // MARK: Precision and recall

  private static let books = titles.enumerated().map { place, title in
    LabelledBooks.Book(title: title, author: authors[place % authors.count])
  }

  private static let authors = ["Ann Lee Moore", "Bo Carlsen", "Chidi Okafor", "Dana Petrova", "Eli Stern"]
  private static let titles = [
    "The Winter Harbour", "The Summer Harbour", "Lanterns (Night Watch, #1)", "Embers (Night Watch, #2)",
    "Glass: A History of Windows", "Glass: A History of Bottles", "Orchard's End", "A Season of Salt",
    "Quarantine", "The Cartographer", "The Cartographers of Nowhere", "Number 9", "Number 10", "Thirst",
    "Monsoon Diaries: 1971", "The Long Quiet", "The Long Quiet Road", "Silverfish", "Goldfish",
    "Kingdom of Moss (Moss, #1)", "Understanding Tides", "Understanding Winds", "Paper Boats",
    "The Clockmaker: A Life", "Everything Ends",
  ]

  @Test("No sure pair is false, few likely ones are, and most are found") func labelled() throws {
    let (scratch, same) = try library()
    let store = try scratch.store()
    var (found, falses, counts) = (Set<[Int64]>(), [Bool: [[Int64]]](), [Bool: Int]())
    for group in try RowSelection(of: store).duplicates(in: store).groups {
      for pair in pairs(group.ids.compactMap(\.rowid)) {
        found.insert(pair)
        counts[group.isSure, default: 0] += 1
        if same[pair] == nil { falses[group.isSure, default: []].append(pair) }
      }
    }
    let missing = same.filter { !found.contains($0.key) }
    let (sureFalse, likelyFalse) = (falses[true] ?? [], falses[false] ?? [])
    #expect(sureFalse.isEmpty)
    #expect(50 * likelyFalse.count <= counts[false] ?? 0)
    #expect(20 * missing.count <= same.count)
  }

  private func pairs(_ keys: [Int64]) -> [[Int64]] {
    keys.indices.flatMap { place in keys[(place + 1)...].map { [keys[place], $0] } }
  }

  /// The books with a copy of each, by one rule after the other, and of every second one another that is not the same; and
  /// the pairs that are the same, with the rules.
  private func library() throws -> (Scratch, [[Int64]: String]) {
    var (rows, same, key): ([String], [[Int64]: String], Int64) = ([], [:], 0)
    func add(_ book: LabelledBooks.Book) -> Int64 {
      key += 1
      let cells = [book.title, book.author, book.isbn ?? ""].map { "'\($0.replacing("'", with: "''"))'" }
      rows.append("(\(key), \(cells.joined(separator: ", ")))")
      return key
    }
    var taken = Set(Self.books.map(\.name))
    for (place, book) in Self.books.enumerated() {
      let own = add(book)
      let rules = LabelledBooks.same
      // What is left of one title may be what is left of another.
      for offset in 0..<rules.count {
        let rule = rules[(place + offset) % rules.count]
        guard let altered = rule.alter(book), altered.name == book.name || taken.insert(altered.name).inserted
        else { continue }
        same[[own, add(altered)]] = rule.name
        break
      }
      let others = LabelledBooks.other
      if place % 2 == 0, let other = others[place / 2 % others.count].alter(book) { _ = add(other) }
    }
    let scratch = try Scratch(Self.table)
    for start in stride(from: 0, to: rows.count, by: 500) {
      let part = rows[start..<min(start + 500, rows.count)].joined(separator: ", ")
      try scratch.run("INSERT INTO book (pk, title, author, isbn) VALUES \(part)")
    }
    return (scratch, same)
  }
}
