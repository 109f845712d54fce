import Queries
import Records
import SeededRandom
import Testing

@testable import BookStore
@testable import Listings

/// Rows that are moved by hand are where plain SQL finds them, also with filters, other writers and undo.
struct RowMoverTests {
  private static let table = """
    CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, status TEXT, position INTEGER, pages INTEGER NOT NULL);
    """

  private static func rows(_ count: Int) -> String {
    """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO book SELECT i, 'Title ' || i, CASE i % 3 WHEN 0 THEN 'read' ELSE 'to read' END, NULL, i FROM n;
    """
  }

  /// The keys in the order by hand.
  private func keys(_ scratch: Scratch, _ condition: String = "1") throws -> [Int64] {
    try scratch.rows("SELECT pk FROM book WHERE \(condition) ORDER BY position IS NULL, position, pk")
      .compactMap { Int64($0) }
  }

  /// What moves the rows of the store's listing, which is brought into the order by hand.
  private func mover(_ store: BookStore) throws -> RowMover {
    let field = try store.field("position")
    try store.arranged(by: ListOrder(field: field))
    return RowMover(field, of: store.listing, in: store)
  }

  /// What the keys are after rows among them were moved.
  private func moved(_ keys: [Int64], _ marked: Set<Int64>, _ move: HandOrder.Move) -> [Int64] {
    var keys = keys
    guard case .by(let offset) = move else {
      return keys.filter(marked.contains) + keys.filter { !marked.contains($0) }
    }
    for _ in 0..<abs(offset) {
      let places = keys.indices.filter { marked.contains(keys[$0]) }
      for place in offset < 0 ? places : places.reversed() {
        let next = place + offset.signum()
        if keys.indices.contains(next), !marked.contains(keys[next]) { keys.swapAt(place, next) }
      }
    }
    return keys
  }

  @Test("Only rows above a moved one are numbered, and the next move changes one row")
  func numbering() throws {
    let (scratch, store) = try Scratch.logged(Self.table + Self.rows(10))
    let mover = try mover(store)
    #expect(try mover.move([3], .by(-1), in: store.beginStep()) == .moved(1))
    #expect(try mover.move([1], .by(-1), in: store.beginStep()) == .unchanged)
    _ = store.writeBack()
    #expect(try keys(scratch) == [1, 3, 2, 4, 5, 6, 7, 8, 9, 10])
    #expect(try scratch.rows("SELECT count(position) FROM book") == ["2"])
    #expect(try mover.move([9], .toTop, in: store.beginStep()) == .moved(1))
    _ = store.writeBack()
    let numbered = "SELECT pk, position FROM book WHERE position IS NOT NULL ORDER BY 2"
    #expect(try scratch.rows(numbered) == ["9|0", "1|1024", "3|2048"])
  }

  @Test("Fields that mean something else, and lists in another order, are no order by hand")
  func fields() throws {
    let store = try Scratch(Self.table).store()
    let schema = store.schema
    let fields = schema.fields.indices.filter { HandOrder.field(of: ListOrder(field: $0), in: schema) != nil }
    #expect(fields.map { schema.fields[$0].column } == ["position"])
    let falling = ListOrder(field: try store.field("position"), isDescending: true)
    #expect(HandOrder.field(of: falling, in: schema) == nil)
    #expect(HandOrder.field(of: .own, in: schema) == nil)
  }

  @Test("A value that is no number, and more rows than fit, are named and change nothing")
  func problems() throws {
    let (scratch, store) = try Scratch.logged(Self.table + Self.rows(RowMover.limit + 10))
    let mover = try mover(store)
    let last = RecordID.rowid(Int64(RowMover.limit + 10))
    #expect(try mover.move([last], .by(-1), in: store.beginStep()) == .tooMany(RowMover.limit))
    #expect(try mover.move([last], .toTop, in: store.beginStep()) == .moved(1))
    try scratch.run("UPDATE book SET position = 'x' WHERE pk = 1")
    let other = try scratch.store()
    #expect(try self.mover(other).move([1], .by(1), in: other.beginStep()) == .noNumber(1))
  }

  @Test("Random moves of marked rows, with filters, other writers and undo, against SQL", arguments: 0..<12)
  func property(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 2...40, using: &random)
    let scratch = try Scratch(Self.table + Self.rows(count))
    if seed % 3 == 0 { try scratch.run("UPDATE book SET position = (pk * 7) % 5 WHERE pk % 2") }
    if seed % 3 == 1 { try scratch.run("UPDATE book SET position = pk") }
    let store = try scratch.loggedStore()
    let field = try store.field("position")
    var held: (step: EditStep, content: [String])?
    var rows = RowQuery()
    rows.order = ListOrder(field: field)
    for _ in 0..<25 {
      let isFiltered = Bool.random(using: &random)
      let typed = isFiltered ? "status:\"to read\"" : ""
      try store.arranged(by: rows.order, finding: typed)
      let condition = isFiltered ? "status = 'to read'" : "1"
      let before = try keys(scratch, condition)
      let markCount = Int.random(in: 1...4, using: &random)
      let marked = Set((0..<markCount).map { _ in Int64.random(in: 1...Int64(count), using: &random) })
      let move =
        Int.random(in: 0..<5, using: &random) == 0
        ? HandOrder.Move.toTop : .by(Int.random(in: -3...3, using: &random))
      let isListed = Bool.random(using: &random)
      rows.query = Query(typed, in: store.schema)
      // A held key is one step.
      let isHeld = held.map { store.isLatest($0.step) } ?? false
      if !isHeld || Bool.random(using: &random) {
        held = (store.beginStep(), try scratch.rows("SELECT * FROM book"))
      }
      let step = try #require(held?.step)
      let mover =
        isListed
        ? RowMover(field, of: store.listing, in: store)
        : RowMover(field, of: try SelectedRows(of: RowSelection(of: store, rows)), in: store)
      let result = try mover.move(marked.map { .rowid($0) }, move, in: step)
      let expected = moved(before, marked, move)
      let movedCount = marked.intersection(before).count
      #expect(result == (movedCount == 0 ? .notListed : expected == before ? .unchanged : .moved(movedCount)))
      if isListed {
        try store.settle()
        #expect(try store.shownRows(in: 0..<before.count).map(\.id) == expected.map { .rowid($0) })
      }
      #expect(store.writeBack().isComplete)
      #expect(try keys(scratch, condition) == expected, "\(move) \(marked) of \(before)")
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where expected != before:
        let after = try scratch.rows("SELECT * FROM book")
        _ = try store.undo()
        _ = store.writeBack()
        #expect(try scratch.rows("SELECT * FROM book") == held?.content)
        held = nil
        guard Bool.random(using: &random) else { continue }
        _ = try store.redo()
        _ = store.writeBack()
        #expect(try scratch.rows("SELECT * FROM book") == after)
      case 1:
        held = nil
        let key = Int64.random(in: 1...Int64(count), using: &random)
        try scratch.run(
          "UPDATE book SET position = \(Int.random(in: -3...3, using: &random)) * 1000, status = 'to read' WHERE pk = \(key)"
        )
        _ = store.checkForOtherWriters()
      default: break
      }
    }
  }
}
