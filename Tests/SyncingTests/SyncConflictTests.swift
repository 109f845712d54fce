import Foundation
import Syncing
import Testing

/// What two machines have made of the same row, and how it is settled.
@Suite("Conflicts of syncs") struct SyncConflictTests {
  private let pair: SyncPair

  init() throws { pair = try SyncPair() }

  @Test(
    "The same field is a question on both machines until it is settled",
    arguments: [SyncChoice.mine, .theirs, .original])
  func sameField(_ choice: SyncChoice) throws {
    let (one, other) = try pair.machines()
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1")
    try other.run("UPDATE book SET title = 'B' WHERE pk = 1")
    try pair.carry(one, other)
    #expect(try one.rows("SELECT title FROM book WHERE pk = 1") == ["A"])
    #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == ["B"])
    let question = try #require(try other.questions.first)
    #expect(question.kind == .field("title"))
    #expect((question.mine, question.theirs.map(\.value), question.original) == ("B", ["A"], "Emma"))
    try other.settle(choice)
    try pair.carry(one, other)
    let title = [SyncChoice.mine: "B", .theirs: "A", .original: "Emma"][choice]
    #expect(try one.rows("SELECT title FROM book WHERE pk = 1") == [title])
    try pair.expectSame(one, other)
    #expect(try one.questions.isEmpty && other.questions.isEmpty)
  }

  @Test("An edit of the field settles it, too") func edited() throws {
    let (one, other) = try pair.machines()
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1")
    try other.run("UPDATE book SET title = 'B' WHERE pk = 1")
    try pair.carry(one, other)
    try one.run("UPDATE book SET title = 'C' WHERE pk = 1")
    try pair.agree(one, other)
    #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == ["C"])
  }

  @Test("Two books with one new key both stay, and what points to them follows") func sameKey() throws {
    let (one, other) = try pair.machines()
    try one.run(
      "INSERT INTO book VALUES (3, 'Persuasion', 1, NULL, 1); INSERT INTO reading VALUES (2, 3, 'a')")
    try other.run("INSERT INTO book VALUES (3, 'Romola', 2, NULL, 2); INSERT INTO reading VALUES (2, 3, 'b')")
    try pair.agree(one, other)
    let readings = "SELECT title, day FROM reading JOIN book ON book.pk = book ORDER BY day"
    #expect(try one.rows(readings) == ["Emma 2020-01-01", "Persuasion a", "Romola b"])
    #expect(try one.rows("SELECT count(*) FROM book WHERE pk > 1 << 40") == ["1"])
    try other.run(
      "UPDATE book SET pages = 5 WHERE title = 'Persuasion'; UPDATE book SET pages = 6 WHERE title = 'Romola'"
    )
    try pair.carry(one, other)
    #expect(try one.rows("SELECT pages FROM book WHERE pages < 10 ORDER BY pages") == ["5", "6"])
  }

  @Test("A book that is deleted here and changed there is a question", arguments: [SyncChoice.mine, .theirs])
  func deletedAndChanged(_ choice: SyncChoice) throws {
    let (one, other) = try pair.machines()
    try one.run("DELETE FROM book WHERE pk = 1")
    try other.run("UPDATE book SET title = 'B' WHERE pk = 1")
    try pair.carry(one, other)
    #expect(try one.questions.map(\.kind).contains(.deletedHere))
    #expect(try other.questions.map(\.kind).contains(.deletedThere))
    #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == ["B"])
    while let question = try other.questions.first {
      try SyncSession.settle(question, by: choice, other.options)
    }
    try pair.agree(one, other)
    #expect(try one.rows("SELECT title FROM book WHERE pk = 1") == (choice == .mine ? ["B"] : []))
    #expect(try one.questions.isEmpty)
  }

  @Test(
    "A book that is deleted here and pointed to there is a question", arguments: [SyncChoice.mine, .theirs])
  func deletedAndPointedTo(_ choice: SyncChoice) throws {
    let (one, other) = try pair.machines()
    try one.run("DELETE FROM book WHERE pk = 2")
    try other.run("INSERT INTO reading VALUES (7, 2, 'now'); INSERT INTO shelf VALUES (2, 'best')")
    try pair.carry(one, other)
    #expect(try one.questions.map(\.kind) == [.deletedHere])
    #expect(try other.questions.map(\.kind) == [.deletedThere])
    try one.settle(choice)
    try pair.agree(one, other)
    #expect(try one.rows("SELECT day FROM reading WHERE pk = 7") == (choice == .mine ? [] : ["now"]))
  }

  @Test("A unique value that both have given away is a question, and nothing is lost")
  func uniqueValue() throws {
    let (one, other) = try pair.machines()
    try one.run("INSERT INTO book VALUES (10, 'A', NULL, '5', 1)")
    try other.run("INSERT INTO book VALUES (11, 'B', NULL, '5', 1)")
    try pair.carry(one, other)
    #expect(try one.questions.count == 1)
    #expect(try one.rows("SELECT title FROM book WHERE isbn = '5'") == ["A"])
    try other.run("UPDATE book SET isbn = '6' WHERE pk = 11")
    try pair.carry(one, other)
    try pair.agree(one, other)
    #expect(try one.rows("SELECT title FROM book WHERE pk > 9") == ["A", "B"])
  }

  @Test(
    "A row that two machines have deleted and a third has changed comes back as it was last, on all of them")
  func deletedTwice() throws {
    let (one, other) = try pair.machines()
    let third = try pair.machine("tablet", schema: nil)
    try third.sync()
    try one.sync(after: "UPDATE book SET author = 2 WHERE pk = 1")
    try one.sync(after: "DELETE FROM book WHERE pk = 1")
    try other.run("DELETE FROM book WHERE pk = 1")
    try third.run("UPDATE book SET title = 'EMMA' WHERE pk = 1")
    for machine in [other, one, third] { try machine.sync() }
    try pair.carry(one, other)
    try third.settleAll()
    for machine in [third, one, other, third] { try machine.sync() }
    for machine in [one, other, third] {
      #expect(try machine.rows("SELECT title, author FROM book WHERE pk = 1") == ["EMMA 2"])
      #expect(try machine.questions.isEmpty)
    }
  }

  @Test("Of three values of a field each can be chosen, and the number of conflicts is known without a sync")
  func threeValues() throws {
    let (one, other) = try pair.machines()
    let third = try pair.machine("tablet", schema: nil)
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

  @Test("A row that waits for one goes with another one, even if that one stays because of a third machine")
  func followsThoughKept() throws {
    let one = try pair.machine("laptop")
    try one.run(
      """
      CREATE TABLE loan (pk INTEGER PRIMARY KEY, book INTEGER REFERENCES book ON DELETE CASCADE,
        author INTEGER REFERENCES author ON DELETE CASCADE)
      """)
    try one.sync()
    let others = try ["desk", "tablet"].map { try pair.machine($0, schema: nil) }
    for machine in others { try machine.sync() }
    try others[0].run("INSERT INTO loan VALUES (1, 1, 2)")
    try others[1].run("UPDATE author SET name = 'Mary Ann Evans' WHERE id = 2")
    try one.sync(after: "DELETE FROM book WHERE pk = 1")
    try others[0].sync()
    try one.sync()
    #expect(try one.rows("SELECT * FROM loan").isEmpty)
    try one.sync(after: "DELETE FROM author WHERE id = 2")
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

  @Test("A row that one has deleted and another has inserted alike is a question on both")
  func equalAndDeleted() throws {
    let (one, other) = try pair.machines()
    try one.sync(after: "INSERT INTO shelf VALUES (1, 'to read')")
    try one.sync(after: "DELETE FROM shelf")
    try other.run("INSERT INTO shelf VALUES (1, 'to read')")
    try pair.carry(other, one)
    #expect(try one.questions.count == 1)
    #expect(try other.questions.count == 1)
    try other.settle(.mine)
    try pair.carry(other, one)
    try pair.expectSame(one, other)
    #expect(try one.rows("SELECT * FROM shelf") == ["1 to read"])
  }

  /// Two machines, both of which have a new author; the desk knows that and has made snapshots since, the laptop does not know it.
  private func machinesWithKnownAuthor() throws -> (SyncMachine, SyncMachine) {
    let (one, other) = try pair.machines()
    other.snapshotInterval = 1
    try one.run("INSERT INTO author VALUES (3, 'Emily Brontë')")
    try pair.carry(one, other)
    for pages in 1...4 {
      try other.sync(after: "UPDATE book SET pages = \(pages) WHERE pk = 2")
    }
    return (one, other)
  }

  @Test(
    "Two new books of one key, by an author whom one machine has known for long, get the same keys everywhere"
  )
  func keysOfBooksByKnownAuthor() throws {
    let (one, other) = try machinesWithKnownAuthor()
    try one.run("INSERT INTO book (pk, title, author) VALUES (3, 'Wuthering Heights', 3)")
    try other.run("INSERT INTO book (pk, title, author) VALUES (3, 'Poems', 3)")
    try pair.agree(one, other)
    #expect(
      try one.rows("SELECT title FROM book WHERE author = 3 ORDER BY title") == [
        "Poems", "Wuthering Heights",
      ])
  }

  @Test("A row whose key was given to another one after its deletion gets the same key everywhere")
  func keyGivenAgain() throws {
    let (one, other) = try machinesWithKnownAuthor()
    try other.sync(after: "INSERT INTO book (title, author) VALUES ('Wuthering Heights', 3)")
    try one.sync(after: "DELETE FROM author WHERE id = 3")
    try one.run("INSERT INTO author VALUES (3, 'Anne Brontë')")
    try pair.carry(one, other)
    try one.settle(.theirs)
    try pair.carry(one, other)
    try #expect(one.questions.isEmpty && other.questions.isEmpty)
    try pair.expectSame(one, other)
    let sql = "SELECT name, title FROM author JOIN book ON author = id WHERE title = 'Wuthering Heights'"
    #expect(try one.rows(sql) == ["Emily Brontë Wuthering Heights"])
  }

  @Test("Rows that point to each other wait together, and come together") func waitingForEachOther() throws {
    let one = try pair.machine(
      "laptop",
      schema: """
        CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author INTEGER REFERENCES author,
          series INTEGER REFERENCES book);
        INSERT INTO author VALUES (1, 'Jane Austen');
        """)
    try one.sync()
    let other = try pair.machine("desk", schema: nil)
    try other.sync()
    try other.run("DELETE FROM author")
    try one.run(
      """
      INSERT INTO book VALUES (1, 'Emma', 1, NULL), (2, 'Emma, volume 2', NULL, 1), (3, 'Emma, volume 3', NULL, 2);
      UPDATE book SET series = 2 WHERE pk = 1;
      """)
    try pair.carry(one, other)
    #expect(try other.rows("SELECT * FROM book").isEmpty)
    #expect(try other.questions.map(\.kind) == [.deletedHere])
    try other.settle(.theirs)
    try pair.carry(one, other)
    try #expect(one.questions.isEmpty && other.questions.isEmpty)
    let books = ["1 1 2", "2 – 1", "3 – 2"]
    for machine in [one, other] {
      #expect(try machine.rows("SELECT pk, author, series FROM book ORDER BY pk") == books)
    }
  }
}
