import Records
import SeededRandom
import Testing

@testable import BookStore

/// Several rows become one: what points to them, what they hold, and undo.
struct MergeTests {
  private func library() throws -> Scratch {
    let scratch = try Scratch(.reading)
    try scratch.run(Self.books)
    return scratch
  }

  private static let books = """
    INSERT INTO book (pk, title, author, pages, tags, notes, cover, status, added) VALUES
      (1, 'Emma', 'Jane Austen', NULL, 'classic, wit', 'first', NULL, 'read', '2024-05-05'),
      (2, 'Emma', 'Austen, Jane', 474, 'wit; england', 'second', x'FFD8FF01', 'to read', '2020-01-01');
    INSERT INTO reading (pk, book, started, finished, rating) VALUES (1, 1, NULL, '2020-02-03', NULL), (2, 2, '2020-01-01', '2020-02-03', 4),
      (3, 2, NULL, NULL, NULL), (4, 1, NULL, '2011', NULL);
    INSERT INTO progress (pk, reading, at, page) VALUES (1, 2, '2020-01-02', 7), (2, 1, '2020-01-02', 7), (3, 3, '2021-01-01', 1);
    INSERT INTO shelf VALUES (1, 'a'), (2, 'b'); INSERT INTO book_shelf VALUES (1, 1), (2, 1), (2, 2);
    INSERT INTO quote (pk, book, text, note) VALUES (1, 1, 'q', NULL), (2, 2, 'q', 'n'), (3, 2, 'r', NULL);
    INSERT INTO source (pk, book, service, id) VALUES (1, 1, 'goodreads', '6'), (2, 2, 'storygraph', 'x');
    INSERT INTO loan (pk, book, person) VALUES (1, 2, 'Kim');
    """

  private static let merge = Merge([.rowid(1), .rowid(2)])

  @Test("What is lost by choosing an empty value or one of two lists is named") func lost() throws {
    let store = try library().loggedStore()
    let choices: [Int: Merge.Choice] = [
      try store.field("status"): .row(0), try store.field("tags"): .row(1),
      try store.field("notes"): .row(1), try store.field("cover"): .row(0),
    ]
    let count = try store.merging.count([Merge([.rowid(1), .rowid(2)], choices: choices)])
    let lost = Set(count.dropped.map { $0.field.column })
    #expect(lost == ["tags", "notes", "status", "cover", "author"])
    #expect(count.title == "Emma")
  }

  @Test("Readings, progress, shelves, quotes, sources and a cover come along; what both have is kept once")
  func book() throws {
    let scratch = try library()
    var store = try scratch.loggedStore()
    let before = try scratch.everything()
    let trial = try store.merging.count([Self.merge])
    #expect(try scratch.everything() == before)
    let count = try store.merging.merge([Self.merge])
    #expect(count == trial)
    let book = "SELECT pk, title, author, pages, tags, notes, hex(cover), status, added FROM book"
    let whole = "1|Emma|Jane Austen|474|classic; wit; england|first|FFD8FF01|read|2020-01-01"
    #expect(try scratch.rows(book) == [whole])
    let readings = try scratch.rows("SELECT pk, book, started, finished, rating FROM reading ORDER BY 1")
    #expect(readings == ["1|1|2020-01-01|2020-02-03|4.0", "3|1|NULL|NULL|NULL", "4|1|NULL|2011|NULL"])
    #expect(try scratch.rows("SELECT reading, page FROM progress ORDER BY pk") == ["1|7", "3|1"])
    #expect(try scratch.rows("SELECT * FROM book_shelf") == ["1|1", "1|2"])
    #expect(try scratch.rows("SELECT book, text, note FROM quote ORDER BY pk") == ["1|q|n", "1|r|NULL"])
    let sources = try scratch.rows("SELECT book, service FROM source ORDER BY pk")
    #expect(sources == ["1|goodreads", "1|storygraph"])
    #expect(try scratch.rows("SELECT book FROM loan") == ["1"])
    // The other spelling of the author, the other notes, and the other status.
    #expect(count.droppedCount == 3)
    let after = try scratch.everything()
    // The session of the store before has ended then.
    store = try store.reopened()
    #expect(try store.undo()?.origin == .merged("Emma"))
    #expect(store.writeBack().isComplete)
    #expect(try scratch.everything() == before)
    _ = try store.redo()
    #expect(store.writeBack().isComplete)
    #expect(try scratch.everything() == after)
  }

  @Test("A choice takes the value of another row, or all of them; empty wins only if it is chosen")
  func choices() throws {
    let scratch = try library()
    let store = try scratch.loggedStore()
    let choices: [Int: Merge.Choice] = [
      try store.field("author"): .row(1), try store.field("notes"): .all, try store.field("pages"): .row(0),
    ]
    try store.merging.merge([Merge([.rowid(1), .rowid(2)], choices: choices)])
    let merged = try scratch.rows("SELECT author, notes, pages FROM book")
    #expect(merged == ["Austen, Jane|first\n\nsecond|NULL"])
  }

  @Test("What another program has changed since is not merged unseen") func seen() throws {
    let scratch = try library()
    let store = try scratch.loggedStore()
    let sheet = try store.merging.sheet(of: [.rowid(1), .rowid(2)])
    #expect(sheet.merge.ids == [.rowid(2), .rowid(1)])
    let differing = sheet.differing.map { store.schema.fields[$0].column }.sorted()
    #expect(differing == ["author", "notes", "status"])
    try scratch.run("UPDATE book SET pages = 5 WHERE pk = 1")
    let before = try scratch.everything()
    #expect(throws: StoreError.changedSince) { try store.merging.merge([sheet.merge]) }
    #expect(try scratch.everything() == before)
  }

  @Test("An edit that is only in memory is merged, too") func unwritten() throws {
    let scratch = try library()
    let store = try scratch.loggedStore()
    try store.set("new", at: store.field("publisher"), of: .rowid(2))
    try store.merging.merge([Self.merge])
    #expect(try scratch.rows("SELECT publisher FROM book") == ["new"])
  }

  // MARK: Random rows

  private static let schema = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, code TEXT UNIQUE, boss INTEGER REFERENCES person, note TEXT,
      count INTEGER DEFAULT 0);
    CREATE TABLE pet (owner INTEGER REFERENCES person ON DELETE CASCADE, place INTEGER, name TEXT,
      PRIMARY KEY (owner, place)) WITHOUT ROWID;
    CREATE TABLE toy (id INTEGER PRIMARY KEY, owner INTEGER, place INTEGER, name TEXT,
      FOREIGN KEY (owner, place) REFERENCES pet ON DELETE CASCADE ON UPDATE SET NULL);
    CREATE TABLE badge (person INTEGER PRIMARY KEY REFERENCES person ON DELETE CASCADE, name TEXT, level TEXT);
    CREATE TABLE scan (id INTEGER PRIMARY KEY, badge INTEGER REFERENCES badge ON DELETE SET NULL, name TEXT);
    CREATE TABLE friend (first INTEGER REFERENCES person ON DELETE SET NULL, second INTEGER DEFAULT 1 REFERENCES person
      ON DELETE SET DEFAULT DEFERRABLE INITIALLY DEFERRED, name TEXT, UNIQUE (first, second));
    CREATE TABLE letter (id INTEGER PRIMARY KEY, code TEXT REFERENCES person (code) ON UPDATE CASCADE ON DELETE CASCADE,
      name TEXT);
    CREATE TABLE log (what TEXT);
    """
  private static let contents: [String] =
    ["person", "toy", "badge", "scan", "friend", "letter", "log"].map {
      "SELECT '\($0)', rowid, * FROM \($0) ORDER BY rowid"
    } + ["SELECT 'pet', * FROM pet ORDER BY owner, place"]
  private static let triggers = [
    "AFTER DELETE ON person BEGIN INSERT INTO log VALUES ('gone ' || old.name); END",
    "AFTER UPDATE ON pet BEGIN UPDATE person SET count = count + 1 WHERE id = new.owner; END",
    "AFTER DELETE ON pet BEGIN INSERT INTO log VALUES ('pet ' || old.name); END",
    "BEFORE UPDATE ON letter BEGIN INSERT INTO log VALUES ('letter'); END",
    "AFTER UPDATE OF boss ON person BEGIN UPDATE person SET count = count + 10 WHERE id = new.boss; END",
    "AFTER UPDATE ON friend BEGIN DELETE FROM log WHERE rowid = 1; END",
  ]

  private static func fill(_ random: inout SeededGenerator) -> [String] {
    var number = 0
    func token() -> String {
      number += 1
      return "'<\(number)>'"
    }
    func maybe(_ text: String) -> String { Bool.random(using: &random) ? text : "NULL" }
    func pick(_ range: ClosedRange<Int>) -> String { String(Int.random(in: range, using: &random)) }
    var sql: [String] = []
    for id in 1...6 {
      let boss = id > 1 ? maybe(pick(1...id)) : "NULL"
      sql.append(
        "INSERT INTO person VALUES (\(id), \(maybe(token())), \(maybe(token())), \(boss), \(maybe(token())), 0)"
      )
    }
    for _ in 0..<10 {
      sql.append("INSERT OR IGNORE INTO pet VALUES (\(pick(1...6)), \(pick(1...2)), \(maybe(token())))")
      sql.append("INSERT OR IGNORE INTO badge VALUES (\(pick(1...6)), \(maybe(token())), \(maybe(token())))")
      sql.append(
        "INSERT OR IGNORE INTO friend VALUES (\(maybe(pick(1...6))), \(pick(1...6)), \(maybe(token())))")
      sql.append(
        "INSERT INTO letter (code, name) SELECT code, \(token()) FROM person WHERE id = \(pick(1...6))")
      sql.append(
        "INSERT INTO toy (owner, place, name) SELECT owner, place, \(token()) FROM pet WHERE owner = \(pick(1...6))"
      )
      sql.append(
        "INSERT INTO scan (badge, name) SELECT person, \(token()) FROM badge WHERE person = \(pick(1...6))")
    }
    for (place, trigger) in triggers.enumerated() where Bool.random(using: &random) {
      sql.append("CREATE TRIGGER t\(place) \(trigger)")
    }
    return sql
  }

  @Test(
    "Nothing points to a row that is gone, nothing is lost, and undo and redo are exact",
    arguments: 0..<40 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let scratch = try Scratch(Self.schema + Self.fill(&random).joined(separator: ";\n"))
    func all() throws -> [String] { try scratch.rows(ofEach: Self.contents) }
    let ids = Array((1...6).shuffled(using: &random).prefix(Int.random(in: 2...3, using: &random)))
    let merge = Merge(ids.map { .rowid(Int64($0)) })
    let comment = Comment(rawValue: "seed \(seed): \(ids)")
    let before = try all()
    var store = try scratch.loggedStore()
    var trial = MergeCount()
    do throws(StoreError) { trial = try store.merging.count([merge]) } catch {
      // Rows that point to each other, or to a key that moves, are left as they are.
      try #require(error.isOfKeys, comment)
      #expect(throws: StoreError.self, comment) { try store.merging.merge([merge]) }
      return try #require(try all() == before, comment)
    }
    try #require(try all() == before, comment)
    var count = MergeCount()
    do throws(StoreError) { count = try store.merging.merge([merge]) } catch {
      // Some keys are checked at the end of the transaction only, which the trial does not reach.
      try #require(error.isOfKeys, comment)
      return try #require(try all() == before, comment)
    }
    #expect(count == trial, comment)
    let after = try all()
    #expect(try scratch.rows("PRAGMA foreign_key_check") == [], comment)
    #expect(try scratch.rows("SELECT count(*) FROM person") == ["\(7 - ids.count)"], comment)
    let lost = tokens(before).subtracting(tokens(after))
    #expect(lost.count <= count.droppedCount, comment)
    // The session of the store before has ended then.
    store = try store.reopened()
    for _ in 0..<2 {
      try #require(try store.undo() != nil, comment)
      try #require(store.writeBack().isComplete, comment)
      try #require(try all() == before, comment)
      try #require(try store.redo() != nil, comment)
      try #require(store.writeBack().isComplete, comment)
      try #require(try all() == after, comment)
    }
  }

  /// The texts that stand in one place alone, but for what triggers log.
  private func tokens(_ lines: [String]) -> Set<String> {
    Set(
      lines.filter { !$0.hasPrefix("log") }.flatMap { $0.split(separator: "|") }.filter { $0.hasPrefix("<") }
        .map(String.init))
  }
}

extension StoreError {
  /// Whether rows that point to a key stand against a change.
  fileprivate var isOfKeys: Bool {
    switch self {
    case .foreignKey, .isPointedTo, .danglingReference: true
    default: false
    }
  }
}
