import Records
import Testing

@testable import BookStore
@testable import SQLite

/// Another row has the key by the time when something is done to the one that was read.
@Suite("Another row under the same key")
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

    /// The place of a field.
    func field(_ name: String) -> Int {
      (["name", "city", "note"].firstIndex(of: name) ?? 0) + (self == .reuse ? 1 : 0)
    }

    /// Does it.
    func happen(to scratch: Scratch) throws {
      switch self {
      case .vacuum:
        try scratch.run("DELETE FROM person WHERE name = 'anna'")
        _ = try scratch.rows("VACUUM")
      case .reuse:
        try scratch.run(
          "DELETE FROM person WHERE id = 3; INSERT INTO person VALUES (3, 'dora', 'Delft', 4)")
      }
    }
  }

  static let modes = ["delete", "wal"]

  private func scratch(_ way: Way, _ mode: String = "delete") throws -> Scratch {
    let scratch = try Scratch(way.table)
    #expect(try scratch.setJournalMode(mode) == mode)
    return scratch
  }

  /// The people as another program sees them.
  private func people(_ scratch: Scratch) throws -> [String] {
    try scratch.rows("SELECT name, city, note FROM person")
  }

  @Test("An edit is not written into another row", arguments: Way.allCases, modes)
  func live(way: Way, mode: String) throws {
    let scratch = try scratch(way, mode)
    let store = try scratch.loggedStore()
    try store.set("mine", at: way.field("note"), of: 3)
    try way.happen(to: scratch)
    let people = try people(scratch)
    #expect(store.writeBack().failures.map(\.id) == [3])
    #expect(store.conflicts.goneCount == 1 && store.conflicts.unsettledCount == 1)
    #expect(store.state(of: 3) == .dirty)
    #expect(try self.people(scratch) == people)
    #expect(store.dehydrateAll().writeBack.failures.map(\.id) == [3])
    #expect(try self.people(scratch) == people)
  }

  @Test("Nor is it in the background", arguments: Way.allCases, modes)
  func background(way: Way, mode: String) throws {
    let scratch = try scratch(way, mode)
    let store = try scratch.loggedStore()
    try store.set("mine", at: way.field("note"), of: 3)
    try way.happen(to: scratch)
    let people = try people(scratch)
    for _ in 1...2 {
      store.writer.startDehydratingAll()
      try store.settle()
      #expect(store.conflicts.goneCount == 1 && store.counts.dirty == 1)
      #expect(try self.people(scratch) == people)
    }
  }

  @Test(
    "Kept, it is inserted under a new key; discarded, the other row is shown",
    arguments: Way.allCases)
  func choose(way: Way) throws {
    for isKept in [true, false] {
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
      #expect(try store.snapshot(of: 3).values[way.field("name")] == "dora")
      #expect(try store.shownRows(in: 0..<9).contains { $0.id == 3 && $0.title == "dora" })
      #expect(store.writeBack().isComplete)
      // Nothing of it is offered after a death.
      #expect(try scratch.loggedStore(in: try scratch.logAfterDeath()).recovery.findAbandoned() == nil)
    }
  }

  @Test("All that are other rows are settled at once", arguments: [true, false])
  func resolveAll(isMine: Bool) throws {
    let scratch = try scratch(.reuse)
    let store = try scratch.loggedStore()
    try store.set("mine", at: 3, ofEach: [1, 2, 3, 4])
    try scratch.run(
      """
      DELETE FROM person; INSERT INTO person VALUES (1, 'emil', 'Ely', 5), (3, 'fred', 'Fes', 6)
      """)
    store.writeBack()
    #expect(store.conflicts.goneCount == 4)
    #expect(try store.conflicts.resolveAll(isMine ? .mine : .theirs).isEmpty)
    #expect(store.conflicts.goneCount == 0 && store.writeBack().isComplete)
    let mine = ["bert|Bonn|mine", "dora|Delft|mine", "anna|Aix|mine", "carl|Cork|mine"]
    #expect(
      try Set(people(scratch)) == Set(["emil|Ely|5", "fred|Fes|6"] + (isMine ? mine : [])))
  }

  @Test("A unique field tells another row with the same title")
  func unique() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE copy (id INTEGER PRIMARY KEY, title, isbn UNIQUE, note);
      INSERT INTO copy VALUES (1, 'Emma', '1', 'a'), (2, 'Emma', '2', 'b');
      """)
    let store = try scratch.store()
    try store.set("mine", at: 3, ofEach: [1, 2])
    try scratch.run("UPDATE copy SET isbn = '3' WHERE id = 2")
    #expect(store.writeBack().failures.map(\.id) == [2])
    #expect(try scratch.rows("SELECT note FROM copy") == ["mine", "b"])
  }

  @Test("A title that is edited here, too, is in conflict where something else is as it was")
  func title() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.set("mine", at: Book.title, ofEach: [1, 2])
    try scratch.run(
      """
      UPDATE book SET title = 'theirs' WHERE pk = 1;
      UPDATE book SET title = 'theirs', author = 'theirs', copyright = 0 WHERE pk = 2
      """)
    let result = store.writeBack()
    #expect(result.conflicts.map(\.id) == [1])
    #expect(result.failures.map(\.id) == [2])
    #expect(try scratch.rows("SELECT title FROM book WHERE pk < 3") == ["theirs", "theirs"])
  }

  @Test(
    "A title that only another program has changed tells another row, or one that the person is asked about")
  func otherTitle() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.set("mine", at: Book.author, of: 1)
    try scratch.run("UPDATE book SET title = 'theirs' WHERE pk = 1")
    let failure = RowFailure(id: 1, error: .rowReplaced)
    #expect(store.writeBack() == WriteBackResult(failures: [failure]))
    #expect(store.conflicts.unsettled(limit: 9).map(\.isReplaced) == [true])
    try scratch.run("UPDATE book SET title = 'War and Peace' WHERE pk = 1")
    #expect(store.writeBack().isComplete && store.conflicts.unsettledCount == 0)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["mine"])
  }

  @Test("Another program's change of another column is no conflict, nor is one of another row")
  func otherColumn() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.set("mine", at: Book.author, ofEach: [1, 2])
    try scratch.run("UPDATE book SET copyright = 7 WHERE pk = 1; DELETE FROM book WHERE pk = 3")
    #expect(store.writeBack().isComplete)
    #expect(
      try scratch.rows("SELECT copyright, author FROM book") == ["7.0|mine", "1166832000.0|mine"])
  }

  @Test("A row that holds nothing but NULL is itself, and so is one that only gets more")
  func null() throws {
    let scratch = try Scratch(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name, x, y); INSERT INTO t VALUES (1, NULL, NULL, NULL)"
    )
    let store = try scratch.store()
    try store.set("mine", at: 2, of: 1)
    try scratch.run("CREATE TABLE other (a)")
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT x FROM t") == ["mine"])
  }

  @Test(
    "What a dead session has left is not restored into another row", arguments: Way.allCases, modes)
  func restore(way: Way, mode: String) throws {
    let scratch = try scratch(way, mode)
    do { try scratch.loggedStore().set("mine", at: way.field("note"), of: 3) }
    try way.happen(to: scratch)
    let people = try people(scratch)
    let store = try scratch.loggedStore()
    #expect(try store.recovery.findAbandoned()?.count == 1)
    let restoration = try store.recovery.restore()
    #expect(restoration.restoredCount == 0 && restoration.failures.map(\.id) == [3])
    #expect(store.counts.dirty == 0)
    store.writeBack()
    #expect(try self.people(scratch) == people)
  }

  @Test("What a dead session has left is restored where only its own edits have changed the title")
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
    _ = try store.recovery.findAbandoned()
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
    #expect(try store.snapshot(of: 3).values[way.field("name")] == "dora")
    // With an edit in it, too, and after the list was read again.
    try store.set("mine", at: way.field("name"), of: 3)
    try scratch.run("UPDATE person SET name = 'emil', city = 'Ely', note = 9 WHERE name = 'dora'")
    // A VACUUM counts as a change of the tables.
    #expect(store.checkForOtherWriters() == (way == .vacuum ? .schema : .rows))
    #expect(throws: StoreError.rowReplaced) { try store.delete(3) }
    #expect(try scratch.rows("SELECT DISTINCT name FROM person WHERE name = 'emil'") == ["emil"])
    #expect(try scratch.rows("SELECT count(*) FROM person") == ["\(people.count)"])
  }

  @Test("A deletion goes on where others have changed something else")
  func deleteSame() throws {
    let scratch = try Scratch()
    let store = try scratch.loggedStore()
    _ = try store.shownRows(in: 0..<3)
    try store.set("Peace", at: Book.title, of: 1)
    try scratch.run("UPDATE book SET author = 'theirs'")
    try store.delete([1, 2])
    #expect(try scratch.rows("SELECT pk FROM book") == ["3"])
  }

  @Test("Nothing is read or compared as long as nobody else writes, in the background neither")
  func costs() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
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
}
