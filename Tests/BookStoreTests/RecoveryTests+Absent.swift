import Records
import Testing

@testable import BookStore
@testable import EditLog

/// Changes of tables and columns that are not there when they are looked for.
extension RecoveryTests {
  /// What is done about the rest while a column is not there.
  enum Rest: CaseIterable { case left, restored, discarded }

  private static let away = "ALTER TABLE book RENAME COLUMN author TO writer"
  private static let back = "ALTER TABLE book RENAME COLUMN writer TO author"

  @Test("Edits of a column that is gone are not offered until it is back", arguments: Rest.allCases)
  func column(_ rest: Rest) throws {
    let scratch = try crash { store, _ in
      try store.set("mine", at: Book.author, of: 1)
      try store.set("x", at: Book.title, of: 2)
    }
    try scratch.run(Self.away)
    try crashed(scratch) { store in
      #expect(try store.recovery.findAbandoned()?.count == 1)
      switch rest {
      case .left: break
      case .restored:
        let restoration = try store.recovery.restore()
        #expect(restoration.restoredCount == 1 && restoration.failures.isEmpty)
        #expect(restoration.obstacles.map(\.reason) == [.noColumn])
      case .discarded: try store.recovery.discardAbandoned()
      }
      #expect(store.writeBack().isComplete)
      if rest != .left { #expect(try scratch.abandonedCount() == 0) }
    }
    try scratch.run(Self.back)
    let store = try scratch.restored(rest == .left ? 2 : 1)
    #expect(try store.record(1).value(at: Book.author) == "mine")
    #expect(store.writeBack().isComplete)
    #expect(try scratch.abandonedCount() == 0)
  }

  @Test("Of a step that sets several columns the one that is not there waits") func columnOfStep() throws {
    let scratch = try crash { store, _ in
      let step = store.beginStep()
      try store.set("mine", at: Book.author, ofEach: [1], in: step)
      try store.set("x", at: Book.title, ofEach: [1], in: step)
    }
    try scratch.run(Self.away)
    try crashed(scratch) { (store: BookStore) throws in
      #expect(try store.recovery.restore().restoredCount == 1)
      #expect(store.writeBack().isComplete)
      #expect(try store.undo()?.count == 1)
      #expect(store.writeBack().isComplete)
      #expect(try store.undo() == nil)
    }
    try scratch.run(Self.back)
    #expect(try scratch.loggedStore().recovery.restore() == Restoration(restoredCount: 1))
  }

  @Test("Edits of a table that is not there wait for it") func table() throws {
    let scratch = try crash(Scratch.books + "CREATE TABLE other (pk INTEGER PRIMARY KEY, title)") {
      store, _ in try store.set("mine", at: Book.author, of: 1)
    }
    try scratch.run("ALTER TABLE book RENAME TO away")
    #expect(try scratch.abandonedCount() == 0)
    #expect(try scratch.loggedStore().history.changes(limit: 1).map(\.state) == [.abandoned])
    try scratch.run("ALTER TABLE away RENAME TO book")
    #expect(try scratch.abandonedCount() == 1)
  }

  @Test("A session of which only the edits of a deleted row are left is closed") func nothingLeft() throws {
    let scratch = try crash { store, _ in try store.set("a", at: Book.author, of: 1) }
    try crashed(scratch) { store in
      #expect(try store.recovery.restore() == Restoration(restoredCount: 1))
      try store.delete(1)
    }
    let store = try scratch.loggedStore()
    #expect(try store.recovery.findAbandoned() == nil)
    #expect(try store.journal.log()?.sessions.dead() == [])
    try store.undo()
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["a"])
  }
}
