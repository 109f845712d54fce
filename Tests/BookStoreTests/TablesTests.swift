import BookStore
import Records
import TestSupport
import Testing

/// Several tables in one store.
struct TablesTests {
  static let music = """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artist INTEGER REFERENCES artist);
    CREATE TABLE track (id INTEGER PRIMARY KEY, name TEXT, album INTEGER REFERENCES album(id),
      guest INTEGER REFERENCES artist(id));
    CREATE VIEW newest AS SELECT title FROM album ORDER BY id DESC;
    CREATE VIEW broken AS SELECT title FROM nowhere;
    INSERT INTO artist VALUES (1, 'Nina Simone'), (2, 'Miles Davis');
    INSERT INTO album VALUES (1, 'Pastel Blues', 1), (2, 'Kind of Blue', 2), (3, 'Sketches of Spain', 2),
      (4, 'Nobody''s', 9), (5, 'Anonymous', NULL);
    INSERT INTO track VALUES (1, 'So What', 2, NULL), (2, 'Sinnerman', 1, 2);
    """

  private func id(_ rowid: Int64, _ table: Int) -> RecordID { RecordID(rowid, TableID(table)) }

  @Test("Tables and views are listed in the order in which they were made, with their rows once counted")
  func names() throws {
    let (_, store) = try Scratch.opened(Self.music)
    #expect(store.tables.map(\.name) == ["artist", "album", "track", "newest", "broken"])
    #expect(store.tables.map(\.kind) == [.table, .table, .table, .view, .view])
    store.lists.countTables()
    try store.wait { store.tables.map(\.count) == [.exactly(2), .exactly(5), .exactly(2), .exactly(5), nil] }
    _ = try store.insert([nil, "New"], into: TableID(0))
    #expect(store.tables[0].count == .exactly(3))
  }

  @Test("What a virtual table keeps its rows in is not listed") func shadows() throws {
    let store = try Scratch("CREATE TABLE t (a); CREATE VIRTUAL TABLE notes USING fts5(title)").store()
    #expect(store.tables.map(\.name) == ["t", "notes"])
    #expect(store.tables.map(\.kind) == [.table, .virtual])
  }

  @Test("A table can be asked for by its name in any case") func asked() throws {
    let scratch = try Scratch(Self.music)
    let store = try BookStore(path: scratch.path, options: StoreOptions(table: "ALBUM"))
    #expect(store.schema.table == "album")
    #expect(throws: StoreError.noSuchTable("song")) {
      try BookStore(path: scratch.path, options: StoreOptions(table: "song"))
    }
  }

  @Test("Edits in several tables are written by one transaction, each into its own")
  func oneTransaction() throws {
    let (scratch, store) = try Scratch.opened(Self.music)
    try store.set("Eunice", at: 1, of: id(1, 0))
    try store.set("Blue", at: 1, of: id(1, 1))
    _ = scratch.statementsSinceLastCall()
    #expect(store.dehydrateAll().writeBack.writtenCount == 2)
    let statements = scratch.statementsSinceLastCall()
    #expect(statements.count { $0 == "BEGIN IMMEDIATE" } == 1)
    #expect(statements.count { $0.hasPrefix("UPDATE") } == 2)
    #expect(store.counts.hydrated == 0)
    #expect(try store.shelf.snapshot(of: id(1, 0)).values[1] == "Eunice")
    #expect(try store.shelf.snapshot(of: id(1, 1)).values[1] == "Blue")
    #expect(try store.shelf.snapshot(of: id(1, 2)).values[1] == "So What")
  }

  @Test("A foreign key gives the row that it points to, unless that is not there") func links() throws {
    let (_, store) = try Scratch.opened(Self.music)
    let links = try store.shelf.snapshot(of: id(2, 1)).links
    #expect(links == [.init(field: 2, target: id(2, 0), title: "Miles Davis")])
    for album in [id(4, 1), id(5, 1)] { #expect(try store.shelf.snapshot(of: album).links.isEmpty) }
    #expect(try store.shelf.snapshot(of: id(2, 2)).links.map(\.target) == [id(1, 1), id(2, 0)])
  }

  @Test("Links go in the order of the fields, whatever the order of the foreign keys")
  func linkOrder() throws {
    let store = try Scratch(
      """
      CREATE TABLE trip (id INTEGER PRIMARY KEY, name TEXT, start INTEGER, stop INTEGER, guide INTEGER,
        FOREIGN KEY (guide) REFERENCES place, FOREIGN KEY (stop) REFERENCES place, FOREIGN KEY (start) REFERENCES place);
      CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO place VALUES (1, 'Rome'), (2, 'Paris'), (3, 'Ann');
      INSERT INTO trip VALUES (1, 'Summer', 1, 2, 3);
      """
    ).store()
    let links = try store.shelf.snapshot(of: 1).links
    #expect(links.map(\.field) == [2, 3, 4])
    #expect(links.map(\.title) == ["Rome", "Paris", "Ann"])
  }

  @Test("The rows that point to one are a list that follows edits") func references() throws {
    let (_, store) = try Scratch.opened(Self.music)
    let references = try store.shelf.references(to: id(2, 0))
    #expect(references.map(\.source.table) == [TableID(1), TableID(2)])
    let albums = try store.lists.open(references[0].source)
    func ids() throws -> [RecordID] { try albums.rows(in: 0..<9).compactMap { $0?.id } }
    try store.wait { try ids() == [id(2, 1), id(3, 1)] && albums.isSettled }
    #expect(albums.total == .exactly(2))
    let new = try store.insert([nil, "Bitches Brew", .integer(2)], into: TableID(1))
    #expect(try ids() == [id(2, 1), id(3, 1), new])
    try store.set(.integer(1), at: 2, of: id(2, 1))
    #expect(try ids() == [id(3, 1), new])
    try store.delete(new)
    #expect(try ids() == [id(3, 1)])
    try albums.arrange(by: .own, finding: "spain")
    try store.wait { try ids() == [id(3, 1)] && albums.isSettled && albums.isFiltered }
    #expect(try store.shelf.references(to: id(1, 2)).isEmpty)
  }

  @Test("Two lists of one table both follow an edit") func twoLists() throws {
    let (_, store) = try Scratch.opened(Self.music)
    let all = try store.lists.open(ListSource(table: TableID(1)))
    let scope = ListSource.Scope(fields: [2], values: [.integer(2)], title: "")
    let some = try store.lists.open(ListSource(table: TableID(1), scope: scope))
    try store.wait { some.count == .exactly(2) }
    try store.delete(id(3, 1))
    #expect(try all.rows(in: 0..<9).map { $0?.id.rowid } == [1, 2, 4, 5])
    #expect(try some.rows(in: 0..<9).map { $0?.id.rowid } == [2])
  }

  @Test("The rows of a view are read by their places, and nothing writes to them") func view() throws {
    let (_, store) = try Scratch.opened(Self.music)
    let listing = try store.lists.open(ListSource(table: TableID(3)))
    #expect(listing.schema.isReadOnly)
    let entries = try listing.rows(in: 1..<3).compactMap { $0 }
    #expect(entries.map(\.title) == ["Nobody's", "Sketches of Spain"])
    #expect(try store.shelf.snapshot(of: entries[1].id).values == ["Sketches of Spain"])
    let noKeys = StoreError.noKeys(table: listing.schema.table, isView: true)
    #expect(throws: noKeys) { try store.set("x", at: 0, of: entries[0].id) }
    #expect(throws: noKeys) { try store.delete(entries[0].id) }
    #expect(throws: noKeys) { try store.insert(["x"], into: TableID(3)) }
    try listing.arrange(by: ListOrder(field: 0))
    try store.wait { try listing.isSettled && listing.rows(in: 0..<1).first??.title == "Anonymous" }
  }

  @Test("A view that cannot be read says why and leaves the others alone") func broken() throws {
    let (_, store) = try Scratch.opened(Self.music)
    #expect { try store.lists.open(ListSource(table: TableID(4))) } throws: { error in
      if case .other(_, let message)? = error as? StoreError { message.contains("nowhere") } else { false }
    }
    #expect(try store.lists.open(ListSource(table: TableID(1))).rows(in: 0..<9).count == 5)
  }

  @Test("A title of two fields is joined, and changes with either") func namesOfPeople() throws {
    let store = try Scratch(
      """
      CREATE TABLE person (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT);
      INSERT INTO person VALUES (1, 'Ada', 'Lovelace'), (2, NULL, 'Plato'), (3, 'Sappho', ''), (4, NULL, NULL);
      """
    ).store()
    func titles() throws -> [Value?] { try store.lists.rows(in: 0..<9).map { $0?.title } }
    #expect(try titles() == ["Ada Lovelace", "Plato", "Sappho", .null])
    try store.set("Byron", at: 2, of: id(1, 0))
    #expect(try titles()[0] == "Ada Byron")
    store.dehydrateAll()
    #expect(try titles() == ["Ada Byron", "Plato", "Sappho", .null])
  }

  @Test("Every object of the file of odd cases opens, or says why not") func everything() throws {
    let store = try BookStore(path: Repository.fixtures.appending(path: "everything.sqlite").path)
    var refused: [String] = []
    for table in store.tables {
      do {
        let listing = try store.lists.open(ListSource(table: table.id))
        for case let entry? in try listing.rows(in: 0..<50) { _ = try store.shelf.snapshot(of: entry.id) }
      } catch { refused.append(table.name) }
    }
    let expected = [
      "view_without_table", "view_without_column", "view_without_function", "view_of_itself",
      "view_that_fails", "module_missing",
    ]
    #expect(Set(refused) == Set(expected))
  }

  @Test("Far rows of a view are counted up to away from the store's thread, and are the right ones")
  func farRowsOfView() throws {
    let store = try Scratch(
      Scratch.books(60_000) + "CREATE VIEW v AS SELECT title FROM book ORDER BY pk DESC;"
    ).store(busyTimeout: patience)
    let listing = try store.lists.open(ListSource(table: try store.table("v")))
    listing.scoutAhead()
    try store.wait { listing.count == .exactly(60_000) }
    for place in [59_980, 25_590, 40_000, 10] {
      let places = place..<place + 20
      #expect(try listing.rows(in: places).contains(nil) == (place > 20_000))
      try store.wait { try !listing.rows(in: places).contains(nil) }
      let titles = try listing.rows(in: places).map { $0?.title }
      #expect(titles == places.map { .text(Text("Title \(60_000 - $0)")) })
      let id = try #require(try listing.rows(in: places).first ?? nil).id
      #expect(try listing.position(of: id) == place)
    }
  }
}
