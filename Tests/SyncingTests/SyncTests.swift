import Foundation
import GRDB
import Records
import Syncing
import TestSupport
import Testing

/// Two machines, whose files are carried in memory.
@Suite("Syncs")
struct SyncTests {
  private let folder: TemporaryFolder
  private let carrier = MemoryCarrier()

  init() throws { folder = try TemporaryFolder() }

  private func machines() throws -> (SyncMachine, SyncMachine) {
    let one = try SyncMachine("laptop", in: folder.path, carrier)
    #expect(try one.sync().beginning == .founded)
    let other = try SyncMachine("desk", in: folder.path, carrier, schema: nil)
    #expect(try other.sync().beginning == .created)
    return (one, other)
  }

  /// Carries everything to everybody.
  private func carry(_ one: SyncMachine, _ other: SyncMachine) throws {
    for _ in 0..<2 {
      try one.sync()
      try other.sync()
    }
  }

  private func expectSame(_ one: SyncMachine, _ other: SyncMachine) throws {
    for table in ["author", "book", "reading", "shelf", "log"] {
      #expect(try one.rows("SELECT * FROM \(table)") == other.rows("SELECT * FROM \(table)"), "\(table)")
    }
  }

  @Test("A machine without a library gets one, with its tables, triggers and rows")
  func created() throws {
    let (one, other) = try machines()
    try expectSame(one, other)
    #expect(try other.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'") == ["told"])
    #expect(try other.sync().keyless == ["loose"])
  }

  @Test("Changes of different fields of a row are both kept, to the byte")
  func differentFields() throws {
    let (one, other) = try machines()
    try one.run(
      "UPDATE book SET title = 'EMMA', pages = 474.0 WHERE pk = 1; UPDATE author SET name = 'jane austen' WHERE id = 1"
    )
    try other.run("UPDATE book SET isbn = '999' WHERE pk = 1")
    try carry(one, other)
    try expectSame(one, other)
    #expect(try other.rows("SELECT title, isbn, typeof(pages) FROM book WHERE pk = 1") == ["EMMA 999 real"])
    #expect(try other.rows("SELECT name FROM author WHERE id = 1") == ["jane austen"])
  }

  @Test(
    "The same field is a question on both machines until it is settled",
    arguments: [SyncChoice.mine, .theirs, .original])
  func sameField(_ choice: SyncChoice) throws {
    let (one, other) = try machines()
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1")
    try other.run("UPDATE book SET title = 'B' WHERE pk = 1")
    try carry(one, other)
    #expect(try one.rows("SELECT title FROM book WHERE pk = 1") == ["A"])
    #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == ["B"])
    let question = try #require(try other.questions.first)
    #expect(question.kind == .field("title"))
    #expect((question.mine, question.theirs.map(\.value), question.original) == ("B", ["A"], "Emma"))
    try other.settle(choice)
    try carry(one, other)
    let title = [SyncChoice.mine: "B", .theirs: "A", .original: "Emma"][choice]
    #expect(try one.rows("SELECT title FROM book WHERE pk = 1") == [title])
    try expectSame(one, other)
    #expect(try one.questions.isEmpty && other.questions.isEmpty)
  }

  @Test("An edit of the field settles it, too")
  func edited() throws {
    let (one, other) = try machines()
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1")
    try other.run("UPDATE book SET title = 'B' WHERE pk = 1")
    try carry(one, other)
    try one.run("UPDATE book SET title = 'C' WHERE pk = 1")
    try carry(one, other)
    try expectSame(one, other)
    #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == ["C"])
  }

  @Test("Two books with one new key both stay, and what points to them follows")
  func sameKey() throws {
    let (one, other) = try machines()
    try one.run(
      "INSERT INTO book VALUES (3, 'Persuasion', 1, NULL, 1); INSERT INTO reading VALUES (2, 3, 'a')")
    try other.run("INSERT INTO book VALUES (3, 'Romola', 2, NULL, 2); INSERT INTO reading VALUES (2, 3, 'b')")
    try carry(one, other)
    try expectSame(one, other)
    let readings = "SELECT title, day FROM reading JOIN book ON book.pk = book ORDER BY day"
    #expect(try one.rows(readings) == ["Emma 2020-01-01", "Persuasion a", "Romola b"])
    #expect(try one.rows("SELECT count(*) FROM book WHERE pk > 1 << 40") == ["1"])
    try other.run(
      "UPDATE book SET pages = 5 WHERE title = 'Persuasion'; UPDATE book SET pages = 6 WHERE title = 'Romola'"
    )
    try carry(one, other)
    #expect(try one.rows("SELECT pages FROM book WHERE pages < 10 ORDER BY pages") == ["5", "6"])
  }

  @Test("Rows that both have inserted alike are one")
  func alike() throws {
    let (one, other) = try machines()
    for machine in [one, other] {
      try machine.run(
        "INSERT INTO book VALUES (3, 'Persuasion', 1, NULL, 1); INSERT INTO reading VALUES (2, 3, 'a')")
    }
    try carry(one, other)
    try expectSame(one, other)
    #expect(try one.rows("SELECT count(*) FROM book") == ["3"])
    #expect(try one.rows("SELECT count(*) FROM reading") == ["2"])
    #expect(try one.questions.isEmpty)
  }

  @Test("A book that is deleted here and changed there is a question", arguments: [SyncChoice.mine, .theirs])
  func deletedAndChanged(_ choice: SyncChoice) throws {
    let (one, other) = try machines()
    try one.run("DELETE FROM book WHERE pk = 1")
    try other.run("UPDATE book SET title = 'B' WHERE pk = 1")
    try carry(one, other)
    #expect(try one.questions.map(\.kind).contains(.deletedHere))
    #expect(try other.questions.map(\.kind).contains(.deletedThere))
    #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == ["B"])
    while let question = try other.questions.first {
      try SyncSession.settle(question, by: choice, other.options)
    }
    try carry(one, other)
    try expectSame(one, other)
    #expect(try one.rows("SELECT title FROM book WHERE pk = 1") == (choice == .mine ? ["B"] : []))
    #expect(try one.questions.isEmpty)
  }

  @Test(
    "A book that is deleted here and pointed to there is a question", arguments: [SyncChoice.mine, .theirs])
  func deletedAndPointedTo(_ choice: SyncChoice) throws {
    let (one, other) = try machines()
    try one.run("DELETE FROM book WHERE pk = 2")
    try other.run("INSERT INTO reading VALUES (7, 2, 'now'); INSERT INTO shelf VALUES (2, 'best')")
    try carry(one, other)
    #expect(try one.questions.map(\.kind) == [.deletedHere])
    #expect(try other.questions.map(\.kind) == [.deletedThere])
    try one.settle(choice)
    try carry(one, other)
    try expectSame(one, other)
    #expect(try one.rows("SELECT day FROM reading WHERE pk = 7") == (choice == .mine ? [] : ["now"]))
  }

  @Test("A unique value that both have given away is a question, and nothing is lost")
  func uniqueValue() throws {
    let (one, other) = try machines()
    try one.run("INSERT INTO book VALUES (10, 'A', NULL, '5', 1)")
    try other.run("INSERT INTO book VALUES (11, 'B', NULL, '5', 1)")
    try carry(one, other)
    #expect(try one.questions.count == 1)
    #expect(try one.rows("SELECT title FROM book WHERE isbn = '5'") == ["A"])
    try other.run("UPDATE book SET isbn = '6' WHERE pk = 11")
    try carry(one, other)
    try carry(one, other)
    try expectSame(one, other)
    #expect(try one.rows("SELECT title FROM book WHERE pk > 9") == ["A", "B"])
  }

  @Test("Undo takes back what has arrived, and that arrives, too")
  func undo() throws {
    let (one, other) = try machines()
    try one.run(
      "UPDATE book SET title = 'A' WHERE pk = 1; INSERT INTO book VALUES (3, 'C', NULL, NULL, NULL)")
    try carry(one, other)
    #expect(try other.rows("SELECT title FROM book") == ["A", "Middlemarch", "C"])
    try other.undo()
    #expect(try other.rows("SELECT title FROM book") == ["Emma", "Middlemarch"])
    try carry(one, other)
    try expectSame(one, other)
    #expect(try one.rows("SELECT title FROM book") == ["Emma", "Middlemarch"])
  }

  @Test("A table with a new column waits where it does not have it, and only that table")
  func newColumn() throws {
    let (one, other) = try machines()
    try one.run(
      "ALTER TABLE author ADD COLUMN born TEXT DEFAULT '?'; UPDATE author SET born = '1775' WHERE id = 1")
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1")
    try one.sync()
    try other.run("UPDATE author SET name = 'Mary Ann Evans' WHERE id = 2")
    #expect(try other.sync().heldTables == [.init(name: "author", missing: ["born"])])
    #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == ["A"])
    try other.run("ALTER TABLE author ADD COLUMN born TEXT DEFAULT '?'")
    try carry(other, one)
    try expectSame(one, other)
    #expect(try one.rows("SELECT * FROM author") == ["1 Jane Austen 1775", "2 Mary Ann Evans ?"])
    #expect(try other.sync().heldTables.isEmpty)
  }

  @Test("A copy of the library joins: equal rows are the same, other books with such a key are other books")
  func joined() throws {
    let one = try SyncMachine("laptop", in: folder.path, carrier)
    try one.sync()
    let other = try SyncMachine("desk", in: folder.path, carrier)
    try other.run(
      "UPDATE book SET pages = 1 WHERE pk = 2; UPDATE book SET title = 'Silas Marner', author = 2, isbn = '7', pages = 2 WHERE pk = 1"
    )
    #expect(try other.sync().beginning == .joined)
    try carry(one, other)
    #expect(try one.rows("SELECT title FROM book ORDER BY title") == ["Emma", "Middlemarch", "Silas Marner"])
    #expect(try one.questions.map(\.kind) == [.field("pages")])
    try one.settle(.theirs)
    try carry(one, other)
    try expectSame(one, other)
  }

  @Test("A restored backup is known as another file and joins anew")
  func restored() throws {
    let (one, other) = try machines()
    let copy = folder.path + "/copy.sqlite"
    try FileManager.default.copyItem(atPath: other.library, toPath: copy)
    try one.run("INSERT INTO book VALUES (3, 'C', NULL, NULL, NULL)")
    try carry(one, other)
    try FileManager.default.removeItem(atPath: other.library)
    try FileManager.default.moveItem(atPath: copy, toPath: other.library)
    #expect(try other.sync().beginning == .rejoined)
    try carry(one, other)
    try expectSame(one, other)
    #expect(try one.rows("SELECT count(*) FROM book") == ["3"])
  }

  @Test("A dry run changes nothing")
  func dry() throws {
    let (one, other) = try machines()
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1")
    try one.sync()
    try other.run("UPDATE book SET title = 'B' WHERE pk = 2")
    let names = try carrier.list()
    var options = other.options
    options.isDry = true
    let report = try SyncSession.run(options, by: carrier)
    #expect(report.figures.arrivedCount == 1)
    #expect(report.figures.sentCount == 1)
    #expect(try carrier.list() == names)
    #expect(try other.rows("SELECT title FROM book") == ["Emma", "B"])
    try carry(one, other)
    try expectSame(one, other)
  }

  @Test("A cut off, changed, foreign or later file is named and changes nothing; the whole one is taken")
  func damagedFiles() throws {
    let (one, other) = try machines()
    let before = try carrier.list()
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1")
    try one.sync()
    let name = try #require(try carrier.list().first { !before.contains($0) })
    let whole = try #require(carrier[name])
    var changed = whole
    changed[whole.count / 2] ^= 1
    for bytes in [Array(whole.dropLast(30)), Array(whole.prefix(3)), [], changed] {
      carrier[name] = bytes
      #expect(try other.sync().unreadable == [name])
      #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == ["Emma"])
    }
    carrier["notes.txt"] = [65]
    carrier[name] = whole
    #expect(try other.sync().unreadable.isEmpty)
    #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == ["A"])
  }

  @Test("A library that another machine has begun at the same place is named, and nothing of it is taken")
  func foreign() throws {
    let one = try SyncMachine("laptop", in: folder.path, carrier)
    try one.sync()
    // It has not seen the place of the first one when it begins.
    let elsewhere = MemoryCarrier()
    let other = try SyncMachine("desk", in: folder.path, elsewhere)
    try other.sync()
    try other.run("UPDATE book SET title = 'B' WHERE pk = 1")
    try other.sync()
    for name in try elsewhere.list() { carrier[name] = elsewhere[name] }
    #expect(try one.sync().foreign.count == 1)
    #expect(try one.rows("SELECT title FROM book WHERE pk = 1") == ["Emma"])
  }

  @Test("Two machines of one name are told so, and both are synced")
  func namesake() throws {
    let (one, other) = try machines()
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1")
    try one.sync()
    var options = other.options
    options.label = "laptop"
    #expect(try SyncSession.run(options, by: carrier).hasNamesake)
    try expectSame(one, other)
  }

  @Test("A place that is not there costs nothing: what is new is sent later")
  func unreachable() throws {
    let one = try SyncMachine("laptop", in: folder.path, carrier)
    try one.sync()
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1")
    var options = one.options
    options.place = folder.path + "/stick"
    #expect(throws: SyncError.noFolder(place: folder.path + "/stick")) { try SyncSession.run(options) }
    #expect(try one.sync().figures.sentCount == 1)
  }

  @Test("A lost shadow has the machine join anew, and nothing is lost")
  func lostShadow() throws {
    let (one, other) = try machines()
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1")
    try other.run("UPDATE book SET isbn = '9' WHERE pk = 1")
    try one.sync()
    for name in try FileManager.default.contentsOfDirectory(atPath: other.options.stateFolder)
    where name.hasSuffix(".sync") {
      try FileManager.default.removeItem(atPath: other.options.stateFolder + "/" + name)
    }
    #expect(try other.sync().beginning == .joined)
    try carry(one, other)
    #expect(try other.rows("SELECT title, isbn FROM book WHERE pk = 1").count == 1)
    while let question = try other.questions.first {
      try SyncSession.settle(question, by: .mine, other.options)
    }
    try carry(one, other)
    try expectSame(one, other)
    #expect(try one.rows("SELECT isbn FROM book WHERE pk = 1") == ["9"])
  }

  @Test("Where there is no library, a dry run makes none")
  func dryWithoutLibrary() throws {
    let one = try SyncMachine("laptop", in: folder.path, carrier)
    try one.sync()
    let other = try SyncMachine("desk", in: folder.path, carrier, schema: nil)
    var options = other.options
    options.isDry = true
    #expect(throws: SyncError.noLibrary) { try SyncSession.run(options, by: carrier) }
    #expect(!FileManager.default.fileExists(atPath: other.library))
  }

  @Test("What arrives in the same sync in which a table waits no longer is taken, too")
  func releasedAndMore() throws {
    let (one, other) = try machines()
    try one.run("ALTER TABLE author ADD COLUMN born TEXT; UPDATE author SET born = '1775' WHERE id = 1")
    try one.sync()
    #expect(try other.sync().heldTables.count == 1)
    try one.run("UPDATE author SET born = '1819' WHERE id = 2; INSERT INTO author VALUES (3, 'Homer', NULL)")
    try one.sync()
    try other.run("ALTER TABLE author ADD COLUMN born TEXT")
    try other.sync()
    #expect(
      try other.rows("SELECT * FROM author") == ["1 Jane Austen 1775", "2 George Eliot 1819", "3 Homer –"])
    try carry(one, other)
    try expectSame(one, other)
  }

  @Test(
    "A library that is overwritten by an older copy in its place joins anew, and takes nothing away from the others"
  )
  func overwritten() throws {
    let (one, other) = try machines()
    let old = try Data(contentsOf: URL(filePath: other.library))
    try one.run("INSERT INTO book VALUES (3, 'C', NULL, NULL, NULL)")
    try carry(one, other)
    let handle = try FileHandle(forWritingTo: URL(filePath: other.library))
    try handle.write(contentsOf: old)
    try handle.truncate(atOffset: UInt64(old.count))
    try handle.close()
    #expect(try other.sync().beginning == .rejoined)
    try carry(one, other)
    #expect(try one.rows("SELECT title FROM book WHERE pk = 3") == ["C"])
    try expectSame(one, other)
  }

  @Test("A machine whose shadow is restored from a backup joins anew instead of using its numbers again")
  func restoredShadow() throws {
    let (one, other) = try machines()
    let state = other.options.stateFolder
    let copy = folder.path + "/state"
    try FileManager.default.copyItem(atPath: state, toPath: copy)
    try other.run("UPDATE book SET title = 'B' WHERE pk = 1")
    try carry(one, other)
    try FileManager.default.removeItem(atPath: state)
    try FileManager.default.moveItem(atPath: copy, toPath: state)
    try other.run("UPDATE book SET isbn = '8' WHERE pk = 2")
    #expect(try other.sync().beginning == .rejoined)
    try carry(one, other)
    while let question = try other.questions.first {
      try SyncSession.settle(question, by: .mine, other.options)
    }
    try carry(one, other)
    try expectSame(one, other)
    #expect(try one.rows("SELECT title, isbn FROM book WHERE pk < 3") == ["B 111", "Middlemarch 8"])
  }

  @Test(
    "A row that two machines have deleted and a third has changed comes back as it was last, on all of them")
  func deletedTwice() throws {
    let (one, other) = try machines()
    let third = try SyncMachine("tablet", in: folder.path, carrier, schema: nil)
    try third.sync()
    try one.run("UPDATE book SET author = 2 WHERE pk = 1")
    try one.sync()
    try one.run("DELETE FROM book WHERE pk = 1")
    try one.sync()
    try other.run("DELETE FROM book WHERE pk = 1")
    try third.run("UPDATE book SET title = 'EMMA' WHERE pk = 1")
    for machine in [other, one, third] { try machine.sync() }
    try carry(one, other)
    while let question = try third.questions.first {
      try SyncSession.settle(question, by: .mine, third.options)
    }
    for machine in [third, one, other, third] { try machine.sync() }
    for machine in [one, other, third] {
      #expect(try machine.rows("SELECT title, author FROM book WHERE pk = 1") == ["EMMA 2"])
      #expect(try machine.questions.isEmpty)
    }
  }

  @Test("What a program has left half written in the library is rolled back first")
  func unfinishedWrite() throws {
    let (one, other) = try machines()
    let journal = one.library + "-journal"
    var half: [(path: String, content: Data)] = []
    try DatabaseQueue(path: one.library).writeWithoutTransaction { database in
      // The cache is too small, so SQLite writes to the file before COMMIT.
      try database.execute(sql: "PRAGMA cache_size = 1; BEGIN; UPDATE book SET title = 'half'")
      try database.execute(sql: "INSERT INTO loose VALUES (zeroblob(100000))")
      half = try [one.library, journal].map { ($0, try Data(contentsOf: URL(filePath: $0))) }
      try database.execute(sql: "ROLLBACK")
    }
    for (path, content) in half {
      if !FileManager.default.fileExists(atPath: path) { try Data().write(to: URL(filePath: path)) }
      let handle = try FileHandle(forWritingTo: URL(filePath: path))
      try handle.write(contentsOf: content)
      try handle.close()
    }
    try one.sync()
    try carry(one, other)
    #expect(try one.rows("SELECT title FROM book") == ["Emma", "Middlemarch"])
    try expectSame(one, other)
  }

  @Test("A large value is a file of its own, which is carried once; a change that needs it waits for it")
  func largeValues() throws {
    let (one, other) = try machines()
    try one.run("UPDATE book SET pages = randomblob(200000) WHERE pk = 1; INSERT INTO loose VALUES ('x')")
    try one.sync()
    let names = try carrier.list().filter { $0.hasSuffix(".value") }
    let name = try #require(names.first)
    #expect(names.count == 1 && name.hasSuffix("-200000.value"))
    let bytes = try #require(carrier[name])
    for damaged in [nil, Array(bytes.dropLast()), [UInt8](repeating: 7, count: bytes.count)] {
      carrier[name] = damaged
      #expect(try other.sync().unreadable.count == 1)
      #expect(try other.rows("SELECT pages FROM book WHERE pk = 1") == ["474"])
    }
    carrier[name] = bytes
    #expect(try other.sync().figures.arrivedCount == 1)
    let content = "SELECT hex(pages) FROM book WHERE pk = 1"
    #expect(try one.rows(content) == other.rows(content))
    // The deletion of a row says what the row held.
    try other.run("DELETE FROM book WHERE pk = 1")
    try carry(other, one)
    #expect(try one.rows("SELECT count(*) FROM book") == ["1"])
    #expect(try carrier.list().count { $0.hasSuffix(".value") } == 1)
    #expect(
      try carrier.list().filter { $0.hasSuffix(".changes") }.allSatisfy { carrier[$0]?.count ?? 0 < 10_000 })
  }

  @Test("A value that looks as if it stood for a large one arrives as it is")
  func marked() throws {
    let (one, other) = try machines()
    try one.run("UPDATE book SET pages = CAST('booklist value' || x'0000' || 'abc' AS BLOB) WHERE pk = 1")
    try carry(one, other)
    let content = "SELECT hex(pages) FROM book WHERE pk = 1"
    #expect(try other.rows(content) == one.rows(content))
    #expect(try other.rows("SELECT length(pages) FROM book WHERE pk = 1") == ["19"])
  }

  @Test("Of three values of a field each can be chosen, and the number of conflicts is known without a sync")
  func threeValues() throws {
    let (one, other) = try machines()
    let third = try SyncMachine("tablet", in: folder.path, carrier, schema: nil)
    try third.sync()
    for (machine, title) in [(one, "A"), (other, "B"), (third, "C")] {
      try machine.run("UPDATE book SET title = '\(title)' WHERE pk = 1")
    }
    for machine in [one, other, third, one, other] { try machine.sync() }
    let question = try #require(try one.questions.first)
    #expect(Set(question.theirs.map(\.value)) == [.text("B"), .text("C")])
    #expect(SyncSession.unsettledCount(one.options) == 1)
    #expect(throws: SyncError.noQuestion(1)) {
      try SyncSession.settle(question, by: .other(2), one.options)
    }
    try SyncSession.settle(question, by: .other(1), one.options)
    for machine in [one, other, third] { try machine.sync() }
    let title = question.theirs[1].value == .text("B") ? "B" : "C"
    for machine in [one, other, third] {
      #expect(try machine.rows("SELECT title FROM book WHERE pk = 1") == [title])
    }
    #expect(try one.questions.isEmpty && SyncSession.unsettledCount(one.options) == 0)
  }

  @Test(
    "The words of a choice",
    arguments: [("mine", SyncChoice.mine), ("theirs", .theirs), ("theirs2", .other(1))])
  func choices(_ text: String, _ choice: SyncChoice) {
    #expect(SyncChoice(text) == choice && choice.text == text)
    #expect(SyncChoice(text + "0x") == nil && SyncChoice("theirs0") == nil)
  }

  @Test("A library that a sync has written is not compared again, unless somebody has written to it since")
  func stamps() throws {
    let (one, other) = try machines()
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1")
    try carry(one, other)
    for _ in 0..<3 {
      try other.run("UPDATE book SET pages = pages + 1 WHERE pk = 2")
      #expect(try other.sync().figures.sentCount == 1)
      #expect(try other.sync().figures.sentCount == 0)
      try one.sync()
    }
    try one.run("UPDATE book SET title = 'B' WHERE pk = 1")
    try one.sync()
    try other.sync()
    try other.run("UPDATE book SET title = 'C' WHERE pk = 1")
    #expect(try other.sync().figures.sentCount == 1)
    try carry(one, other)
    try expectSame(one, other)
  }

  @Test("What hangs on a book that is another one in a copy that joins hangs on that one everywhere")
  func joinedCopyWithDetails() throws {
    let one = try SyncMachine("laptop", in: folder.path, carrier)
    try one.run(
      "CREATE TABLE detail (book INTEGER PRIMARY KEY REFERENCES book, text TEXT); INSERT INTO detail VALUES (1, 'a')"
    )
    try one.sync()
    let other = try SyncMachine("desk", in: folder.path, carrier, schema: nil)
    try FileManager.default.copyItem(atPath: one.library, toPath: other.library)
    try other.run("UPDATE book SET title = 'Persuasion', author = 2, isbn = '9', pages = 1 WHERE pk = 1")
    try other.run("UPDATE detail SET text = 'b' WHERE book = 1")
    #expect(try other.sync().figures.unknownCount == 0)
    try carry(one, other)
    let details = "SELECT title, text FROM book JOIN detail ON book = pk ORDER BY title"
    #expect(try one.rows(details) == ["Emma a", "Persuasion b"])
    #expect(try other.rows(details) == ["Emma a", "Persuasion b"])
  }

  @Test("A row that waits for one goes with another one, even if that one stays because of a third machine")
  func followsThoughKept() throws {
    let one = try SyncMachine("laptop", in: folder.path, carrier)
    try one.run(
      """
      CREATE TABLE loan (pk INTEGER PRIMARY KEY, book INTEGER REFERENCES book ON DELETE CASCADE,
        author INTEGER REFERENCES author ON DELETE CASCADE)
      """)
    try one.sync()
    let others = try ["desk", "tablet"].map { try SyncMachine($0, in: folder.path, carrier, schema: nil) }
    for machine in others { try machine.sync() }
    try others[0].run("INSERT INTO loan VALUES (1, 1, 2)")
    try others[1].run("UPDATE author SET name = 'Mary Ann Evans' WHERE id = 2")
    try one.run("DELETE FROM book WHERE pk = 1")
    try one.sync()
    try others[0].sync()
    try one.sync()
    #expect(try one.rows("SELECT * FROM loan").isEmpty)
    try one.run("DELETE FROM author WHERE id = 2")
    try one.sync()
    try others[1].sync()
    let machines = [one] + others
    for _ in 0..<6 {
      for machine in machines { try machine.sync() }
      guard let question = try others[1].questions.first else { break }
      try SyncSession.settle(question, by: .mine, others[1].options)
    }
    for machine in others.reversed() + machines { try machine.sync() }
    for machine in machines {
      #expect(try machine.questions.isEmpty)
      for table in ["author", "book", "loan"] {
        #expect(try machine.rows("SELECT * FROM \(table)") == one.rows("SELECT * FROM \(table)"))
      }
    }
  }

  @Test("What a copy that joins has like the others, but on another book, hangs on that book everywhere")
  func joinedCopyWithEqualRows() throws {
    let one = try SyncMachine("laptop", in: folder.path, carrier)
    try one.run("INSERT INTO shelf VALUES (1, 'to read')")
    try one.sync()
    let other = try SyncMachine("desk", in: folder.path, carrier, schema: nil)
    try FileManager.default.copyItem(atPath: one.library, toPath: other.library)
    try other.run("UPDATE book SET title = 'Persuasion', author = 2, isbn = '9', pages = 1 WHERE pk = 1")
    try other.sync()
    try carry(one, other)
    for table in ["shelf", "reading"] {
      let titles = "SELECT title FROM book JOIN \(table) ON book = book.pk ORDER BY title"
      #expect(try one.rows(titles) == ["Emma", "Persuasion"])
      #expect(try other.rows(titles) == ["Emma", "Persuasion"])
    }
  }

  @Test("A row that one has deleted and another has inserted alike is a question on both")
  func equalAndDeleted() throws {
    let (one, other) = try machines()
    try one.run("INSERT INTO shelf VALUES (1, 'to read')")
    try one.sync()
    try one.run("DELETE FROM shelf")
    try one.sync()
    try other.run("INSERT INTO shelf VALUES (1, 'to read')")
    try carry(other, one)
    #expect(try one.questions.count == 1)
    #expect(try other.questions.count == 1)
    try other.settle(.mine)
    try carry(other, one)
    try expectSame(one, other)
    #expect(try one.rows("SELECT * FROM shelf") == ["1 to read"])
  }

  @Test("A strict table keeps in ANY what it is given")
  func strictTables() throws {
    let one = try SyncMachine("laptop", in: folder.path, carrier)
    try one.run(
      "CREATE TABLE code (pk INTEGER PRIMARY KEY, value ANY) STRICT; INSERT INTO code VALUES (1, '012')")
    try one.sync()
    let other = try SyncMachine("desk", in: folder.path, carrier, schema: nil)
    try other.sync()
    try one.run("INSERT INTO code VALUES (2, '0451526538'), (3, 5.0)")
    try carry(one, other)
    let codes = "SELECT value, typeof(value) FROM code"
    #expect(try one.rows(codes) == ["012 text", "0451526538 text", "5.0 real"])
    #expect(try other.rows(codes) == one.rows(codes))
    #expect(try one.sync().figures.sentCount == 0)
  }

  @Test("A dry run leaves no large value behind that would be sent later")
  func dryRunOfLargeValue() throws {
    let (one, _) = try machines()
    try one.run("UPDATE book SET pages = zeroblob(100000) WHERE pk = 1")
    var options = one.options
    options.isDry = true
    #expect(try SyncSession.run(options, by: carrier).figures.sentCount == 1)
    try one.run("UPDATE book SET pages = 474 WHERE pk = 1")
    try one.sync()
    #expect(try carrier.list().allSatisfy { !$0.hasSuffix(".value") })
  }
}
