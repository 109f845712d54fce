import Records
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

@Suite("The history by steps") struct StepHistoryTests {
  private let scratch: Scratch
  private let count = 500

  init() throws { scratch = try Scratch(Scratch.books(count)) }

  private var ids: [RecordID] { RecordID.first(count) }

  @Test("A bulk change is one step, with the number of its changes and what became of them")
  func bulk() throws {
    let store = try scratch.loggedStore()
    try store.set("a", at: Book.author, of: 7)
    #expect(store.writeBack().isComplete)
    store.journal.opened?.keeper.flush()
    try store.set("x", at: Book.author, ofEach: ids)
    let steps = try store.history.steps(limit: 9)
    #expect(steps.map(\.count) == [500, 1])
    #expect(steps[0].main.state == .pending && steps[0].writtenCount == 0)
    #expect(steps[0].alikeCount == 500 && steps[0].isOfOneField && steps[0].main.column == "author")
    #expect(steps[1] == StepEntry(main: try #require(try store.history.changes(limit: 1, after: 0).first)))
    #expect(store.writeBack().isComplete)
    #expect(try store.history.steps(limit: 1).map(\.writtenCount) == [500])
    #expect(try store.history.steps(limit: 1).map(\.main.state) == [.written])
    try store.undo()
    let undone = try store.history.steps(limit: 9)
    #expect(undone.reduce(0) { $0 + $1.count } == 1_001)
    #expect(undone.filter { $0.main.state == .undone }.map(\.count) == [500])
  }

  @Test("What a write-back leaves out is counted, also where it was given up") func parts() throws {
    try scratch.run(
      "CREATE TRIGGER keep BEFORE UPDATE ON book WHEN old.pk <= 20 BEGIN SELECT RAISE(ABORT, 'kept'); END")
    let store = try scratch.loggedStore()
    try store.set("x", at: Book.author, ofEach: ids)
    #expect(store.writeBack().failures.count == 20)
    store.journal.opened?.keeper.flush()
    var step = try #require(try store.history.steps(limit: 9).first)
    #expect(step.main.state == .pending && step.writtenCount == 480 && step.count == 500)
    try store.history.discardUnwritten()
    step = try #require(try store.history.steps(limit: 9).first)
    #expect(step.main.state == .written && step.writtenCount == 480)
    // From another session's point of view it is the same.
    #expect(try scratch.loggedStore().history.steps(limit: 9) == [step])
  }

  @Test("A step of very many changes is judged by its ends, and by what a write-back has left out")
  func veryMany() throws {
    let count = 5_000
    let scratch = try Scratch(Scratch.books(count))
    try scratch.run(
      "CREATE TRIGGER keep BEFORE UPDATE ON book WHEN old.pk = 2000 BEGIN SELECT RAISE(ABORT, 'kept'); END")
    let store = try scratch.loggedStore()
    try store.set("x", at: Book.author, ofEach: RecordID.first(count))
    var step = try #require(try store.history.steps(limit: 9).first)
    #expect(step.count == count && step.alikeCount == count && step.isOfOneField)
    #expect(step.main.state == .pending && step.writtenCount == 0)
    #expect(store.writeBack().failures.count == 1)
    store.journal.opened?.keeper.flush()
    step = try #require(try store.history.steps(limit: 9).first)
    #expect(step.main.state == .pending && step.writtenCount == 0)
    try store.history.discardUnwritten()
    step = try #require(try store.history.steps(limit: 9).first)
    #expect(step.main.state == .written && step.writtenCount == count)
    try store.undo()
    #expect(try store.history.steps(limit: 9).reduce(0) { $0 + $1.count } == 2 * count - 1)
  }

  @Test("What a dead session has left of a step is unsaved") func abandoned() throws {
    do {
      let store = try scratch.loggedStore()
      try store.set("x", at: Book.author, ofEach: ids)
    }
    let step = try #require(try scratch.loggedStore().history.steps(limit: 9).first)
    #expect(step.main.state == .abandoned && step.writtenCount == 0 && step.count == 500)
  }

  @Test("A deletion with rows that go along is about the row that was deleted") func along() throws {
    try scratch.run(
      """
      CREATE TABLE loan (id INTEGER PRIMARY KEY, book INTEGER REFERENCES book(pk) ON DELETE CASCADE);
      INSERT INTO loan VALUES (1, 2), (2, 2);
      """)
    let store = try scratch.loggedStore()
    try store.delete(2)
    try store.undo()
    let steps = try store.history.steps(limit: 9)
    #expect(steps.map(\.main.id) == [2, 2])
    #expect(steps.map(\.main.kind) == [.insertion, .deletion])
    #expect(steps.map(\.count) == [3, 3] && steps.map(\.alikeCount) == [1, 1])
    #expect(steps.map(\.main.state) == [.written, .undone])
    let changes = try store.history.changes(limit: 9, of: steps[1].main.step)
    #expect(changes.map(\.kind) == [.deletion, .deletion, .deletion])
  }

  @Test("Steps and their changes are read in parts, in both directions") func paging() throws {
    let store = try scratch.loggedStore()
    for name in 0..<5 { try store.set(.integer(Int64(name)), at: Book.author, ofEach: Array(ids.prefix(9))) }
    let all = try store.history.steps(limit: 9)
    #expect(all.map(\.count) == [9, 9, 9, 9, 9])
    let second = all[1].main.step
    #expect(try store.history.steps(limit: 2, before: second) == Array(all[2...3]))
    #expect(try store.history.steps(limit: 1, after: second) == [all[0]])
    #expect(try store.history.steps(limit: 2, after: 0) == Array(all[3...4]))
    let changes = try store.history.changes(limit: 99, of: second)
    #expect(changes.count == 9 && changes.allSatisfy { $0.step == second })
    #expect(changes.map(\.number) == changes.map(\.number).sorted(by: >))
    #expect(
      try store.history.changes(limit: 2, before: changes[1].number, of: second) == Array(changes[2...3]))
    #expect(try store.history.changes(limit: 2, after: 0, of: second) == Array(changes[7...8]))
  }

  @Test("Whether there is something to undo is known without asking, and follows what is done")
  func canUndo() throws {
    let store = try scratch.loggedStore()
    #expect(!store.history.canUndo)
    try store.set("a", at: Book.author, of: 1)
    #expect(store.history.canUndo && store.journal.knownCanUndo == true)
    try store.undo()
    #expect(!store.history.canUndo)
    try store.redo()
    #expect(store.history.canUndo)
    try scratch.run("CREATE TRIGGER keep BEFORE DELETE ON book BEGIN SELECT RAISE(ABORT, 'kept'); END")
    try store.undo()
    #expect(throws: StoreError.self) { try store.delete(2) }
    #expect(!store.history.canUndo)
    #expect(try store.undo() == nil)
    try store.set("x", at: Book.author, ofEach: ids)
    #expect(store.writeBack().isComplete)
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 7")
    store.dehydrateAll()
    #expect(store.history.canUndo)
    #expect(try store.undo()?.leftOutCount == 1)
    #expect(store.history.canUndo)
    #expect(throws: StoreError.changedSince) { try store.undo() }
    #expect(store.history.canUndo)
    try store.history.passOver()
    #expect(!store.history.canUndo)
  }
}
