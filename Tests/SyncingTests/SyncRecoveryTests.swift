import Foundation
import Syncing
import TestSupport
import Testing

/// Copies that join, and files, places and shadows that are lost, damaged or not the right ones.
@Suite("Syncs of copies and after losses") struct SyncRecoveryTests {
  private let pair: SyncPair

  init() throws { pair = try SyncPair() }

  @Test("A cut off, changed, foreign or later file is named and changes nothing; the whole one is taken")
  func damagedFiles() throws {
    let (one, other) = try pair.machines()
    let before = try pair.carrier.list()
    try one.sync(after: "UPDATE book SET title = 'A' WHERE pk = 1")
    let name = try #require(try pair.carrier.list().first { !before.contains($0) })
    let whole = try #require(pair.carrier[name])
    var changed = whole
    changed[whole.count / 2] ^= 1
    for bytes in [Array(whole.dropLast(30)), Array(whole.prefix(3)), [], changed] {
      pair.carrier[name] = bytes
      #expect(try other.sync().unreadable == [name])
      #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == ["Emma"])
    }
    pair.carrier["notes.txt"] = [65]
    pair.carrier[name] = whole
    #expect(try other.sync().unreadable.isEmpty)
    #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == ["A"])
  }

  @Test("A library that another machine has begun at the same place is named, and nothing of it is taken")
  func foreign() throws {
    let one = try pair.machine("laptop")
    try one.sync()
    // It has not seen the place of the first one when it begins.
    let elsewhere = MemoryCarrier()
    let other = try SyncMachine("desk", in: pair.folder.path, elsewhere)
    try other.sync()
    try other.sync(after: "UPDATE book SET title = 'B' WHERE pk = 1")
    for name in try elsewhere.list() { pair.carrier[name] = elsewhere[name] }
    #expect(try one.sync().foreign.count == 1)
    #expect(try one.rows("SELECT title FROM book WHERE pk = 1") == ["Emma"])
  }

  @Test("Two machines of one name are told so, and both are synced") func namesake() throws {
    let (one, other) = try pair.machines()
    try one.sync(after: "UPDATE book SET title = 'A' WHERE pk = 1")
    var options = other.options
    options.label = "laptop"
    #expect(try SyncSession.run(options, by: pair.carrier).hasNamesake)
    try pair.expectSame(one, other)
  }

  @Test("A place that is not there costs nothing: what is new is sent later") func unreachable() throws {
    let one = try pair.machine("laptop")
    try one.sync()
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1")
    var options = one.options
    options.place = pair.folder.path + "/stick"
    #expect(throws: SyncError.noFolder(place: pair.folder.path + "/stick")) { try SyncSession.run(options) }
    #expect(try one.sync().figures.sentCount == 1)
  }

  @Test("A lost shadow has the machine join anew, and nothing is lost") func lostShadow() throws {
    let (one, other) = try pair.machines()
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1")
    try other.run("UPDATE book SET isbn = '9' WHERE pk = 1")
    try one.sync()
    try other.forget()
    #expect(try other.sync().beginning == .joined)
    try pair.carry(one, other)
    #expect(try other.rows("SELECT title, isbn FROM book WHERE pk = 1").count == 1)
    try other.settleAll()
    try pair.agree(one, other)
    #expect(try one.rows("SELECT isbn FROM book WHERE pk = 1") == ["9"])
  }

  @Test(
    "A machine that has lost its shadow has nothing twice, and no questions about what is only new elsewhere")
  func lostShadowAfterEdits() throws {
    let (one, other) = try pair.machines()
    try one.run("INSERT INTO book (pk, title, author) VALUES (3, 'Persuasion', 1)")
    try pair.carry(one, other)
    try one.run("UPDATE book SET title = 'Persuasion: a novel' WHERE pk = 3")
    try pair.carry(one, other)
    try one.sync(after: "UPDATE book SET title = 'Emma: a novel' WHERE pk = 1; DELETE FROM reading")
    try other.run("UPDATE book SET pages = 1 WHERE pk IN (1, 3)")
    try other.forget()
    #expect(try other.sync().beginning == .joined)
    try pair.carry(one, other)
    // Nobody knows any more whether the desk has changed them or did not have the change.
    #expect(try other.questions.map(\.kind) == [.field("pages"), .field("pages")])
    for _ in 0..<2 { try other.settle(.mine) }
    try pair.carry(one, other)
    try #expect(one.questions.isEmpty && other.questions.isEmpty)
    try pair.expectSame(one, other)
    let books = ["1 Emma: a novel 1", "2 Middlemarch 880", "3 Persuasion: a novel 1"]
    #expect(try one.rows("SELECT pk, title, pages FROM book ORDER BY pk") == books)
    #expect(try one.rows("SELECT * FROM reading").isEmpty)
  }

  @Test(
    "A library that is overwritten by an older copy in its place joins anew, and takes nothing away from the others"
  )
  func overwritten() throws {
    let (one, other) = try pair.machines()
    let old = try Data(contentsOf: URL(filePath: other.library))
    try one.run("INSERT INTO book VALUES (3, 'C', NULL, NULL, NULL)")
    try pair.carry(one, other)
    let handle = try FileHandle(forWritingTo: URL(filePath: other.library))
    try handle.write(contentsOf: old)
    try handle.truncate(atOffset: UInt64(old.count))
    try handle.close()
    #expect(try other.sync().beginning == .rejoined)
    try pair.carry(one, other)
    #expect(try one.rows("SELECT title FROM book WHERE pk = 3") == ["C"])
    try pair.expectSame(one, other)
  }

  @Test("A machine whose shadow is restored from a backup joins anew instead of using its numbers again")
  func restoredShadow() throws {
    let (one, other) = try pair.machines()
    let state = other.options.stateFolder
    let copy = pair.folder.path + "/state"
    try FileManager.default.copyItem(atPath: state, toPath: copy)
    try other.run("UPDATE book SET title = 'B' WHERE pk = 1")
    try pair.carry(one, other)
    try FileManager.default.removeItem(atPath: state)
    try FileManager.default.moveItem(atPath: copy, toPath: state)
    try other.run("UPDATE book SET isbn = '8' WHERE pk = 2")
    #expect(try other.sync().beginning == .rejoined)
    try pair.carry(one, other)
    try other.settleAll()
    try pair.agree(one, other)
    #expect(try one.rows("SELECT title, isbn FROM book WHERE pk < 3") == ["B 111", "Middlemarch 8"])
  }

  @Test("A restored backup is known as another file and joins anew") func restored() throws {
    let (one, other) = try pair.machines()
    let copy = pair.folder.path + "/copy.sqlite"
    try FileManager.default.copyItem(atPath: other.library, toPath: copy)
    try one.run("INSERT INTO book VALUES (3, 'C', NULL, NULL, NULL)")
    try pair.carry(one, other)
    try FileManager.default.removeItem(atPath: other.library)
    try FileManager.default.moveItem(atPath: copy, toPath: other.library)
    #expect(try other.sync().beginning == .rejoined)
    try pair.agree(one, other)
    #expect(try one.rows("SELECT count(*) FROM book") == ["3"])
  }

  @Test("What a program has left half written in the library is rolled back first")
  func unfinishedWrite() throws {
    let (one, other) = try pair.machines()
    let journal = one.library + "-journal"
    var half: [(path: String, content: Data)] = []
    try StockDatabase(one.library).use { database in
      // The cache is too small, so SQLite writes to the file before COMMIT.
      try database.run("PRAGMA cache_size = 1; BEGIN; UPDATE book SET title = 'half'")
      try database.run("INSERT INTO loose VALUES (zeroblob(100000))")
      half = try [one.library, journal].map { ($0, try Data(contentsOf: URL(filePath: $0))) }
      try database.run("ROLLBACK")
    }
    for (path, content) in half {
      if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      try handle.write(contentsOf: content)
      try handle.close()
    }
    try one.sync()
    try pair.carry(one, other)
    #expect(try one.rows("SELECT title FROM book") == ["Emma", "Middlemarch"])
    try pair.expectSame(one, other)
  }

  @Test(
    "A sync that ended between the two COMMITs is finished by the next one, though somebody has changed its row"
  )
  func committedByHalf() throws {
    let (one, other) = try pair.machines()
    try one.sync(after: "INSERT INTO book VALUES (3, 'Jane Eyre', 2, '333', 500)")
    #expect(throws: SyncError.self) { try other.syncWithBusyShadow() }
    #expect(try other.rows("SELECT pages FROM book WHERE pk = 3") == ["500"])
    try other.run("UPDATE book SET pages = 501 WHERE pk = 3")
    try pair.carry(one, other)
    #expect(try one.rows("SELECT title, pages FROM book WHERE pk > 2") == ["Jane Eyre 501"])
    try pair.expectSame(one, other)
    try #expect(one.questions.isEmpty && other.questions.isEmpty)
  }

  @Test(
    "A sync whose COMMIT fails has done nothing, though another book gets the key of one that was to come")
  func notCommitted() throws {
    let (one, other) = try pair.machines()
    try one.sync(after: "INSERT INTO author VALUES (3, 'Currer Bell')")
    #expect(throws: SyncError.self) { try other.syncWithBusyLibrary() }
    try other.run("INSERT INTO author VALUES (3, 'Elizabeth Gaskell')")
    try pair.carry(one, other)
    let names = "SELECT name FROM author WHERE id > 2 ORDER BY name"
    #expect(try one.rows(names) == ["Currer Bell", "Elizabeth Gaskell"])
    try pair.expectSame(one, other)
  }

  @Test("A copy of the library joins: equal rows are the same, other books with such a key are other books")
  func joined() throws {
    let one = try pair.machine("laptop")
    try one.sync()
    let other = try pair.machine("desk")
    try other.run(
      "UPDATE book SET pages = 1 WHERE pk = 2; UPDATE book SET title = 'Silas Marner', author = 2, isbn = '7', pages = 2 WHERE pk = 1"
    )
    #expect(try other.sync().beginning == .joined)
    try pair.carry(one, other)
    #expect(try one.rows("SELECT title FROM book ORDER BY title") == ["Emma", "Middlemarch", "Silas Marner"])
    #expect(try one.questions.map(\.kind) == [.field("pages")])
    try one.settle(.theirs)
    try pair.agree(one, other)
  }

  @Test("What hangs on a book that is another one in a copy that joins hangs on that one everywhere")
  func joinedCopyWithDetails() throws {
    let one = try pair.machine("laptop")
    try one.run(
      "CREATE TABLE detail (book INTEGER PRIMARY KEY REFERENCES book, text TEXT); INSERT INTO detail VALUES (1, 'a')"
    )
    try one.sync()
    let other = try pair.machine("desk", schema: nil)
    try FileManager.default.copyItem(atPath: one.library, toPath: other.library)
    try other.run("UPDATE book SET title = 'Persuasion', author = 2, isbn = '9', pages = 1 WHERE pk = 1")
    try other.run("UPDATE detail SET text = 'b' WHERE book = 1")
    #expect(try other.sync().figures.unknownCount == 0)
    try pair.carry(one, other)
    let details = "SELECT title, text FROM book JOIN detail ON book = pk ORDER BY title"
    #expect(try one.rows(details) == ["Emma a", "Persuasion b"])
    #expect(try other.rows(details) == ["Emma a", "Persuasion b"])
  }

  @Test("What a copy that joins has like the others, but on another book, hangs on that book everywhere")
  func joinedCopyWithEqualRows() throws {
    let one = try pair.machine("laptop")
    try one.sync(after: "INSERT INTO shelf VALUES (1, 'to read')")
    let other = try pair.machine("desk", schema: nil)
    try FileManager.default.copyItem(atPath: one.library, toPath: other.library)
    try other.run("UPDATE book SET title = 'Persuasion', author = 2, isbn = '9', pages = 1 WHERE pk = 1")
    try other.sync()
    try pair.carry(one, other)
    for table in ["shelf", "reading"] {
      let titles = "SELECT title FROM book JOIN \(table) ON book = book.pk ORDER BY title"
      #expect(try one.rows(titles) == ["Emma", "Persuasion"])
      #expect(try other.rows(titles) == ["Emma", "Persuasion"])
    }
  }

  @Test("A row that a copy has changed and somebody else has deleted is a question when the copy joins")
  func changedInCopyDeletedElsewhere() throws {
    let (one, other) = try pair.machines()
    try one.run("DELETE FROM book WHERE pk = 2; INSERT INTO book (pk, title) VALUES (3, 'Persuasion')")
    try one.sync()
    try other.run("UPDATE book SET pages = 1 WHERE pk = 2")
    try other.forget()
    try other.sync()
    try pair.carry(one, other)
    #expect(try other.questions.map(\.kind).contains(.deletedThere))
    while !(try other.questions.isEmpty) { try other.settle(.mine) }
    try pair.agree(one, other)
    #expect(try one.rows("SELECT pk, pages FROM book") == ["1 474", "2 1", "3 –"])
  }

  @Test(
    "A table that a joining machine declares otherwise waits, and what is new in it elsewhere is not deleted")
  func joinedWithOtherTable() throws {
    let (one, other) = try pair.machines()
    try one.sync(after: "INSERT INTO book (pk, title) VALUES (3, 'Persuasion')")
    try one.run("ALTER TABLE book ADD COLUMN shelf TEXT")
    try one.sync(after: "INSERT INTO book (pk, title, shelf) VALUES (4, 'Sanditon', 'top')")
    try other.forget()
    #expect(try other.sync().heldTables.map(\.name) == ["book"])
    try pair.carry(one, other)
    try other.run("ALTER TABLE book ADD COLUMN shelf TEXT")
    try pair.carry(one, other)
    try #expect(one.questions.isEmpty && other.questions.isEmpty)
    try pair.expectSame(one, other)
    #expect(try one.rows("SELECT pk, shelf FROM book") == ["1 –", "2 –", "3 –", "4 top"])
  }

  @Test("A new reading of a copy hangs on its book, though the key was given to another book elsewhere")
  func keyGivenAgainElsewhere() throws {
    let (one, other) = try pair.machines()
    try one.run(
      "DELETE FROM book WHERE pk = 2; INSERT INTO book (pk, title, author) VALUES (2, 'Persuasion', 1)")
    try one.sync()
    try other.run("INSERT INTO reading (pk, book, day) VALUES (9, 2, '2026-01-01')")
    try other.forget()
    try other.sync()
    try pair.agree(one, other)
    let sql = "SELECT title FROM reading JOIN book ON book.pk = book WHERE day = '2026-01-01'"
    #expect(try one.rows(sql) == ["Middlemarch"])
    #expect(try one.rows("SELECT title FROM book WHERE pk = 2") == ["Persuasion"])
  }
}
