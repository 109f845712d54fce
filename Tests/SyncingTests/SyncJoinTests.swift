import Foundation
import SyncSupport
import Syncing
import TestSupport
import Testing

/// Libraries that join filled, and those that are restored, cloned or half written.
@Suite("Syncs of copies and after losses") struct SyncJoinTests {
  private let desk: SyncDesk

  init() throws { desk = try SyncDesk() }

  @Test("One import on two machines, one of them rated since, is one library") func oneImport() throws {
    let books = """
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author TEXT, isbn TEXT, rating REAL);
      WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
      INSERT INTO book SELECT i, 'Book ' || i, 'Author ' || (i % 90), 9780000000000 + i, NULL FROM n;
      """
    let (one, other) = (try desk.machine("laptop", books), try desk.machine("desk", books))
    // The other one has them in another order.
    try other.run(
      "UPDATE book SET pk = -pk; UPDATE book SET pk = 1501 + pk, rating = 4; DELETE FROM book WHERE pk = 9")
    try one.sync()
    #expect(try other.sync().beginning == .joined)
    try desk.agree(one, other)
    #expect(try one.rows("SELECT count(*), count(rating) FROM book") == ["1500 1499"])
    #expect(try one.rows("SELECT title FROM book WHERE pk = 7") == ["Book 7"])
  }

  @Test("A copy joins: equal rows are the same, other books with such a key are other books") func joined()
    throws
  {
    let (one, other) = (
      try desk.machine("laptop", SyncDesk.schema), try desk.machine("desk", SyncDesk.schema)
    )
    try one.sync()
    try other.run("UPDATE book SET pages = 1 WHERE pk = 2")
    try other.run("UPDATE book SET title = 'Silas Marner', author = 2, isbn = '7', pages = 2 WHERE pk = 1")
    #expect(try other.sync().beginning == .joined)
    try desk.carry(one, other)
    #expect(try one.questions.map(\.kind) == [.field("pages")])
    let readings = "SELECT title, day FROM book LEFT JOIN reading ON book = book.pk ORDER BY 1"
    let books = ["Emma 2020-01-01", "Middlemarch –", "Silas Marner 2020-01-01"]
    #expect(try one.rows(readings) == books)
    try one.settle(.theirs)
    try desk.agree(one, other)
    #expect(try one.rows(readings) == books)
  }

  @Test(
    "Nobody begins a second library while files of the first one are on their way",
    arguments: [nil, SyncDesk.schema])
  func partsMissing(_ schema: String?) throws {
    let place = try CarriedPlace(in: desk.folder.path, isFolder: true)
    func machine(_ name: String, _ schema: String?) throws -> SyncMachine {
      let history = try place.history(of: name, in: desk.folder.path)
      let machine = try SyncMachine(name, in: desk.folder.path, by: history)
      if let schema { try machine.run(schema) }
      return machine
    }
    let (one, other) = (try machine("laptop", SyncDesk.schema), try machine("desk", nil))
    for machine in [one, other] {
      try machine.sync()
      try machine.run("INSERT INTO author (name) VALUES ('\(machine.name)')")
    }
    try other.sync()
    let first = desk.folder.path("place/laptop.000001-000001.bundle")
    try FileManager.default.moveItem(atPath: first, toPath: desk.folder.path("late"))
    let third = try machine("tablet", schema)
    #expect(throws: SyncError.waits(path: "desk.000001-000001.bundle")) { try third.sync() }
    #expect(third.hasLibrary == (schema != nil))
    try FileManager.default.moveItem(atPath: desk.folder.path("late"), toPath: first)
    #expect(try third.sync().beginning == (schema == nil ? .created : .joined))
    #expect(try third.rows("SELECT name FROM author WHERE name = 'desk'") == ["desk"])
  }

  @Test("A new machine gets all tables but one whose statement never ends") func endlessStatement() throws {
    let one = try desk.machine("laptop", SyncDesk.schema)
    try one.sync()
    let row = TreeDeclaration(
      "a", columns: [.init("x")],
      statements: [
        "CREATE TABLE a AS WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"
      ]
    ).born()
    let stranger = desk.place.history(of: "stranger", in: desk.folder.path)
    try stranger.fetch()
    let (head, path) = (try #require(stranger.heads().values.first), "tables/all.jsonl")
    let lines = try #require(try stranger.bytes(at: path, of: head))
    let commit = try stranger.commit(on: head, parents: [head], by: .merge) { put throws(SyncError) in
      try put(path, lines + TreeLine.bytes(of: row) + [0x0A])
    }
    try stranger.publish(commit, as: "stranger")
    let other = try desk.machine("desk")
    let report = try other.sync()
    #expect(report.beginning == .created)
    #expect(report.lacking == [.init(name: "a", columns: [])])
    #expect(try other.rows("SELECT title FROM book ORDER BY pk") == ["Emma", "Middlemarch"])
  }

  @Test("A machine that has lost what it knew joins anew, has nothing twice, and takes nothing away")
  func lost() throws {
    let (one, other) = try desk.pair()
    try one.run("INSERT INTO book (pk, title, author) VALUES (3, 'Persuasion', 1)")
    try desk.carry(one, other)
    try one.run(
      "UPDATE book SET title = 'Emma: a novel' WHERE pk = 1; INSERT INTO author VALUES (3, 'Homer')")
    try one.sync()
    try other.run("UPDATE book SET isbn = '9' WHERE pk = 3")
    try other.forget()
    #expect(try other.sync().beginning == .joined)
    try desk.carry(one, other)
    while let question = try other.questions.first { try other.settle(question, .theirs) }
    try desk.agree(other, one)
    #expect(
      try one.rows("SELECT title, isbn FROM book") == ["Emma: a novel 111", "Middlemarch –", "Persuasion 9"])
    #expect(try other.rows("SELECT name FROM author WHERE id = 3") == ["Homer"])
  }

  @Test(
    "A restored backup keeps the machine's name, and the person says whether it was meant",
    arguments: [(true, true), (false, true), (false, false)])
  func restored(_ isInPlace: Bool, _ isRestored: Bool) throws {
    let (one, other) = try desk.pair()
    let backup = try Data(contentsOf: URL(filePath: other.library))
    try one.run("INSERT INTO book VALUES (3, 'C', NULL, NULL, NULL)")
    try other.run("UPDATE author SET name = 'Homer' WHERE id = 1")
    try desk.agree(one, other)
    if isInPlace {
      try overwrite(other.library, backup)
    } else {
      try FileManager.default.removeItem(atPath: other.library)
      try backup.write(to: URL(filePath: other.library))
    }
    other.label = nil
    #expect(throws: SyncError.restored(seconds: other.now)) { try other.sync() }
    var options = other.options
    (options.isRestored, options.sendsAnyway) = (isRestored, !isRestored)
    #expect(try SyncSession.run(options, by: other.history).label == "desk")
    try desk.agree(other, one)
    #expect(try one.rows("SELECT name FROM author WHERE id = 1") == [isRestored ? "Homer" : "Jane Austen"])
    #expect(try one.rows("SELECT title FROM book WHERE pk = 3") == (isRestored ? ["C"] : []))
  }

  /// Machines that have given the same keys to different books.
  private func rivals() throws -> (SyncMachine, SyncMachine) {
    let machines = try ["laptop", "desk"].map { name in
      try desk.machine(
        name,
        """
        CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, note TEXT);
        CREATE TABLE reading (pk INTEGER PRIMARY KEY, book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE, day TEXT);
        WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 8)
        INSERT INTO book SELECT i, '\(name) ' || i, NULL FROM n;
        """)
    }
    return (machines[0], machines[1])
  }

  /// Such machines, each with the other one's books.
  private func joinedPair() throws -> (SyncMachine, SyncMachine) {
    let (one, other) = try rivals()
    try desk.carry(one, other)
    return (one, other)
  }

  @Test("A merge after an undo is of the books that had the keys then") func mergedAfterUndo() throws {
    let (one, other) = try joinedPair()
    try one.undo()
    for key: Int64 in [1, 3, 5, 7] { try one.merge(key, into: key + 1) }
    try other.run("INSERT INTO reading (book, day) SELECT pk, title FROM book WHERE title LIKE 'desk%'")
    try desk.carry(one, other)
    let sql = "SELECT count(*) FROM reading AS r JOIN book AS b ON b.pk = r.book AND b.title = r.day"
    #expect(try other.rows(sql) == ["8"])
    #expect(try one.rows(sql) == ["8"])
  }

  @Test("A restored backup whose books have other keys than they were born with is brought forward")
  func restoredWithOtherKeys() throws {
    let (one, other) = try joinedPair()
    let backup = try Data(contentsOf: URL(filePath: other.library))
    try one.run("UPDATE book SET note = 'new'")
    try desk.agree(one, other)
    try overwrite(other.library, backup)
    #expect(throws: SyncError.restored(seconds: other.now)) { try other.sync() }
    try other.sync(isRestored: true)
    #expect(try other.rows("SELECT count(*), count(note) FROM book") == ["16 16"])
  }

  @Test("A restored backup whose rows were replaced or deleted since is brought forward")
  func restoredWithOtherRows() throws {
    let (one, other) = try desk.pair()
    let backup = try Data(contentsOf: URL(filePath: other.library))
    try other.run("INSERT INTO author VALUES (3, 'Homer')")
    try one.run("DELETE FROM author WHERE id = 1")
    try one.run("DELETE FROM book WHERE pk = 2; INSERT INTO book VALUES (2, 'Persuasion', NULL, '9', NULL)")
    try desk.agree(one, other)
    try expectBroughtForward(one, other, backup)
  }

  @Test("A restored backup from before books got other keys is brought forward", arguments: [true, false])
  func restoredFromBeforeJoin(_ isFirst: Bool) throws {
    let (one, other) = try rivals()
    try one.sync()
    let (restored, rest) = isFirst ? (one, other) : (other, one)
    if !isFirst { try other.sync() }
    let backup = try Data(contentsOf: URL(filePath: restored.library))
    try desk.carry(one, other)
    try rest.run("DELETE FROM book WHERE title LIKE '% 2'")
    try expectBroughtForward(rest, restored, backup)
    #expect(try restored.rows("SELECT count(*) FROM book") == ["14"])
  }

  @Test("A restored backup whose arrivals were undone since is brought forward") func restoredWithUndone()
    throws
  {
    let (one, other) = try desk.pair()
    try one.run(
      "INSERT INTO book VALUES (3, 'C', NULL, NULL, NULL); UPDATE book SET title = 'new' WHERE pk = 1")
    try desk.carry(one, other)
    let backup = try Data(contentsOf: URL(filePath: other.library))
    try other.undo()
    try expectBroughtForward(one, other, backup)
    #expect(try one.rows("SELECT count(*) FROM book") == ["2"])
  }

  @Test("A restored backup is known although the values of a row were in question then")
  func restoredWithQuestion()
    throws
  {
    let (one, other) = try desk.pair()
    try one.run("UPDATE book SET title = 'mine' WHERE pk = 1")
    try other.run("UPDATE book SET title = 'yours' WHERE pk = 1")
    try desk.carry(one, other)
    let backup = try Data(contentsOf: URL(filePath: other.library))
    try one.settle(.mine)
    try expectBroughtForward(one, other, backup)
    #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == ["mine"])
  }

  @Test("A restored backup is known although the table has got and lost fields since")
  func restoredWithOtherFields()
    throws
  {
    let (one, other) = try desk.pair()
    let backup = try Data(contentsOf: URL(filePath: other.library))
    try one.run("UPDATE book SET title = 'new' WHERE pk = 1")
    try desk.carry(one, other)
    try other.run("ALTER TABLE book DROP COLUMN pages; ALTER TABLE book ADD COLUMN note TEXT")
    try other.sync()
    try overwrite(other.library, backup)
    #expect(throws: SyncError.restored(seconds: other.now)) { try other.sync() }
    try other.sync(isRestored: true)
    #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == ["new"])
  }

  @Test("A restored backup is known although a later sync differs less from now") func restoredFromLongAgo()
    throws
  {
    let (one, other) = try desk.pair()
    let backup = try Data(contentsOf: URL(filePath: other.library))
    try other.run("INSERT INTO author VALUES (3, 'Homer')")
    try other.sync()
    try one.run("UPDATE book SET title = 'new'")
    try expectBroughtForward(one, other, backup)
  }

  @Test("A restored backup is known if a book that others deleted was there because of its reading")
  func restoredWithKeptRow() throws {
    let (one, other) = try desk.pair()
    try one.run("INSERT INTO reading VALUES (2, 2, '2021-01-01')")
    try other.run("DELETE FROM book WHERE pk = 2")
    try desk.carry(one, other)
    let backup = try Data(contentsOf: URL(filePath: other.library))
    try one.run("UPDATE book SET title = 'new' WHERE pk = 2")
    try expectBroughtForward(one, other, backup)
  }

  /// Carries everything, then puts a backup of a library in its place and syncs it.
  private func expectBroughtForward(_ one: SyncMachine, _ other: SyncMachine, _ backup: Data) throws {
    try desk.carry(one, other)
    let content = try one.content
    try overwrite(other.library, backup)
    #expect(throws: SyncError.restored(seconds: other.now)) { try other.sync() }
    try other.sync(isRestored: true)
    #expect(try other.content == content)
  }

  @Test("A new machine whose library refuses a row gets all others, and sends no deletion")
  func refusedAtFirst() throws {
    let one = try desk.machine(
      "laptop",
      """
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, pages INTEGER CHECK (pages > 0));
      INSERT INTO book VALUES (1, 'Emma', 474), (2, 'Persuasion', 1);
      PRAGMA ignore_check_constraints = 1; UPDATE book SET pages = -1 WHERE pk = 2;
      """)
    let other = try desk.machine("desk")
    try desk.carry(one, other)
    #expect(try other.rows("SELECT title FROM book") == ["Emma"])
    #expect(try one.rows("SELECT title FROM book ORDER BY pk") == ["Emma", "Persuasion"])
    #expect(try other.questions.count == 1)
  }

  private func overwrite(_ path: String, _ bytes: Data) throws {
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.write(contentsOf: bytes)
    try handle.truncate(atOffset: UInt64(bytes.count))
    try handle.close()
  }

  @Test("What a program has left half written in the library is rolled back first") func unfinishedWrite()
    throws
  {
    let (one, other) = try desk.pair()
    let journal = one.library + "-journal"
    var half: [(path: String, content: Data)] = []
    try StockDatabase(one.library).use { database in
      // The cache is too small, so SQLite writes to the file before COMMIT.
      try database.run("PRAGMA cache_size = 1; BEGIN; UPDATE book SET title = 'half'")
      try database.run("INSERT INTO loose VALUES (zeroblob(100000))")
      half = try [one.library, journal].map { ($0, try Data(contentsOf: URL(filePath: $0))) }
      try database.run("ROLLBACK")
    }
    try Data().write(to: URL(filePath: journal))
    for (path, content) in half { try overwrite(path, content) }
    try desk.agree(one, other)
    #expect(try one.rows("SELECT title FROM book") == ["Emma", "Middlemarch"])
  }

  @Test("A sync that fails at either COMMIT is finished by the next one", arguments: [true, false])
  func committedByHalf(_ isLibraryDone: Bool) throws {
    let (one, other) = try desk.pair()
    try one.run(
      "INSERT INTO author VALUES (3, 'Currer Bell'); INSERT INTO book VALUES (3, 'Jane Eyre', 3, '333', 500)")
    try one.sync()
    #expect(throws: SyncError.self) { try other.sync(reading: isLibraryDone ? other.shadow : other.library) }
    #expect(try other.rows("SELECT pages FROM book WHERE pk = 3") == (isLibraryDone ? ["500"] : []))
    try other.run(
      "UPDATE book SET pages = 501 WHERE pk = 3; INSERT OR IGNORE INTO author VALUES (3, 'Anne Brontë')")
    try desk.agree(other, one)
    #expect(
      try one.rows("SELECT title, pages FROM book WHERE pk > 2") == ["Jane Eyre \(isLibraryDone ? 501 : 500)"]
    )
    let names = ["Currer Bell"] + (isLibraryDone ? [] : ["Anne Brontë"])
    #expect(try Set(one.rows("SELECT name FROM author WHERE id > 2")) == Set(names))
  }

  @Test("A library that was copied with the whole home is another machine", arguments: [true, false])
  func cloned(_ isFirst: Bool) throws {
    let (one, other, clone) = (
      try desk.machine("laptop", SyncDesk.schema), try desk.machine("desk"), try desk.machine("clone")
    )
    try desk.carry(one, other)
    try clone.copy(other)
    try other.run("UPDATE book SET title = 'B' WHERE pk = 1")
    try clone.run("UPDATE book SET title = 'M' WHERE pk = 2; INSERT INTO author VALUES (4, 'Homer')")
    let beginnings = try (isFirst ? [clone, other] : [other, clone]).map { try $0.sync().beginning }
    #expect(beginnings == [.none, .renamed])
    other.label = nil
    try desk.agree(one, other, clone)
    #expect(try one.rows("SELECT title FROM book") == ["B", "M"])
  }
}
