import Records
import Testing

@testable import BookStore
@testable import SQLite

/// Another row has the key by the time when something is done to the one that was read.
struct OtherRowTests {
  /// How another program gives the key of the row that is edited to another row.
  enum Way: CaseIterable {
    /// VACUUM numbers the rows of a table anew that has no INTEGER PRIMARY KEY.
    case vacuum
    /// The row is deleted, and another one gets its key.
    case reuse

    /// Four people, of whom the third is edited.
    var table: String {
      """
      CREATE TABLE person (\(self == .reuse ? "id INTEGER PRIMARY KEY, " : "")name, city, note);
      INSERT INTO person (name, city, note)
        VALUES ('anna', 'Aix', 1), ('bert', 'Bonn', 2), ('carl', 'Cork', 3), ('dora', 'Delft', 4);
      """
    }

    func field(_ name: String) -> Int {
      (["name", "city", "note"].firstIndex(of: name) ?? 0) + (self == .reuse ? 1 : 0)
    }

    func happen(to scratch: Scratch) throws {
      switch self {
      case .vacuum:
        try scratch.run("DELETE FROM person WHERE name = 'anna'")
        _ = try scratch.rows("VACUUM")
      case .reuse:
        try scratch.run("DELETE FROM person WHERE id = 3; INSERT INTO person VALUES (3, 'dora', 'Delft', 4)")
      }
    }
  }

  static let modes = ["delete", "wal"]

  private func scratch(_ way: Way, _ mode: String = "delete") throws -> Scratch {
    try Scratch(way.table, mode: mode)
  }

  private func people(_ scratch: Scratch) throws -> [String] {
    try scratch.rows("SELECT name, city, note FROM person")
  }

  @Test("An edit is not written into another row, in the background neither", arguments: Way.allCases, modes)
  func live(way: Way, mode: String) throws {
    let scratch = try scratch(way, mode)
    let store = try scratch.loggedStore()
    try store.set("mine", at: way.field("note"), of: 3)
    try way.happen(to: scratch)
    let people = try people(scratch)
    #expect(store.writeBack().failures.map(\.id) == [3])
    #expect(store.conflicts.goneCount == 1 && store.conflicts.unsettledCount == 1)
    #expect(store.shelf.state(of: 3) == .dirty)
    #expect(try self.people(scratch) == people)
    #expect(store.dehydrateAll().writeBack.failures.map(\.id) == [3])
    #expect(try self.people(scratch) == people)
    for _ in 1...2 {
      store.writer.startDehydratingAll()
      try store.settle()
      #expect(store.conflicts.goneCount == 1 && store.counts.dirty == 1)
      #expect(try self.people(scratch) == people)
    }
  }

  @Test(
    "Kept, the edited row is inserted under a new key; discarded, the other row is shown",
    arguments: Way.allCases, [true, false])
  func choose(way: Way, isKept: Bool) throws {
    let scratch = try scratch(way)
    let store = try scratch.loggedStore()
    _ = try store.shownRows(in: 0..<4)
    try store.set("mine", at: way.field("note"), of: 3)
    try way.happen(to: scratch)
    let people = try people(scratch)
    store.writeBack()
    if isKept { try store.conflicts.insertAgain(3) } else { store.conflicts.discard(3) }
    #expect(store.counts.dirty == 0 && store.conflicts.unsettledCount == 0)
    #expect(try self.people(scratch) == people + (isKept ? ["carl|Cork|mine"] : []))
    #expect(try store.shelf.snapshot(of: 3).values[way.field("name")] == "dora")
    #expect(try store.shownRows(in: 0..<9).contains { $0.id == 3 && $0.title == "dora" })
    #expect(store.writeBack().isComplete)
    // Nothing of it is offered after a death.
    #expect(try scratch.abandonedCount(in: scratch.logAfterDeath()) == 0)
  }

  @Test("All that are other rows are settled at once", arguments: [true, false])
  func resolveAll(isMine: Bool) throws {
    let scratch = try scratch(.reuse)
    let store = try scratch.loggedStore()
    try store.set("mine", at: 3, ofEach: [1, 2, 3, 4])
    try scratch.run(
      "DELETE FROM person; INSERT INTO person VALUES (1, 'emil', 'Ely', 5), (3, 'fred', 'Fes', 6)")
    store.writeBack()
    #expect(store.conflicts.goneCount == 4)
    #expect(try store.conflicts.resolveAll(isMine ? .mine : .theirs).isEmpty)
    #expect(store.conflicts.goneCount == 0 && store.writeBack().isComplete)
    let mine = ["bert|Bonn|mine", "dora|Delft|mine", "anna|Aix|mine", "carl|Cork|mine"]
    #expect(try Set(people(scratch)) == Set(["emil|Ely|5", "fred|Fes|6"] + (isMine ? mine : [])))
  }

  @Test("A unique field tells another row with the same title") func unique() throws {
    let (scratch, store) = try Scratch.opened(
      """
      CREATE TABLE copy (id INTEGER PRIMARY KEY, title, isbn UNIQUE, note);
      INSERT INTO copy VALUES (1, 'Emma', '1', 'a'), (2, 'Emma', '2', 'b');
      """)
    try store.set("mine", at: 3, ofEach: [1, 2])
    try scratch.run("UPDATE copy SET isbn = '3' WHERE id = 2")
    #expect(store.writeBack().failures.map(\.id) == [2])
    #expect(try scratch.rows("SELECT note FROM copy") == ["mine", "b"])
  }

  @Test("A title that is edited here, too, is in conflict if something else of the row is as it was")
  func title() throws {
    let (scratch, store) = try Scratch.opened()
    try store.set("mine", at: Book.title, ofEach: [1, 2])
    try scratch.run(
      """
      UPDATE book SET title = 'theirs' WHERE pk = 1;
      UPDATE book SET title = 'theirs', author = 'theirs', copyright = 0 WHERE pk = 2
      """)
    let result = store.writeBack()
    #expect(result.conflicts.map(\.id) == [1] && result.failures.map(\.id) == [2])
    #expect(try scratch.rows("SELECT title FROM book WHERE pk < 3") == ["theirs", "theirs"])
  }

  @Test("A title that only another program has changed tells another row, or one that is asked about")
  func otherTitle() throws {
    let (scratch, store) = try Scratch.opened()
    try store.set("mine", at: Book.author, of: 1)
    try scratch.run("UPDATE book SET title = 'theirs' WHERE pk = 1")
    #expect(store.writeBack() == WriteBackResult(failures: [RowFailure(id: 1, error: .rowReplaced)]))
    #expect(store.conflicts.unsettled(limit: 9).map(\.isReplaced) == [true])
    try scratch.run("UPDATE book SET title = 'War and Peace' WHERE pk = 1")
    #expect(store.writeBack().isComplete && store.conflicts.unsettledCount == 0)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["mine"])
  }

  @Test("Another program's change of another column is no conflict, nor is one of another row")
  func otherColumn() throws {
    let (scratch, store) = try Scratch.opened()
    try store.set("mine", at: Book.author, ofEach: [1, 2])
    try scratch.run("UPDATE book SET copyright = 7 WHERE pk = 1; DELETE FROM book WHERE pk = 3")
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT copyright, author FROM book") == ["7.0|mine", "1166832000.0|mine"])
  }

  @Test("A row that holds nothing but NULL is itself, and so is one that only gets more") func null() throws {
    let (scratch, store) = try Scratch.opened(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name, x, y); INSERT INTO t VALUES (1, NULL, NULL, NULL)")
    try store.set("mine", at: 2, of: 1)
    try scratch.run("CREATE TABLE other (a)")
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT x FROM t") == ["mine"])
  }

  @Test("What a dead session has left is not restored into another row", arguments: Way.allCases, modes)
  func restore(way: Way, mode: String) throws {
    let scratch = try scratch(way, mode)
    do { try scratch.loggedStore().set("mine", at: way.field("note"), of: 3) }
    try way.happen(to: scratch)
    let people = try people(scratch)
    let store = try scratch.loggedStore()
    #expect(try store.recovery.findAbandoned()?.count == 1)
    let restoration = try store.recovery.restore()
    #expect(restoration.failures.map(\.id) == [3])
    #expect(restoration.restoredCount == 0 && store.counts.dirty == 0)
    store.writeBack()
    #expect(try self.people(scratch) == people)
  }

  @Test("What a dead session has left is restored if only its own edits have changed the title")
  func restoreTitle() throws {
    let scratch = try Scratch()
    do {
      let store = try scratch.loggedStore()
      try store.set("Peace", at: Book.title, of: 1)
      try store.set("mine", at: Book.author, of: 1)
      try store.set("mine", at: Book.author, of: 2)
      try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 2")
      try store.set("Internals", at: Book.title, of: 2)
      store.dehydrate(2)
    }
    #expect(try scratch.rows("SELECT title, author FROM book WHERE pk = 2") == ["Internals|theirs"])
    let store = try scratch.loggedStore()
    let restoration = try store.recovery.restore()
    #expect(restoration.failures.isEmpty && restoration.restoredCount == 3)
    #expect(restoration.conflicts.map(\.id) == [2])
    store.writeBack()
    #expect(try scratch.rows("SELECT title, author FROM book WHERE pk = 1") == ["Peace|mine"])
  }

  @Test("A deletion takes no other row than the list has shown", arguments: Way.allCases, modes)
  func delete(way: Way, mode: String) throws {
    let scratch = try scratch(way, mode)
    let store = try scratch.loggedStore()
    #expect(try store.shownRows(in: 0..<4).map(\.title) == ["anna", "bert", "carl", "dora"])
    try way.happen(to: scratch)
    let people = try people(scratch)
    #expect(throws: StoreError.rowReplaced) { try store.delete([2, 3]) }
    #expect(try self.people(scratch) == people)
    // The list is read again, and has the row that is there now.
    #expect(try store.shownRows(in: 0..<9).first { $0.id == 3 }?.title == "dora")
    try store.delete(3)
    #expect(try self.people(scratch).count == people.count - 1)
    #expect(try scratch.rows("SELECT 1 FROM person WHERE rowid = 3").isEmpty)
  }

  @Test("A deletion takes no other row than the record was read of", arguments: Way.allCases)
  func deleteRecord(way: Way) throws {
    let scratch = try scratch(way)
    let store = try scratch.loggedStore()
    let record = try store.record(3)
    try way.happen(to: scratch)
    let people = try people(scratch)
    #expect(throws: StoreError.rowReplaced) { try store.delete(record.id) }
    #expect(try self.people(scratch) == people)
    #expect(try store.shelf.snapshot(of: 3).values[way.field("name")] == "dora")
    // With an edit in it, too, and after the list was read again.
    try store.set("mine", at: way.field("name"), of: 3)
    try scratch.run("UPDATE person SET name = 'emil', city = 'Ely', note = 9 WHERE name = 'dora'")
    // A VACUUM counts as a change of the tables.
    #expect(store.checkForOtherWriters() == (way == .vacuum ? .schema : .rows))
    #expect(throws: StoreError.rowReplaced) { try store.delete(3) }
    #expect(try scratch.rows("SELECT DISTINCT name FROM person WHERE name = 'emil'") == ["emil"])
    #expect(try scratch.rows("SELECT count(*) FROM person") == ["\(people.count)"])
  }

  @Test("A deletion goes on if others have changed something else") func deleteSame() throws {
    let (scratch, store) = try Scratch.logged()
    _ = try store.shownRows(in: 0..<3)
    try store.set("Peace", at: Book.title, of: 1)
    try scratch.run("UPDATE book SET author = 'theirs'")
    try store.delete([1, 2])
    #expect(try scratch.rows("SELECT pk FROM book") == ["3"])
  }

  @Test("Nothing is read or compared as long as nobody else writes, in the background neither")
  func costs() throws {
    let (scratch, store) = try Scratch.opened()
    _ = try store.shownRows(in: 0..<3)
    var round: Int64 = 0
    func statements(_ body: () throws -> Void) throws -> [String] {
      round += 1
      for id in [1, 2] as [RecordID] { try store.set(.integer(round), at: Book.author, of: id) }
      _ = scratch.statementsSinceLastCall()
      try body()
      return scratch.statementsSinceLastCall().filter { $0.contains("book") }
    }
    let plain = "UPDATE book SET author = ? WHERE pk = ?"
    #expect(try statements { store.writeBack() } == [plain, plain])
    for _ in 1...3 {
      let written = try statements {
        store.writer.startWritingBack(olderThan: 0)
        try store.settle()
      }
      #expect(written == [plain, plain])
    }
    #expect(store.counts.dirty == 0)
    let deleted = try statements { try store.delete(3) }
    #expect(!deleted.contains { $0.hasPrefix("SELECT title") })
  }

  // MARK: New rows whose keys rows had that another program has deleted

  /// A store that has set the author of a row which another program has deleted since; the next key is that row's.
  private func storeWithEdits(_ scratch: Scratch, isLogged: Bool) throws -> BookStore {
    let store = isLogged ? try scratch.loggedStore() : try scratch.store()
    #expect(try store.insert(["Edda", nil, nil]) == 4)
    try store.set("a", at: Book.author, of: 4)
    try scratch.run("DELETE FROM book WHERE pk = 4")
    return store
  }

  @Test("A new row gets another key than a deleted one with unwritten edits", arguments: [true, false])
  func anotherKey(isLogged: Bool) throws {
    let scratch = try Scratch()
    let store = try storeWithEdits(scratch, isLogged: isLogged)
    #expect(try store.insert(["Kalevala", nil, nil]) == 5)
    #expect(try store.shelf.snapshot(of: 5).values == ["Kalevala", .null, .null])
    #expect(store.conflicts.goneCount == 1)
    #expect(store.writeBack().failures.map(\.error) == [.rowGone])
    #expect(try scratch.rows("SELECT pk, author FROM book WHERE pk > 3") == ["5|NULL"])
    try store.conflicts.insertAgain(4)
    #expect(try scratch.rows("SELECT title, author FROM book WHERE pk > 3") == ["Edda|a", "Kalevala|NULL"])
    #expect(store.counts.dirty == 0)
  }

  @Test("Edits of the deleted row are still there after a crash, and the new row's insertion is without them")
  func crash() throws {
    let scratch = try Scratch()
    let store = try storeWithEdits(scratch, isLogged: true)
    #expect(try store.insert(["Kalevala", nil, nil]) == 5)
    let other = try scratch.loggedStore(in: try scratch.logAfterDeath())
    #expect(try other.recovery.findAbandoned()?.count == 1)
    #expect(try other.recovery.restore().failures == [RowFailure(id: 4, error: .rowGone)])
    try store.undo()
    try store.redo()
    #expect(try scratch.rows("SELECT pk, author FROM book WHERE pk > 3") == ["5|NULL"])
  }

  @Test("A table whose rowid is no column, and one that asks for a key of NULL, give another key too")
  func rowids() throws {
    let (scratch, store) = try Scratch.logged(
      """
      CREATE TABLE word (text, note); INSERT INTO word VALUES ('a', 1), ('b', 2);
      CREATE TABLE item (id INTEGER PRIMARY KEY, name, note); INSERT INTO item VALUES (1, 'c', 3), (7, 'd', 4);
      """)
    let item = store.tables[1].id
    try store.set("x", at: 1, of: 2)
    try store.set("x", at: 2, of: RecordID(.rowid(7), in: item))
    try scratch.run(
      "DELETE FROM word WHERE note = 2; DELETE FROM item WHERE id = 7; INSERT INTO item VALUES (6, 'e', 5)")
    #expect(try store.insert(["new", nil]) == 3)
    #expect(try store.insert([.null, "new", nil], into: item) == RecordID(.rowid(8), in: item))
    #expect(try scratch.rows("SELECT rowid, * FROM word") == ["1|a|1", "3|new|NULL"])
    #expect(try scratch.rows("SELECT * FROM item WHERE id > 6") == ["8|new|NULL"])
  }

  @Test("If the person has given the key, the row is refused until the other one is settled")
  func given() throws {
    let (scratch, store) = try Scratch.logged(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, name, note); INSERT INTO item VALUES (1, 'a', NULL);
      CREATE TABLE place (slot TEXT PRIMARY KEY, name, note) WITHOUT ROWID; INSERT INTO place VALUES ('A', 'b', NULL);
      """)
    let place = store.tables[1].id
    try store.set("x", at: 2, of: 1)
    try store.set("x", at: 2, of: RecordID(.columns(["A"]), in: place))
    try scratch.run("DELETE FROM item; DELETE FROM place")
    #expect(throws: StoreError.keyOfGoneRow) { try store.insert([1, "new", nil]) }
    #expect(throws: StoreError.keyOfGoneRow) { try store.insert(["A", "new", nil], into: place) }
    #expect(try scratch.rows("SELECT name FROM item UNION ALL SELECT name FROM place").isEmpty)
    #expect(store.conflicts.goneCount == 2 && store.counts.dirty == 2)
    store.conflicts.discard(1)
    #expect(try store.insert([1, "new", nil]) == 1)
    #expect(try store.shelf.snapshot(of: 1).values == [1, "new", .null])
  }

  @Test("A clean record of a deleted row is not taken for the new one") func clean() throws {
    let (scratch, store) = try Scratch.logged()
    #expect(try store.insert(["Edda", nil, "a"]) == 4)
    let former = try store.record(4)
    try scratch.run("DELETE FROM book WHERE pk = 4")
    #expect(try store.insert(["Kalevala", nil, nil]) == 4)
    #expect(try store.shelf.snapshot(of: 4).values == ["Kalevala", .null, .null])
    #expect(former.values == nil && store.counts.hydrated == 1)
  }

  @Test("A row does not come back if another one had its key, is gone, and has edits that are not written")
  func undo() throws {
    let (scratch, store) = try Scratch.logged()
    try store.delete(3)
    try scratch.run("INSERT INTO book VALUES (3, 'Kalevala', NULL, NULL)")
    try store.set("a", at: Book.author, of: 3)
    try scratch.run("DELETE FROM book WHERE pk = 3")
    // The edit is undone first, and it cannot be.
    store.writeBack()
    let step = try #require(try store.journal.opened?.step(for: .undo))
    store.journal.note(stuck: step.id)
    try store.history.passOver()
    #expect(throws: StoreError.keyOfGoneRow) { try store.undo() }
    #expect(try scratch.rows("SELECT pk FROM book") == ["1", "2"])
    store.conflicts.discard(3)
    #expect(try store.undo()?.kind == .deletion)
    #expect(try store.shelf.snapshot(of: 3).values[Book.title] == "The Divine Comedy")
  }
}
