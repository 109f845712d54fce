import BookStore
import Records
import TestSupport
import Testing

/// Lists with columns beside the title: which statements they run, and what they show.
struct ColumnListTests {
  private static let columns = [Book.copyright, Book.author]

  private func values(_ store: BookStore, _ places: Range<Int>) throws -> [[ShownValue]] {
    try store.lists.rows(in: places).compactMap { $0?.values }
  }

  @Test("Columns come with the page's one statement, and hydrate nothing") func ownOrder() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(1_000))
    try store.listing.show(columns: Self.columns)
    _ = scratch.statementsSinceLastCall()
    #expect(try values(store, 0..<1) == [[.value(.real(1)), .value("Author 1")]])
    #expect(try values(store, 1..<2) == [[.value(.real(2)), .value("Author 2")]])
    _ = try values(store, 1..<40)
    #expect(scratch.readsSinceLastCall().count == 1 && store.counts.hydrated == 0)
    _ = try values(store, 300..<340)
    #expect(scratch.readsSinceLastCall().count == 1)
  }

  @Test("The columns that a store is opened with are read by its first query") func opening() throws {
    let scratch = try Scratch()
    let statements = StatementTrace()
    let options = StoreOptions(columns: ["AUTHOR", "title"]) { statements.append($0) }
    let store = try BookStore(path: scratch.path, options: options)
    #expect(store.listing.columns == [Book.author])
    let authors: [ShownValue?] = [.value("Leo Tolstoy"), .value("Amit Singh"), .value("Dante Alighieri")]
    #expect(try values(store, 0..<3).map(\.first) == authors)
    #expect(statements.take().count { $0.contains("substr(author") } == 1)
  }

  @Test("A column that the table does not have is refused by its name") func unknown() throws {
    let scratch = try Scratch()
    #expect(throws: StoreError.cannotApply(.noSuchColumn("writer"), to: try scratch.store().schema)) {
      try BookStore(path: scratch.path, options: StoreOptions(columns: ["writer"]))
    }
  }

  @Test(
    "A sorted and filtered list reads a screenful with at most two statements, and moves within it with none",
    arguments: [[], columns])
  func ranked(columns: [Int]) throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(2_000))
    try store.listing.show(columns: columns)
    try store.arranged(by: ListOrder(field: Book.author, isDescending: true), finding: "title")
    _ = scratch.statementsSinceLastCall()
    var counts: [Int] = []
    for top in stride(from: 0, to: 1_960, by: 40) {
      let rows = try store.lists.rows(in: top..<top + 40)
      #expect(rows.allSatisfy { $0?.title.isNull == false })
      counts.append(scratch.readsSinceLastCall().count)
    }
    #expect(counts.allSatisfy { $0 <= 1 })
    #expect(counts.reduce(0, +) <= 2_000 / 128 + 1)
    _ = try store.lists.rows(in: 1_000..<1_040)
    _ = scratch.statementsSinceLastCall()
    for top in 1_000..<1_030 { _ = try store.lists.rows(in: top..<top + 40) }
    #expect(scratch.readsSinceLastCall().count <= 1 && store.counts.hydrated == 0)
  }

  @Test("A column shows an edit before the database has it, and the database's value after that")
  func edits() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(500))
    for order in [ListOrder.own, ListOrder(field: Book.title)] {
      try store.listing.show(columns: [Book.author])
      try store.arranged(by: order)
      let row = try #require(try store.lists.rows(in: 3..<4).first ?? nil)
      let author = "By \(order.field ?? -1)"
      try store.set(.text(Text(author)), at: Book.author, of: row.id)
      #expect(try values(store, 3..<4) == [[.value(.text(Text(author)))]])
      _ = store.dehydrateAll()
      #expect(store.counts.hydrated == 0)
      #expect(try values(store, 3..<4) == [[.value(.text(Text(author)))]])
      try scratch.run("UPDATE book SET author = 'Somebody' WHERE pk = \(row.id.rowid ?? 0)")
      #expect(store.checkForOtherWriters() == .rows)
      try store.settle()
      #expect(try values(store, 3..<4) == [[.value("Somebody")]])
    }
  }

  @Test("The field that the rows are ordered by comes last, without being a column")
  func orderedField() throws {
    let store = try Scratch().store()
    try store.arranged(by: ListOrder(field: Book.author))
    #expect(store.listing.columns == [])
    #expect(store.listing.shownFields == [Book.author])
    let authors: [ShownValue] = [.value("Amit Singh"), .value("Dante Alighieri"), .value("Leo Tolstoy")]
    #expect(try values(store, 0..<3) == authors.map { [$0] })
  }

  @Test("Texts are cut, of blobs there is only the size, and large values cost no memory")
  func largeValues() throws {
    let store = try Scratch(
      """
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title, notes TEXT, photo BLOB);
      INSERT INTO book VALUES (1, 'a', printf('%.*c', 1000000, 'x'), zeroblob(3000000)), (2, 'b', NULL, x'00'),
        (3, 'c', CAST(x'FF41' AS TEXT), 7);
      """
    ).store()
    let fields = ["notes", "photo"].compactMap { name in store.schema.fields.firstIndex { $0.column == name }
    }
    for order in [ListOrder.own, ListOrder(field: store.schema.titleIndex)] {
      try store.listing.show(columns: fields)
      try store.arranged(by: order)
      let shown = try values(store, 0..<3)
      guard case .value(.text(let text)) = shown[0][0] else { Issue.record("no text"); continue }
      #expect(text.string.count >= 160 && text.string.count < 5_000 && text.string.allSatisfy { $0 == "x" })
      #expect(shown[0][1] == .bytes(3_000_000))
      #expect(shown[1] == [.null, .bytes(1)])
      #expect(shown[2] == [.value(.text(Text(bytes: [0xFF, 0x41]))), .value(.integer(7))])
    }
  }

  @Test("Keys of several columns are read in blocks, too") func compositeKeys() throws {
    let (scratch, store) = try Scratch.opened(
      """
      CREATE TABLE part (a TEXT, b INTEGER, name TEXT, size REAL, PRIMARY KEY (a, b)) WITHOUT ROWID;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
        INSERT INTO part SELECT 'k' || i % 7, i, 'Name ' || i, i / 2.0 FROM n;
      """)
    let size = try store.field("size")
    try store.arranged(by: ListOrder(field: size))
    _ = scratch.statementsSinceLastCall()
    #expect(
      try store.lists.rows(in: 0..<100).map { $0?.title } == (1...100).map { .text(Text("Name \($0)")) })
    #expect(scratch.readsSinceLastCall().count == 1)
    #expect(try values(store, 99..<100) == [[.value(.real(50))]])
  }

  @Test("A view's rows are found with their columns") func view() throws {
    let store = try Scratch(Scratch.books(300) + "CREATE VIEW v AS SELECT title, author, pk FROM book;")
      .store()
    let view = try store.lists.open(ListSource(table: TableID(1)))
    try view.show(columns: [1])
    #expect(try store.lists.rows(in: 1..<2, of: view).first??.values == [.value("Author 2")])
    try view.arrange(by: ListOrder(field: 2, isDescending: true))
    try store.wait { view.isSettled }
    #expect(try store.lists.rows(in: 0..<1, of: view).first??.values == [.value("Author 300"), .value(300)])
    try view.show(columns: [])
    try store.wait { view.isSettled }
    #expect(try store.lists.rows(in: 0..<1, of: view).first??.values == [.value(300)])
  }

  // MARK: Joining tables

  private static let playlists = """
    CREATE TABLE playlist (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE track (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE playlist_track (playlist INTEGER REFERENCES playlist (id), track INTEGER REFERENCES track (id),
      PRIMARY KEY (playlist, track));
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
      INSERT INTO track SELECT i, 'Track ' || i FROM n;
    INSERT INTO playlist VALUES (1, 'Music'), (2, 'Movies');
    INSERT INTO playlist_track SELECT 1 + id % 2, id FROM track;
    """

  @Test("A joining table shows the titles that it joins, with one statement for each table that it points to")
  func joining() throws {
    for suffix in ["", " WITHOUT ROWID"] {
      let sql = Self.playlists.replacing(
        "PRIMARY KEY (playlist, track))", with: "PRIMARY KEY (playlist, track))" + suffix)
      let (scratch, store) = try Scratch.opened(sql)
      let listing = try store.lists.open(ListSource(table: TableID(2)))
      _ = scratch.statementsSinceLastCall()
      let rows = try store.lists.rows(in: 0..<20, of: listing)
      let titles = Set(rows.compactMap { $0?.joinedTitle })
      let expected = Set((1...600).map { "\($0 % 2 == 0 ? "Music" : "Movies") · Track \($0)" })
      #expect(titles.count == 20 && titles.isSubset(of: expected) && scratch.readsSinceLastCall().count <= 3)
      for top in 1..<60 { _ = try store.lists.rows(in: top..<top + 20, of: listing) }
      #expect(scratch.readsSinceLastCall().isEmpty)
      // A title is shown as it was edited, and as it was written.
      let id = RecordID(.rowid(1), in: TableID(0))
      try store.set("Films", at: 1, of: id)
      func hasTitle(_ beginning: String) throws -> Bool {
        try store.lists.rows(in: 0..<300, of: listing).contains {
          $0?.joinedTitle?.hasPrefix(beginning) == true
        }
      }
      #expect(try hasTitle("Films · "))
      _ = store.dehydrateAll()
      #expect(try hasTitle("Films · ") && !hasTitle("Music"))
    }
  }

  @Test("A row that points to nothing shows its keys") func dangling() throws {
    let store = try Scratch(Self.playlists + "INSERT INTO playlist_track VALUES (1, 99999);").store()
    let listing = try store.lists.open(ListSource(table: TableID(2)))
    let rows = try store.lists.rows(in: 0..<601, of: listing)
    #expect(rows.filter { $0?.joinedTitle == nil }.map { $0?.title } == ["1 99999"])
  }
}
