import Records
import SyncSupport
import Syncing
import Testing

/// What two machines have made of the same row, and how it is settled.
@Suite("Conflicts of syncs") struct SyncQuestionTests {
  private let desk: SyncDesk

  init() throws { desk = try SyncDesk() }

  /// Two machines, whose titles of the first book are in question.
  private func pairInQuestion() throws -> (SyncMachine, SyncMachine) {
    let (one, other) = try desk.pair()
    try one.run("UPDATE book SET title = 'A' WHERE pk = 1")
    try other.run("UPDATE book SET title = 'B' WHERE pk = 1")
    try desk.carry(one, other)
    return (one, other)
  }

  @Test(
    "The same field is a question on both machines until it is settled",
    arguments: [SyncChoice.mine, .theirs, .original])
  func sameField(_ choice: SyncChoice) throws {
    let (one, other) = try pairInQuestion()
    #expect(try one.rows("SELECT title FROM book WHERE pk = 1") == ["A"])
    #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == ["B"])
    let question = try #require(try other.questions.first)
    #expect(question.kind == .field("title"))
    #expect(question.theirs.map(\.machine) == ["laptop"])
    #expect((question.mine, question.theirs.map(\.value), question.original) == ("B", ["A"], "Emma"))
    #expect(SyncSession.unsettledCount(one.options) == 1)
    try other.settle(question, choice)
    let title = [SyncChoice.mine: "B", .theirs: "A", .original: "Emma"][choice]
    #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == [title])
    try desk.agree(other, one)
    #expect(try one.rows("SELECT title FROM book WHERE pk = 1") == [title])
  }

  @Test("An edit of a field in question settles it", arguments: [true, false]) func edited(_ isByStore: Bool)
    throws
  {
    let (one, other) = try pairInQuestion()
    if isByStore {
      try one.set("title", "C", of: 1)
    } else {
      try one.run("UPDATE book SET title = 'C' WHERE pk = 1")
    }
    try desk.agree(one, other)
    #expect(try other.rows("SELECT title FROM book WHERE pk = 1") == ["C"])
  }

  @Test("Of three values of a field each can be chosen, also by a machine that has joined since")
  func threeValues() throws {
    let (one, other, third) = (
      try desk.machine("laptop", SyncDesk.schema), try desk.machine("desk"), try desk.machine("tablet")
    )
    try desk.carry(one, other, third)
    for (machine, title) in [(one, "A"), (other, "B"), (third, "C")] {
      try machine.run("UPDATE book SET title = '\(title)' WHERE pk = 1")
    }
    try desk.carry(one, other, third)
    let fourth = try desk.machine("phone")
    try fourth.sync()
    for machine in [one, other, third, fourth] {
      let question = try #require(try machine.questions.first)
      #expect(Set([question.mine] + question.theirs.map(\.value)) == ["A", "B", "C"])
    }
    try fourth.settle(.other(1))
    try desk.agree(fourth, one, other, third)
  }

  @Test(
    "A book that is deleted here and pointed to there is a question", arguments: [SyncChoice.mine, .theirs])
  func deletedAndPointedTo(_ choice: SyncChoice) throws {
    let (one, other) = try desk.pair()
    try one.run("DELETE FROM book WHERE pk = 2")
    try other.run("INSERT INTO reading VALUES (7, 2, 'now'); INSERT INTO tag VALUES (2, 'best')")
    try desk.carry(one, other)
    #expect(try one.questions.map(\.kind) == [.deletedHere])
    #expect(try other.questions.map(\.kind) == [.deletedThere])
    try one.settle(choice)
    try desk.agree(one, other)
    #expect(try one.rows("SELECT day FROM reading WHERE pk = 7") == (choice == .mine ? [] : ["now"]))
  }

  @Test(
    "A unique value that both have given away is a question, and nothing is lost", arguments: [true, false])
  func uniqueValue(_ isSettled: Bool) throws {
    let (one, other) = try desk.pair(
      SyncDesk.schema + "INSERT INTO book VALUES (10, 'A', 1, NULL, 1), (11, 'B', 2, NULL, 1);")
    try one.run("UPDATE book SET isbn = '5' WHERE pk = 10")
    try other.run("UPDATE book SET isbn = '5' WHERE pk = 11")
    try desk.carry(one, other)
    #expect(try one.questions.count == 1 && other.questions.count == 1)
    #expect(try one.rows("SELECT title FROM book WHERE pk > 9") == ["A", "B"])
    if isSettled { try one.settle(.mine) } else { try other.run("UPDATE book SET isbn = '6' WHERE pk = 11") }
    try desk.agree(one, other)
    #expect(try one.rows("SELECT title FROM book WHERE pk > 9") == ["A", "B"])
  }

  @Test("Two equal books that are merged in opposite directions are one book") func mergedTwice() throws {
    let (one, other) = try desk.pair(
      SyncDesk.schema + "INSERT INTO book VALUES (3, 'Twice', 2, NULL, 7), (4, 'Twice', 2, NULL, 7);")
    try one.run("INSERT INTO reading VALUES (5, 4, 'a')")
    try other.run("INSERT INTO reading VALUES (6, 3, 'b')")
    try one.merge(4, into: 3)
    try other.merge(3, into: 4)
    try desk.agree(one, other)
    let sql = "SELECT day FROM book LEFT JOIN reading ON book = book.pk WHERE title = 'Twice' ORDER BY 1"
    #expect(try one.rows(sql) == ["a", "b"])
    #expect(try one.rows("SELECT count(*) FROM book WHERE title = 'Twice'") == ["1"])
  }

  @Test("Rows that point to each other come together, though one points to a row that is gone")
  func inACircle() throws {
    let (one, other) = try desk.pair(
      """
      CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author INTEGER REFERENCES author, series INTEGER REFERENCES book);
      INSERT INTO author VALUES (1, 'Jane Austen');
      """)
    try other.run("DELETE FROM author")
    try one.run(
      "INSERT INTO book VALUES (1, 'Emma', 1, NULL), (2, 'Emma, volume 2', NULL, 1), (3, 'Emma, volume 3', NULL, 2)"
    )
    try one.run("UPDATE book SET series = 2 WHERE pk = 1")
    try desk.carry(one, other)
    #expect(try other.questions.map(\.kind) == [.deletedHere])
    try other.settle(.theirs)
    try desk.agree(other, one)
    #expect(try other.rows("SELECT pk, author, series FROM book") == ["1 1 2", "2 – 1", "3 – 2"])
  }

  @Test(
    "Choices in words", arguments: [("mine", SyncChoice.mine), ("theirs", .theirs), ("theirs2", .other(1))])
  func choices(_ text: String, _ choice: SyncChoice) {
    #expect(SyncChoice(text) == choice && choice.text == text)
    #expect(SyncChoice(text + "0x") == nil && SyncChoice("theirs0") == nil)
  }
}
