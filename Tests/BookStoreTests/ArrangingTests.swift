import BookStore
import Records
import TestSupport
import Testing

/// Work on orders and filters that is replaced, cancelled or kept waiting.
struct ArrangingTests {
  private let scratch: Scratch
  private let store: BookStore
  private let byTitle = ListOrder(field: Book.title)

  init() throws {
    scratch = try Scratch(Scratch.books(24_000))
    store = try scratch.store(busyTimeout: patience)
    try store.scout()
  }

  @Test("Rows of older words never appear after the first ones of newer words") func typing() throws {
    for words in ["t", "ti", "title 5", "title 59 author 59"] {
      try store.listing.arrange(by: .own, finding: words)
      try store.lists.takeNews()
    }
    var isShown = false
    try store.wait {
      let isNewest = store.listing.words == "title 59 author 59"
      #expect(isNewest || !isShown)
      isShown = isNewest
      return store.listing.isSettled
    }
    #expect(isShown)
    let count = try scratch.rows(
      "SELECT count(*) FROM book WHERE title LIKE '%59%' OR datetime(copyright, 'unixepoch') LIKE '%59%'")
    #expect([String(store.listing.count.value)] == count)
  }

  /// Orders that take a while, of which none is kept from the one before: on a busy machine a sort may be over before anybody
  /// has looked at it, and then the next one is tried.
  private static let slowOrders = [Book.title, Book.author, Book.copyright].flatMap { field in
    [false, true].flatMap { isDescending in
      [Book.title, Book.author, Book.copyright].filter { $0 != field }.map { other in
        ListOrder([.init(field: field, isDescending: isDescending), .init(field: other)])
      }
    }
  }

  @Test("A sort that is cancelled, before or after its first rows, leaves the list that was there")
  func cancelledSort() throws {
    for isWaiting in [false, true] {
      var isCut = false
      for order in Self.slowOrders where !isCut {
        try store.listing.arrange(by: .own)
        try store.listing.arrange(by: order)
        if isWaiting { try store.wait { store.listing.order == order } }
        isCut = !store.listing.isSettled
        store.listing.cancelArranging()
        try store.lists.takeNews()
        #expect(store.listing.isSettled)
      }
      #expect(isCut && store.listing.order == .own && store.listing.count == .exactly(24_000))
      #expect(try store.shownRows(in: 23_999..<24_000).map(\.id) == [24_000])
    }
  }

  @Test("A sort shows its beginning before it is over, and that stays") func beginning() throws {
    var beginning: [RecordID] = []
    for order in Self.slowOrders where beginning.isEmpty {
      try store.listing.arrange(by: order)
      try store.wait {
        guard store.listing.isShowingLatest else { return false }
        if !store.listing.isSettled, beginning.isEmpty {
          #expect(store.listing.count.value >= 256 && !store.listing.count.isExact)
          beginning = try store.listing.ids(0..<256)
        }
        return store.listing.isSettled
      }
    }
    #expect(beginning.count == 256 && store.listing.count == .exactly(24_000))
    let terms = store.listing.order.terms.map { term in
      store.schema.fields[term.field].column + (term.isDescending ? " DESC" : "")
    }
    let sorted = try scratch.rows(
      "SELECT pk FROM book ORDER BY \(terms.joined(separator: ", ")), pk LIMIT 256")
    #expect(try store.listing.ids(0..<256) == beginning)
    #expect(beginning.map { $0.rowid.map(String.init) } == sorted)
  }

  @Test("In another order the titles of rows that are hydrated or were read are not read again")
  func heldTitles() throws {
    try store.arranged(by: byTitle)
    try store.set("Aaa", at: Book.title, of: 1)
    let ids = try store.shownRows(in: 0..<20).map(\.id)
    for id in ids.prefix(19) { _ = try store.record(id) }
    _ = scratch.statementsSinceLastCall()
    let rows = try store.shownRows(in: 0..<20)
    #expect(scratch.readsSinceLastCall().isEmpty)
    #expect(rows.map(\.id) == ids)
    #expect(try store.listing.rows(in: 0..<20).map { $0?.title } == rows.map(\.title))
  }

  @Test("A cancelled sort over a sorted list goes back to that, with the edits of the time in between")
  func cancelledSecondSort() throws {
    try store.arranged(by: ListOrder(field: Book.author, isDescending: true))
    try store.listing.arrange(by: byTitle)
    try store.set("zzz", at: Book.author, of: 9)
    store.listing.cancelArranging()
    try store.settle()
    #expect(store.listing.order.field == Book.author)
    #expect(try store.shownRows(in: 0..<1).map(\.id) == [9])
  }

  @Test("A filter that is taken off leaves the order it was over, without another sort")
  func filterTakenOff() throws {
    try store.arranged(by: byTitle)
    let rows = try store.shownRows(in: 0..<24_000).map(\.id)
    // With an edit that is not written, in a row that the second filter shows.
    try store.set("Someone", at: Book.author, of: 599)
    for words in ["title 1", "title 59", "title 599 someone"] {
      try store.listing.arrange(by: byTitle, finding: words)
      if words != "title 59" { try store.settle() }
    }
    #expect(store.listing.count == .exactly(1))
    try store.listing.arrange(by: byTitle)
    #expect(store.listing.isSettled && store.listing.words.isEmpty)
    #expect(try store.shownRows(in: 0..<24_000).map(\.id) == rows)
  }

  @Test("What was found of a scope when it was cancelled is not taken for all of it")
  func cancelledScope() throws {
    let scope = ListSource.Scope(fields: [Book.author], values: ["Nobody"], title: "")
    try scratch.run("UPDATE book SET author = 'Nobody'")
    func open() throws -> Listing {
      let list = try store.lists.open(ListSource(table: .first, scope: scope))
      try store.wait { list.count.value > 0 }
      return list
    }
    var some = try open()
    // A machine that lets the search run to its end in between says nothing.
    for _ in 0..<50 where some.isSettled { some = try open() }
    try #require(!some.isSettled)
    some.cancelArranging()
    #expect(some.isSettled && some.count.value < 24_000)
    try some.arrange(by: .own, finding: "title 23999")
    try store.wait { some.isSettled }
    try some.arrange(by: .own)
    try store.wait { some.isSettled }
    #expect(some.count == .exactly(24_000))
  }

  @Test("A filter that is cancelled at once leaves the order as edits of many rows have made it")
  func cancelledFilter() throws {
    try store.arranged(by: byTitle)
    for isCancelled in [true, false] {
      try store.set(isCancelled ? "Zzz" : "Zzzz", at: Book.title, ofEach: [5, 6])
      try store.listing.arrange(by: byTitle, finding: "title 5")
      if isCancelled { store.listing.cancelArranging() } else { try store.listing.arrange(by: byTitle) }
      try store.settle()
      #expect(try store.shownRows(in: 23_998..<24_000).map(\.id) == [5, 6])
    }
  }

  @Test("Words over the order that is shown are found, and another order over words is sorted")
  func kindsOfActivity() throws {
    try store.listing.arrange(by: byTitle)
    #expect(store.listing.activity?.kind == .sorting)
    try store.settle()
    try store.listing.arrange(by: byTitle, finding: "title 5")
    #expect(store.listing.activity?.kind == .finding)
    try store.settle()
    try store.listing.arrange(by: byTitle.reversed, finding: "title 5")
    #expect(store.listing.activity?.kind == .sorting)
  }

  @Test("A row that moves under a filter is in its new place once the filter is taken off")
  func movedUnderFilter() throws {
    try store.arranged(by: byTitle)
    try store.arranged(by: byTitle, finding: "title 599")
    try store.set("Zzz", at: Book.title, of: 599)
    try store.arranged(by: byTitle)
    #expect(try store.shownRows(in: 23_999..<24_000).map(\.id) == [599])
  }

  @Test("A scan of ours never stands against a write of ours") func writingWhileReading() throws {
    let store = try scratch.store()
    store.listing.scoutAhead()
    for number in 0..<20 {
      try store.listing.arrange(by: number.isMultiple(of: 2) ? byTitle : byTitle.reversed)
      let id = try store.insert(["new"])
      try store.set("x", at: Book.author, of: 1)
      #expect(store.dehydrateAll().writeBack.isComplete)
      try store.delete(id)
    }
    try store.settle()
    #expect(store.listing.count == .exactly(24_000))
  }

  @Test("An edit that is written while the sort runs is in its place then", arguments: ["delete", "wal"])
  func writtenMeanwhile(journal: String) throws {
    #expect(try scratch.setJournalMode(journal) == journal)
    let store = try scratch.store(busyTimeout: patience)
    try store.set("zzz", at: Book.title, of: 9)
    try store.listing.resolveCount()
    try store.listing.arrange(by: byTitle.reversed)
    try store.wait { store.listing.activity?.fraction != nil || store.listing.isSettled }
    store.dehydrateAll()
    try store.settle()
    #expect(try store.shownRows(in: 0..<1).map(\.id) == [9])
    #expect(try store.listing.position(of: 9) == 0)
  }

  @Test("A row that another program deletes does not mislead the search for a place") func goneRows() throws {
    try store.arranged(by: byTitle)
    let ids = try store.listing.ids(0..<24_000)
    try scratch.run("DELETE FROM book WHERE title LIKE 'Title 3%'")
    for place in stride(from: 0, to: 24_000, by: 4_001) {
      #expect(try store.listing.position(of: ids[place]) == place)
    }
  }

  @Test("A letter goes to the first text from there, both ways") func firstPosition() throws {
    try store.set("Éa", at: Book.title, of: 7)
    for order in [byTitle, byTitle.reversed] {
      try store.arranged(by: order)
      let expected = order.isDescending ? 23_999 : 0
      #expect(try store.listing.firstPosition(from: "e") == expected)
      #expect(try store.listing.firstPosition(from: "t") == (order.isDescending ? 0 : 1))
    }
  }

  @Test("A database that another program has locked is waited for, and the rows then come by themselves")
  func locked() throws {
    let store = try scratch.store()
    let other = try scratch.locked()
    try store.listing.arrange(by: byTitle)
    try store.wait { store.listing.activity?.isWaiting == true }
    try other.run("ROLLBACK")
    try store.settle()
    #expect(store.listing.order == byTitle && store.listing.count == .exactly(24_000))
  }
}
