import Records
import Testing

@testable import BookStore
@testable import SQLite

/// Somebody else writes between the moment when a row is read and the write-back.
struct ConflictTests {
  private func conflicting() throws -> (Scratch, BookStore) {
    let (scratch, store) = try Scratch.opened()
    try store.set("mine", at: Book.author, of: 1)
    try store.set("Peace", at: Book.title, of: 1)
    try store.set("other", at: Book.author, of: 2)
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 1")
    return (scratch, store)
  }

  private let conflict = Conflict(
    id: 1, field: Book.author, original: "Leo Tolstoy", mine: "mine", theirs: "theirs")

  @Test("The field alone becomes a conflict; its record's other fields and other records are written")
  func fieldAlone() throws {
    let (scratch, store) = try conflicting()
    #expect(store.writeBack() == WriteBackResult(writtenCount: 1, conflicts: [conflict]))
    let books = try scratch.rows("SELECT title, author FROM book WHERE pk < 3")
    #expect(books == ["Peace|theirs", "Mac OS X Internals|other"])
    #expect(store.conflicts.all == [conflict])
    #expect(store.counts.dirty == 1)
    #expect(try store.record(1).originals == [FieldValue(index: Book.author, value: "Leo Tolstoy")])
    #expect(store.dehydrateAll().writeBack == WriteBackResult(conflicts: [conflict]))
    #expect(store.shelf.state(of: 1) == .dirty)
  }

  @Test(
    "Each choice is what the database holds then",
    arguments: [(.mine, "mine"), (.theirs, "theirs"), (.original, "Leo Tolstoy")]
      as [(Conflict.Choice, String)])
  func choices(choice: Conflict.Choice, author: String) throws {
    let (scratch, store) = try conflicting()
    store.writeBack()
    store.conflicts.resolve(1, Book.author, choice)
    #expect(store.conflicts.all.isEmpty)
    #expect(store.counts.dirty == (choice == .theirs ? 0 : 1))
    #expect(try store.shelf.snapshot(of: 1).values[Book.author] == .text(Text(author)))
    #expect(store.writeBack().isComplete)
    #expect(store.counts.dirty == 0)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == [author])
  }

  @Test("A choice is compared, too: who changes the field once more is asked again")
  func changedAgain() throws {
    let (scratch, store) = try conflicting()
    store.writeBack()
    try store.conflicts.resolveAll(.mine)
    try scratch.run("UPDATE book SET author = 'later' WHERE pk = 1")
    let again = Conflict(id: 1, field: Book.author, original: "theirs", mine: "mine", theirs: "later")
    #expect(store.writeBack().conflicts == [again])
    try store.conflicts.resolveAll(.mine)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["mine"])
  }

  @Test("The same value by somebody else is no conflict, nor is a change that was taken back")
  func noConflict() throws {
    var (scratch, store) = try conflicting()
    try scratch.run("UPDATE book SET author = 'mine' WHERE pk = 1")
    #expect(store.writeBack() == WriteBackResult(writtenCount: 2))
    #expect(store.counts.dirty == 0)
    #expect(try scratch.rows("SELECT title, author FROM book WHERE pk = 1") == ["Peace|mine"])
    (scratch, store) = try conflicting()
    store.writeBack()
    try scratch.run("UPDATE book SET author = 'Leo Tolstoy' WHERE pk = 1")
    #expect(store.writeBack().isComplete)
    #expect(store.conflicts.all.isEmpty)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["mine"])
  }

  @Test("A field that was set back, and a row that was deleted, are in conflict no more")
  func noMore() throws {
    let (_, store) = try conflicting()
    store.writeBack()
    try store.set("Leo Tolstoy", at: Book.author, of: 1)
    #expect(store.conflicts.all.isEmpty)
    try store.set("mine", at: Book.author, of: 1)
    store.writeBack()
    #expect(store.conflicts.all.count == 1)
    try store.delete(1)
    #expect(store.conflicts.all.isEmpty)
  }

  @Test("Undoing a field in conflict shows what the database holds, and claims no write")
  func undone() throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("mine", at: Book.author, of: 1)
    try store.set("mine again", at: Book.author, of: 1)
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 1")
    #expect(store.writeBack().conflicts.count == 1)
    try store.undo()
    #expect(store.conflicts.all.count == 1)
    try store.undo()
    #expect(store.conflicts.all.isEmpty)
    #expect(try store.shelf.snapshot(of: 1).values[Book.author] == "theirs")
    #expect(store.dehydrateAll().writeBack.writtenCount == 0)
    #expect(try store.history.changes(limit: 9).map(\.state) == [.discarded, .discarded, .undone, .undone])
    #expect(try store.redo() == nil)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["theirs"])
  }

  @Test("A record that an undo makes clean is read again where somebody else has written meanwhile")
  func undoneBefore() throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("mine", at: Book.author, of: 1)
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 1")
    #expect(store.checkForOtherWriters() == .rows)
    try store.undo()
    #expect(store.counts.dirty == 0)
    #expect(try store.shelf.snapshot(of: 1).values[Book.author] == "theirs")
  }

  @Test("A field in conflict is undone beside another one that stays dirty") func undoneBeside() throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("Peace", at: Book.title, of: 1)
    try store.set("mine", at: Book.author, of: 1)
    try scratch.run("UPDATE book SET author = 'theirs', title = 'War' WHERE pk = 1")
    #expect(store.writeBack().conflicts.count == 2)
    try store.undo()
    #expect(store.conflicts.all.map(\.field) == [Book.title])
    #expect(try store.shelf.snapshot(of: 1).values == ["Peace", store.shelf.read(1, of: 1), "theirs"])
    try store.undo()
    #expect(store.conflicts.all.isEmpty && store.counts.dirty == 0)
    #expect(try store.shelf.snapshot(of: 1).values[Book.title] == "War")
  }

  @Test("What was set in a row that is inserted again counts as written") func insertedAgain() throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("mine", at: Book.author, of: 1)
    try scratch.run("DELETE FROM book WHERE pk = 1")
    store.writeBack()
    try store.conflicts.insertAgain(1)
    #expect(try store.history.changes(limit: 9).map(\.state) == [.written, .written])
    store.dehydrateAll()
    #expect(try store.history.changes(limit: 9).map(\.state) == [.written, .written])
  }

  @Test("A field set while the write-back ran stays in conflict with what was set")
  func setMeanwhile() throws {
    let (_, store) = try conflicting()
    let pending = store.writer.beginWriteBack()
    let outcome = pending.plan.perform(on: store.database.connection)
    try store.set("later", at: Book.author, of: 1)
    _ = store.writer.note(outcome, of: pending)
    #expect(store.conflicts.all.map(\.mine) == ["later"])
    #expect(store.conflicts.all.map(\.original) == ["Leo Tolstoy"])
  }

  @Test("A title in conflict shows in the list as it was set") func title() throws {
    let (scratch, store) = try Scratch.opened()
    _ = try store.shownRows(in: 0..<3)
    try store.set("mine", at: Book.title, of: 1)
    try scratch.run("UPDATE book SET title = 'theirs' WHERE pk = 1")
    store.writeBack()
    #expect(try store.shownRows(in: 0..<1).map(\.title) == ["mine"])
    try store.conflicts.resolveAll(.theirs)
    #expect(try store.shownRows(in: 0..<1).map(\.title) == ["theirs"])
    store.dehydrateAll()
    #expect(try store.shownRows(in: 0..<1).map(\.title) == ["theirs"])
  }

  @Test("A large write-back in the background finds its conflicts") func inTheBackground() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(3_000))
    try store.set("mine", at: Book.author, ofEach: RecordID.first(3_000))
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk % 3 = 0")
    store.writer.startDehydratingAll()
    var end: Dehydration?
    try store.wait {
      end = store.writer.takeWriteBack()?.dehydration ?? end
      return end != nil
    }
    #expect(end?.writeBack.writtenCount == 2_000 && end?.writeBack.conflicts.count == 1_000)
    #expect(store.conflicts.all.count == 1_000 && store.conflicts.all.first?.id == 3)
    try store.conflicts.resolveAll(.mine)
    #expect(store.writeBack().writtenCount == 1_000)
    #expect(try scratch.rows("SELECT count(*) FROM book WHERE author = 'mine'") == ["3000"])
  }

  @Test("Rows that are to be settled are read by parts, from either end, and what is settled is passed over")
  func parts() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(500))
    try store.set("mine", at: Book.author, ofEach: RecordID.first(500))
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk > 100; DELETE FROM book WHERE pk % 7 = 0")
    store.writeBack()
    let all = store.conflicts.unsettled(limit: .max)
    let kept = (101...500).filter { $0 % 7 != 0 }.count
    #expect(all.count == store.conflicts.unsettledCount && all.count == 500 - (100 - 14))
    #expect(store.conflicts.goneCount == 71)
    #expect(all.filter(\.isGone).count == 71 && all.flatMap(\.conflicts).count == kept)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.number < $1.number })
    #expect(Set(all.flatMap(\.conflicts)) == Set(store.conflicts.all))
    #expect(store.conflicts.unsettled(after: all[9].number, limit: 3) == Array(all[10...12]))
    #expect(store.conflicts.unsettled(before: all[9].number, limit: 3) == Array(all[6...8]))
    #expect(store.conflicts.unsettled(before: .max, limit: 2) == Array(all.suffix(2)))
    // Every other one, so that most of what was found is settled in the end.
    for (place, row) in all.enumerated() where place % 2 == 0 {
      if row.isGone { store.conflicts.discard(row.id) }
      for conflict in row.conflicts { store.conflicts.resolve(row.id, conflict.field, .theirs) }
    }
    let left = all.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    #expect(store.conflicts.unsettled(limit: .max) == left)
    #expect(store.conflicts.unsettled(before: all[100].number, limit: 2) == Array(left[48...49]))
    // What is found again keeps its place.
    store.writeBack()
    #expect(store.conflicts.unsettled(limit: .max) == left)
  }

  @Test("The same is chosen for rows in conflict and for rows that are gone", arguments: [true, false])
  func settle(isMine: Bool) throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("mine", at: Book.author, ofEach: [1, 2, 3])
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 1; DELETE FROM book WHERE pk > 1")
    store.writeBack()
    #expect(store.conflicts.unsettled(limit: 9).count == 3)
    #expect(try store.conflicts.resolveAll(isMine ? .mine : .theirs).isEmpty)
    #expect(store.conflicts.unsettledCount == 0 && store.conflicts.goneCount == 0)
    #expect(store.counts.dirty == (isMine ? 1 : 0))
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT author FROM book") == (isMine ? ["mine", "mine", "mine"] : ["theirs"]))
    // Rows that came are one step, and fields that were set another one.
    let counts = try (0..<(isMine ? 2 : 1)).map { _ in try store.undo()?.count }
    #expect(counts == (isMine ? [1, 2] : [1]))
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT pk, author FROM book") == (isMine ? ["1|theirs"] : ["1|mine"]))
  }

  @Test("Of many rows that are inserted again, those that the database refuses are left and said")
  func insertSome() throws {
    let (scratch, store) = try Scratch.opened(
      Scratch.books(20) + "CREATE UNIQUE INDEX titles ON book(title);")
    try store.set("mine", at: Book.author, ofEach: RecordID.first(20))
    let title = try #require(try scratch.rows("SELECT title FROM book WHERE pk = 7").first)
    try scratch.run("DELETE FROM book; INSERT INTO book VALUES (99, '\(title)', NULL, NULL)")
    store.writeBack()
    let failures = try store.conflicts.resolveAll(.mine)
    #expect(failures.map(\.id) == [7])
    #expect(store.conflicts.unsettled(limit: .max).map(\.id) == [7])
    #expect(try scratch.rows("SELECT count(*) FROM book WHERE author = 'mine'") == ["19"])
  }

  // MARK: Rows that are deleted while they have edits in fields that another program has changed, too

  /// Deletes a row whose author was set here and by another program.
  private func deleted(_ scratch: Scratch) throws -> BookStore {
    let store = try scratch.loggedStore()
    try store.set("mine", at: Book.author, of: 1)
    try store.set("Peace", at: Book.title, of: 1)
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 1")
    try store.delete(1)
    #expect(store.counts.dirty == 0)
    return store
  }

  private func check(_ store: BookStore, _ scratch: Scratch) throws {
    #expect(try scratch.rows("SELECT title, author FROM book WHERE pk = 1") == ["Peace|theirs"])
    #expect(store.conflicts.all == [conflict])
    #expect(store.writeBack().conflicts == [conflict])
  }

  @Test("What another program has changed comes back with the row, and the edit is in conflict with it")
  func comesBack() throws {
    let scratch = try Scratch()
    let store = try deleted(scratch)
    #expect(try store.undo() == UndoneStep(kind: .deletion, id: 1, title: "Peace"))
    try check(store, scratch)
    // It would go with an edit that the person has not decided about.
    #expect(throws: StoreError.changedSince) { try store.redo() }
    try check(store, scratch)
    store.conflicts.resolve(1, Book.author, .mine)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT title, author FROM book WHERE pk = 1") == ["Peace|mine"])
  }

  @Test("So it does after a restart, and after the death of the process that has undone the deletion")
  func restarted() throws {
    let scratch = try Scratch()
    _ = try deleted(scratch)
    let store = try scratch.loggedStore()
    #expect(try store.recovery.findAbandoned() == nil)
    try store.undo()
    try check(store, scratch)
    let other = try scratch.loggedStore(in: try scratch.logAfterDeath())
    #expect(try other.recovery.findAbandoned()?.count == 1)
    #expect(try other.recovery.restore().conflicts.count == 1)
    try check(other, scratch)
  }

  @Test("What a trigger has made of an own write is not another program's change") func ownTrigger() throws {
    let (scratch, store) = try Scratch.logged(
      Scratch.books + """
        CREATE TRIGGER loud AFTER UPDATE OF author ON book BEGIN
          UPDATE book SET author = upper(author) WHERE pk = new.pk; END;
        """)
    try store.set("a", at: Book.author, of: 1)
    #expect(store.writeBack().isComplete)
    try store.set("b", at: Book.author, of: 1)
    try store.delete(1)
    try store.undo()
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["b"])
    #expect(store.counts.dirty == 0)
  }

  @Test("Many such rows come back some at a time, each with its own edit") func many() throws {
    let (scratch, store) = try Scratch.logged(Scratch.books(600))
    let ids = RecordID.first(600)
    try store.set("mine", at: Book.author, ofEach: ids)
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk % 3 = 0")
    try store.delete(ids)
    #expect(try store.undo()?.count == 600)
    #expect(store.conflicts.all.count == 200 && store.counts.dirty == 200)
    #expect(try scratch.rows("SELECT author, count(*) FROM book GROUP BY 1") == ["mine|400", "theirs|200"])
  }
}
