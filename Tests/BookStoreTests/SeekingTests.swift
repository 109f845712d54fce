import BookStore
import Queries
import Records
import TestSupport
import Testing

/// The look for the next row that matches, away from the store's thread.
struct SeekingTests {
  private static let orders: [ListOrder] = [
    .own, .own.reversed, ListOrder(field: Book.title), ListOrder(field: Book.title).reversed,
    ListOrder(field: Book.copyright), ListOrder(field: Book.copyright).reversed,
    ListOrder([.init(field: Book.copyright), .init(field: Book.title, isDescending: true)]),
    ListOrder([.init(field: Book.title, isDescending: true), .init(field: Book.copyright)]),
  ]

  /// 300 rows with equal titles and NULLs in every field; one in about 30 has the word.
  private func scratch(_ table: String) throws -> Scratch {
    try Scratch(
      """
      \(table);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
        INSERT INTO book SELECT i, iif(i % 7, 'Title ' || (i * 17 % 23), NULL), iif(i % 5, i * 13 % 41, NULL),
          iif(i * 11 % 31 = 1, 'wanted', iif(i % 3, 'other', NULL)) FROM n;
      """)
  }

  private func seek(_ store: BookStore, from place: Int, isForward: Bool) throws -> SeekEnd? {
    try store.seek(Query("wanted"), from: place, isForward: isForward)
  }

  /// The same by looking at one row after the other.
  private func walk(_ store: BookStore, from place: Int, isForward: Bool) throws -> SeekEnd {
    let ids = try store.listing.ids(0..<300)
    for step in 1...ids.count {
      let next = (place + (isForward ? step : ids.count - step)) % ids.count
      if try store.listing.matches(Query("wanted"), ids[next]) { return .found(next) }
    }
    return .nothing
  }

  @Test(
    "The row that is found is the next in every order, both ways, round the end, with edits that are not written",
    arguments: [
      "CREATE TABLE book (pk INTEGER PRIMARY KEY, title, copyright, author)",
      "CREATE TABLE book (pk INT PRIMARY KEY, title TEXT, copyright, author TEXT) WITHOUT ROWID",
    ])
  func everyOrder(table: String) throws {
    let scratch = try scratch(table)
    let store = try scratch.store(busyTimeout: patience)
    try store.listing.resolveCount()
    // The key is a field where it is no rowid.
    let first = store.schema.fields.count - 3
    for var order in Self.orders {
      if !order.terms.isEmpty {
        order = ListOrder(order.terms.map { .init(field: $0.field + first, isDescending: $0.isDescending) })
      }
      try store.arranged(by: order)
      for (number, place) in stride(from: 0, to: 300, by: 37).enumerated() {
        let isForward = number % 3 != 1
        let found = try seek(store, from: place, isForward: isForward)
        #expect(found == (try walk(store, from: place, isForward: isForward)), "\(order) from \(place)")
      }
      // An edit takes the word out, one puts it in, and one moves a row that has it.
      let ids = try store.listing.ids(0..<300)
      let matches = try ids.filter { try store.listing.matches(Query("wanted"), $0) }
      try store.set("gone", at: first + Book.author, of: matches[0])
      try store.set("wanted", at: first + Book.author, of: ids[order.isDescending ? 100 : 200])
      try store.set("Aa", at: first + Book.title, of: matches[1])
      try store.settle()
    }
  }

  /// One date in 40 is in 1815, and the others are in 2000, but for what is set and not written.
  @Test(
    "The row that is found is one of the whole language, also by its date, with edits that are not written",
    arguments: [
      (#"author="Author 7" | author=wanted | "x 12""#, [7, 12, 111]),
      ("title 1815", [40, 80, 111, 160, 200, 240, 280]),
    ] as [(String, [RecordID])])
  func language(typed: String, matches: [RecordID]) throws {
    let store = try Scratch(
      """
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, copyright REAL, author TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
        INSERT INTO book SELECT i, 'Title ' || char(97 + i * 17 % 23) || iif(i = 12, ' x 12', ''),
          iif(i % 40, 950000000, -4880000000) + i, 'Author ' || i FROM n;
      """
    ).store(busyTimeout: patience)
    try store.listing.resolveCount()
    let query = Query(typed, fields: store.schema.fields)
    try store.set("wanted", at: Book.author, of: 111)
    try store.set(.real(-4_880_000_000), at: Book.copyright, of: 111)
    try store.set(.real(950_000_000), at: Book.copyright, of: 120)
    for order in [ListOrder.own, ListOrder(field: Book.title), ListOrder(field: Book.copyright).reversed] {
      try store.arranged(by: order)
      let ids = try store.listing.ids(0..<300)
      for start in [0, 100, 299] {
        for step in [1, 299] {
          let expected = (1...300).lazy.map { (start + $0 * step) % 300 }.first { matches.contains(ids[$0]) }
          let end = try store.seek(query, from: start, isForward: step == 1)
          #expect(end == expected.map { .found($0) }, "\(order) from \(start)")
        }
      }
    }
  }

  @Test("Where nothing matches it says so, and where the row itself is the only one it is found")
  func fewMatches() throws {
    let store = try Scratch(Scratch.books(2_000)).store(busyTimeout: patience)
    try store.listing.resolveCount()
    for order in Self.orders {
      try store.arranged(by: order)
      #expect(try seek(store, from: 9, isForward: true) == .nothing)
      let id = try store.listing.ids(9..<10)[0]
      try store.set("wanted", at: Book.author, of: id)
      store.dehydrateAll()
      for isForward in [true, false] { #expect(try seek(store, from: 9, isForward: isForward) == .found(9)) }
      try store.set("other", at: Book.author, of: id)
      store.dehydrateAll()
    }
  }

  @Test("It takes one statement, and a few to tell the place, however far away the row is")
  func statements() throws {
    let scratch = try Scratch(Scratch.books(20_000))
    try scratch.run("UPDATE book SET author = 'wanted' WHERE pk = 11000")
    let store = try scratch.store(busyTimeout: patience)
    try store.listing.resolveCount()
    for order in Self.orders {
      try store.arranged(by: order)
      let place = try #require(try store.listing.position(of: 11_000))
      _ = scratch.statementsSinceLastCall()
      #expect(try seek(store, from: 5, isForward: place > 5) == .found(place))
      let statements = scratch.statementsSinceLastCall()
      #expect(statements.count { $0.contains("booklist_match") } == 1)
      #expect(statements.count < 50 + 20 * order.terms.count)
    }
  }

  @Test("What is cancelled, or replaced by another order, has no end") func cancelled() throws {
    let store = try Scratch(Scratch.books(60_000)).store(busyTimeout: patience)
    try store.listing.resolveCount()
    try store.lists.startSeeking(Query("wanted"), from: 0, isForward: true, in: store.listing)
    #expect(store.listing.isSeeking)
    store.listing.cancelSeeking()
    try store.lists.startSeeking(Query("wanted"), from: 0, isForward: true, in: store.listing)
    try store.arranged(by: ListOrder(field: Book.title))
    #expect(try !store.listing.isSeeking && store.lists.endOfSeek(in: store.listing) == nil)
  }
}
