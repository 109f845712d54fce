import Foundation
import Records
import TestSupport
import Testing

@testable import BookStore
@testable import SQLite

/// Undo of steps of which another program has changed something since, or with which a program died.
struct PartialUndoTests {
  private let scratch: Scratch
  private let count = 700

  init() throws { scratch = try Scratch(Scratch.books(count)) }

  private var ids: [RecordID] { RecordID.first(count) }

  private func books() throws -> [String] { try scratch.rows("SELECT * FROM book ORDER BY pk") }

  private func run(_ cause: ChangeEntry.Cause, _ store: BookStore) throws -> UndoJob {
    let job = try #require(try store.history.start(cause))
    try job.finish()
    return job
  }

  // MARK: Beside another program

  /// A step, what another program does after it, and which of the rows stay away or stay there.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let step: @Sendable (BookStore, [RecordID]) throws -> Void
    let other: String
    /// What makes the rest possible.
    let remedy: String
    let leftOutCount: Int
    let error: StoreError

    var testDescription: String { name }
  }

  private static let taken = StoreError.constraint(message: "UNIQUE constraint failed: book.pk")
  private static let cases = [
    Case(
      name: "fields that were changed",
      step: { store, ids in
        try store.set("x", at: Book.author, ofEach: ids)
        #expect(store.dehydrateAll().writeBack.isComplete)
      }, other: "UPDATE book SET author = 'theirs' WHERE pk IN (1, 350, 351, 700)",
      remedy: "UPDATE book SET author = 'x' WHERE author = 'theirs'", leftOutCount: 4, error: .changedSince),
    Case(
      name: "keys that were taken", step: { store, ids in try store.delete(ids) },
      other: "INSERT INTO book (pk, title) VALUES (1, 'theirs'), (350, 'theirs'), (700, 'theirs')",
      remedy: "DELETE FROM book WHERE title = 'theirs'", leftOutCount: 3, error: taken),
    Case(
      name: "rows that were changed",
      step: { store, _ in _ = try store.insert((0..<700).map { ["New", .integer($0), .null] }) },
      other: "UPDATE book SET author = 'theirs' WHERE pk IN (701, 950, 951, 1400)",
      remedy: "UPDATE book SET author = NULL WHERE author = 'theirs'", leftOutCount: 4, error: .changedSince),
  ]

  /// Makes the step of an example and undoes it after what another program does.
  private func leaveOut(_ example: Case, _ store: BookStore) throws -> UndoJob {
    try example.step(store, ids)
    try scratch.run(example.other)
    return try run(.undo, store)
  }

  @Test(
    "Undo goes through the whole step, leaves out what another program has changed, and goes on with it",
    arguments: cases)
  func beside(_ example: Case) throws {
    let before = try books()
    let store = try scratch.loggedStore()
    let undo = try leaveOut(example, store)
    #expect(store.dehydrateAll().writeBack.isComplete)
    #expect(undo.undone.count == count - example.leftOutCount)
    #expect(undo.undone.leftOutCount == example.leftOutCount)
    #expect(undo.leftOut.map(\.error) == Array(repeating: example.error, count: example.leftOutCount))
    // The rest is a step of its own, and nothing of it can be undone.
    var steps = try store.history.steps(limit: 9)
    #expect(steps.map(\.count) == [undo.undone.count, undo.undone.count, example.leftOutCount])
    #expect(steps.map(\.isRest) == [false, false, true])
    #expect(steps.dropFirst().map(\.main.state) == [.undone, .written])
    #expect(throws: example.error) { try store.undo() }
    try scratch.run(example.remedy)
    store.dehydrateAll()
    // On a slow disk the log learns late that the first part was written, and until then the rest would have a reversal of its own.
    store.journal.opened?.keeper.flush()
    #expect(try store.undo()?.count == example.leftOutCount)
    #expect(store.conflicts.standing.isEmpty)
    #expect(store.dehydrateAll().writeBack.isComplete)
    #expect(try books() == before)
    steps = try store.history.steps(limit: 9)
    #expect(steps.map(\.count) == [count, count])
    #expect(steps.map(\.main.state) == [.written, .undone])
    #expect(try store.undo() == nil)
    #expect(try store.redo()?.count == count)
    #expect(try store.undo()?.count == count)
    #expect(store.dehydrateAll().writeBack.isComplete)
    #expect(try books() == before)
  }

  @Test("What an undo leaves out is kept for the next one, or given up", arguments: cases, [true, false])
  func standing(_ example: Case, isDiscarded: Bool) throws {
    let store = try scratch.loggedStore()
    try store.set("before", at: Book.author, of: 2)
    let undo = try leaveOut(example, store)
    store.dehydrateAll()
    let change = try #require(store.conflicts.standing.first)
    #expect(change.content == .step(undo.leftOut, count: example.leftOutCount, isRedo: false))
    if isDiscarded {
      try store.conflicts.discard(standing: [change.number])
    } else {
      store.conflicts.keep(standing: change.number)
    }
    #expect(store.conflicts.standing.isEmpty)
    if !isDiscarded { try scratch.run(example.remedy) }
    let next = try #require(try store.undo())
    #expect(next.count == (isDiscarded ? 1 : example.leftOutCount))
    if isDiscarded { #expect(next.id == 2) }
  }

  @Test("What is left of a step stays listed while other steps are undone, until the step is passed over")
  func otherSteps() throws {
    let example = Self.cases[1]
    let store = try scratch.loggedStore()
    _ = try leaveOut(example, store)
    let standing = store.conflicts.standing
    #expect(standing.count == 1)
    try store.set("x", at: Book.author, of: 2)
    #expect(try store.undo()?.count == 1)
    #expect(store.conflicts.standing == standing)
    #expect(throws: example.error) { try store.undo() }
    try store.history.passOver()
    #expect(store.conflicts.standing.isEmpty)
  }

  @Test("Where somebody can choose, a field that another program has changed is set in conflict")
  func conflicts() throws {
    let store = try scratch.loggedStore()
    try store.set("x", at: Book.author, ofEach: ids)
    store.dehydrateAll()
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 7")
    let undo = try #require(try store.history.start(.undo))
    undo.offersConflicts = true
    try undo.finish()
    #expect(undo.undone.count == count && undo.undone.leftOutCount == 0 && undo.undone.conflictCount == 1)
    let conflict = Conflict(id: 7, field: Book.author, original: "x", mine: "Author 7", theirs: "theirs")
    #expect(store.conflicts.all == [conflict])
    #expect(store.writeBack().conflicts == [conflict])
    #expect(try store.undo() == nil)
    store.conflicts.resolve(7, Book.author, .theirs)
    #expect(store.writeBack().isComplete)
    let authors = "SELECT DISTINCT author = 'Author ' || pk, author FROM book WHERE pk < 8"
    #expect(try scratch.rows(authors).last == "0|theirs")
  }

  @Test(
    "A row that has taken over a key keeps its empty field, also if the step, or its undo, empties the field",
    arguments: [false, true], [false, true])
  func replacedRow(isLarge: Bool, isEmptied: Bool) throws {
    let store = try scratch.loggedStore()
    if !isEmptied { try scratch.run("UPDATE book SET author = NULL") }
    try store.set(isEmptied ? .null : "x", at: Book.author, ofEach: isLarge ? ids : Array(ids.prefix(2)))
    #expect(store.dehydrateAll().writeBack.isComplete)
    try scratch.run("DELETE FROM book WHERE pk = 2; INSERT INTO book (pk, title) VALUES (2, 'theirs')")
    #expect(try run(.undo, store).leftOut.map(\.error) == [.rowReplaced])
    #expect(store.dehydrateAll().writeBack.isComplete)
    let books = "SELECT title, author FROM book WHERE pk < 3"
    #expect(try scratch.rows(books) == ["Title 1|\(isEmptied ? "Author 1" : "NULL")", "theirs|NULL"])
    if isEmptied { return }
    _ = try run(.redo, store)
    #expect(store.dehydrateAll().writeBack.isComplete)
    #expect(try scratch.rows(books) == ["Title 1|x", "theirs|NULL"])
  }

  @Test("A field of a row that the same step has renamed is set back, even if somebody has done so already")
  func renamedRow() throws {
    let store = try scratch.loggedStore()
    let step = store.beginStep()
    try store.set("x", at: Book.author, ofEach: [1], in: step)
    try store.set("renamed", at: Book.title, ofEach: [1], in: step)
    #expect(store.dehydrateAll().writeBack.isComplete)
    try scratch.run("UPDATE book SET author = 'Author 1' WHERE pk = 1")
    #expect(try run(.undo, store).leftOut.isEmpty)
    #expect(store.dehydrateAll().writeBack.isComplete)
    #expect(try scratch.rows("SELECT title, author FROM book WHERE pk = 1") == ["Title 1|Author 1"])
  }

  @Test("Of edits of a row beside an inserted row, undo leaves out only what was changed since, and ends")
  func editsOfOneRow() throws {
    let store = try scratch.loggedStore()
    let step = store.beginStep()
    _ = try store.insert([["New", .null, .null]], in: step)
    try store.set("renamed", at: Book.title, ofEach: [1], in: step)
    try store.set("x", at: Book.author, ofEach: [1], in: step)
    #expect(store.dehydrateAll().writeBack.isComplete)
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk IN (1, 701)")
    let undo = try #require(try store.history.start(.undo))
    var count = 0
    while count < 50, try undo.step() { count += 1 }
    #expect(count < 50 && undo.leftOut.map(\.error) == [.changedSince, .changedSince])
    #expect(store.dehydrateAll().writeBack.isComplete)
    let rows = try scratch.rows("SELECT title, author FROM book WHERE pk IN (1, 701)")
    #expect(rows == ["Title 1|theirs", "New|theirs"])
  }

  @Test("An undo ends although a row lacks what it points to and another of its step was changed since")
  func danglingBesideChanged() throws {
    try scratch.run(
      """
      CREATE TABLE tie (id INTEGER PRIMARY KEY, book INTEGER REFERENCES book(pk));
      INSERT INTO tie SELECT pk, pk FROM book;
      """)
    let store = try scratch.loggedStore()
    let step = store.beginStep()
    _ = try store.insert([["New", .null, .null]], in: step)
    for key in [1, 2] { try store.delete([RecordID(Int64(key), TableID(1))], in: step) }
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 701; DELETE FROM book WHERE pk = 1")
    let undo = try #require(try store.history.start(.undo))
    var count = 0
    while count < 50, try undo.step() { count += 1 }
    #expect(count < 50)
    let dangling = StoreError.danglingReference(from: "tie", to: "book")
    #expect(undo.leftOut.map(\.error) == [dangling, .changedSince])
    #expect(try scratch.rows("SELECT id FROM tie WHERE id < 3") == ["2"])
  }

  @Test("What went with a row that cannot come back stays away: the row with its key would get it")
  func companions() throws {
    try scratch.run(
      """
      CREATE TABLE tie (id INTEGER PRIMARY KEY, book INTEGER REFERENCES book(pk) ON DELETE CASCADE);
      INSERT INTO tie SELECT pk, pk FROM book; INSERT INTO tie SELECT 1000 + pk, pk FROM book;
      """)
    let store = try scratch.loggedStore()
    let ties = try scratch.rows("SELECT * FROM tie WHERE book <> 9")
    try store.delete(Array(ids[0..<20]))
    try scratch.run("INSERT INTO book (pk, title) VALUES (9, 'theirs')")
    let undone = try #require(try store.undo())
    #expect(undone.count == 19 && undone.leftOutCount == 1 && undone.otherLeftOutCount == 2)
    #expect(try scratch.rows("SELECT * FROM tie") == ties)
  }

  // MARK: A program that died

  @Test("An undo whose program died is finished as the same step", arguments: [0, 300, 700])
  func died(_ writtenCount: Int) throws {
    let before = try books()
    do {
      let store = try scratch.loggedStore()
      try store.set("x", at: Book.author, ofEach: ids)
      store.dehydrateAll()
      let undo = try #require(try store.history.start(.undo))
      while try undo.step(), undo.undone.count < writtenCount {}
      #expect(store.writeBack().isComplete)
      while try undo.step(), undo.undone.count < 500 {}
    }
    let store = try scratch.loggedStore()
    let unfinished = try store.history.unfinished()
    let undo = try store.history.start(.undo)
    #expect(unfinished?.count == undo?.resumedCount)
    try undo?.finish()
    #expect(store.dehydrateAll().writeBack.isComplete)
    #expect(try books() == before)
    let steps = try store.history.steps(limit: 9)
    #expect(steps.map(\.count) == [count, count] && steps.map(\.main.state) == [.written, .undone])
    #expect(try store.undo() == nil && store.history.unfinished() == nil)
    #expect(try store.recovery.findAbandoned() == nil)
    #expect(try store.redo()?.count == count)
    #expect(store.dehydrateAll().writeBack.isComplete)
    #expect(try scratch.rows("SELECT count(*) FROM book WHERE author = 'x'") == ["\(count)"])
  }

  @Test("What the database does not take of an undo stays part of the step") func refused() throws {
    let store = try scratch.loggedStore()
    try store.set("x", at: Book.author, ofEach: ids)
    store.dehydrateAll()
    let undo = try run(.undo, store)
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 7")
    let result = store.writeBack()
    #expect(result.conflicts.count == 1)
    try store.history.giveUp(undo, after: result)
    #expect(undo.undone.count == count - 1 && undo.undone.leftOutCount == 1)
    #expect(undo.leftOut.map(\.id) == [7])
    #expect(store.counts.dirty == 0 && store.conflicts.all.isEmpty)
    #expect(try store.history.steps(limit: 9).map(\.count) == [count - 1, count - 1, 1])
    #expect(throws: StoreError.changedSince) { try store.undo() }
  }

  @Test("A step of which the database takes nothing back is whole, and no rest") func refusedWhole() throws {
    let store = try scratch.loggedStore()
    try store.set("x", at: Book.author, ofEach: [1, 2])
    store.dehydrateAll()
    let undo = try run(.undo, store)
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk < 3")
    try store.history.giveUp(undo, after: store.writeBack())
    let steps = try store.history.steps(limit: 9)
    #expect(steps.map(\.count) == [2] && steps.map(\.isRest) == [false])
  }

  // MARK: Steps that are stuck

  @Test("A step that is passed over stays passed over, and the steps before it are undone")
  func passedOver() throws {
    do {
      let store = try scratch.loggedStore()
      try store.set("a", at: Book.author, of: 1)
      try store.set("b", at: Book.author, of: 2)
      store.dehydrateAll()
      try scratch.run("DELETE FROM book WHERE pk = 2")
      #expect(throws: StoreError.rowGone) { try store.undo() }
      #expect(throws: StoreError.rowGone) { try store.undo() }
      try store.history.passOver()
      #expect(try store.history.steps(limit: 9).map(\.main.state) == [.written, .written])
    }
    let store = try scratch.loggedStore()
    #expect(try store.undo()?.id == 1)
    #expect(try store.undo() == nil)
  }

  @Test("The id of an R-tree is its key") func rtree() throws {
    let sql = try Repository.text("Fixtures/cases/rtree_key.sql")
    let (scratch, store) = try Scratch.logged(sql)
    let (place, note) = (try store.table("place"), try store.table("note"))
    #expect(try store.schema(of: place).key == .rowid(column: "id"))
    try store.set("after", at: 1, of: RecordID(.rowid(1), in: note))
    #expect(throws: StoreError.fixedField) {
      try store.set(.integer(5), at: 0, of: RecordID(.rowid(1), in: place))
    }
    try store.set(.real(4), at: 2, of: RecordID(.rowid(1), in: place))
    #expect(store.dehydrateAll().writeBack.isComplete)
    #expect(try scratch.rows("SELECT * FROM place") == ["1|0.0|4.0"])
    for _ in 0..<2 { #expect(try store.undo() != nil) }
    #expect(store.dehydrateAll().writeBack.isComplete)
    #expect(try scratch.rows("SELECT * FROM place") == ["1|0.0|1.0"])
    #expect(try scratch.rows("SELECT name FROM note") == ["before"])
  }
}
