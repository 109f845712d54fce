import BookStore
import Records
import Testing

@Suite("Editing") struct EditingTests {
  @Test("A change from NULL, to NULL and between NULL and the empty text is a change; no number is NULL, too")
  func nullIsAValue() throws {
    let (scratch, store) = try Scratch.opened(
      Scratch.books
        + "INSERT INTO book VALUES (4, 'Beowulf', NULL, NULL), (5, 'Edda', 0, 'many'), (6, 'Iliad', 1, '')")
    try store.set(.real(0), at: Book.copyright, of: 4)
    try store.set(.null, at: Book.author, of: 5)
    try store.set(.null, at: Book.author, of: 6)
    #expect(store.counts.dirty == 3)
    store.dehydrateAll()
    let types = try scratch.rows("SELECT typeof(copyright), typeof(author) FROM book WHERE pk > 3")
    #expect(types == ["real|null", "real|null", "real|null"])
    try store.set("", at: Book.author, of: 4)
    store.writeBack()
    #expect(try scratch.rows("SELECT typeof(author) FROM book WHERE pk = 4") == ["text"])
    try store.set(.real(.nan), at: Book.copyright, of: 1)
    #expect(try store.shelf.snapshot(of: 1).values[Book.copyright] == .null)
    store.writeBack()
    #expect(store.counts.dirty == 0)
  }

  @Test("A rename shows before it is written, is written, and shows after a warning") func rename() throws {
    let (scratch, store) = try Scratch.opened()
    let titles: [Value] = ["War and Peace", "Mac OS X Internals", "Inferno"]
    try store.set("Inferno", at: Book.title, of: 3)
    #expect(try store.shownRows(in: 0..<3).map(\.title) == titles)
    #expect(try store.shownRows(in: 0..<3).map(\.state) == [.known, .known, .dirty])
    #expect(try scratch.rows("SELECT title FROM book WHERE pk = 3") == ["The Divine Comedy"])
    _ = scratch.statementsSinceLastCall()
    store.dehydrateAll()
    #expect(scratch.statementsSinceLastCall().count == 3)
    #expect(try scratch.rows("SELECT title FROM book WHERE pk = 3") == ["Inferno"])
    #expect(try store.shownRows(in: 0..<3).map(\.title) == titles)
  }

  @Test("Reverting takes edits back, the title in the list too") func revert() throws {
    let store = try Scratch().store()
    try store.set("Inferno", at: Book.title, of: 3)
    try store.set(.null, at: Book.author, of: 3)
    store.editor.revert(3)
    #expect(store.counts.dirty == 0)
    #expect(try store.shownRows(in: 2..<3).map(\.title) == ["The Divine Comedy"])
    #expect(try store.shelf.snapshot(of: 3).values[Book.author] == "Dante Alighieri")
  }

  @Test("An insert is in the database and in the list at once, and only with what was given")
  func insert() throws {
    let (scratch, store) = try Scratch.opened(
      "CREATE TABLE book (pk INTEGER PRIMARY KEY, title, copyright REAL DEFAULT 5, author DEFAULT 'anon')")
    #expect(try store.insert(["Edda"]) == 1)
    #expect(try store.insert(["Iliad", .null, nil]) == 2)
    #expect(try store.insert([]) == 3)
    #expect(
      try scratch.rows("SELECT * FROM book") == ["1|Edda|5.0|anon", "2|Iliad|NULL|anon", "3|NULL|5.0|anon"])
    #expect(try store.shownRows(in: 0..<9).map(\.title) == ["Edda", "Iliad", .null])
    #expect(try store.counts.known == .exactly(3) && store.listing.position(of: 2) == 1)
  }

  @Test("A delete takes the row, its record and its edits") func delete() throws {
    let (scratch, store) = try Scratch.opened()
    let record = try store.record(2)
    try store.set("nobody", at: Book.author, of: 2)
    try store.delete(2)
    #expect(try scratch.rows("SELECT pk FROM book") == ["1", "3"])
    #expect(store.counts.dirty == 0 && store.counts.hydrated == 0)
    #expect(store.counts.known == .exactly(2) && record.values == nil)
    #expect(try store.shownRows(in: 0..<9).map(\.id) == [1, 3])
    try store.delete(2)
    #expect(store.writeBack() == WriteBackResult())
  }

  @Test("A refused delete leaves the record and its edits") func refusedDelete() throws {
    let scratch = try Scratch()
    try scratch.run("CREATE TRIGGER keep BEFORE DELETE ON book BEGIN SELECT RAISE(ABORT, 'kept'); END")
    let store = try scratch.store()
    try store.set("nobody", at: Book.author, of: 2)
    #expect(throws: StoreError.constraint(message: "kept")) { try store.delete(2) }
    #expect(store.shelf.state(of: 2) == .dirty && store.counts.known == .exactly(3))
  }

  @Test("A trigger that passes over a write is not taken for a row that is gone")
  func ignoredWrites() throws {
    let scratch = try Scratch()
    try scratch.run(
      """
      CREATE TRIGGER keep BEFORE DELETE ON book BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER fix BEFORE UPDATE ON book BEGIN SELECT RAISE(IGNORE); END;
      CREATE TRIGGER full BEFORE INSERT ON book BEGIN SELECT RAISE(IGNORE); END;
      """)
    let store = try scratch.store()
    #expect(throws: StoreError.ignored) { try store.delete(2) }
    #expect(throws: StoreError.ignored) { try store.insert(["Edda"]) }
    try store.set("nobody", at: Book.author, of: 2)
    #expect(store.writeBack().failures.map(\.error) == [.ignored])
    #expect(store.shelf.state(of: 2) == .dirty && store.counts.known == .exactly(3))
  }

  @Test("A column of the key cannot be set") func keyIsFixed() throws {
    let store = try Scratch(
      "CREATE TABLE t (a, b, PRIMARY KEY (a)) WITHOUT ROWID; INSERT INTO t VALUES ('x', 'y')"
    ).store()
    #expect(throws: StoreError.fixedField) { try store.set("z", at: 0, of: .key(["x"])) }
    try store.set("z", at: 1, of: .key(["x"]))
    #expect(store.writeBack().writtenCount == 1)
  }
}
