import Cells
import Records
import Testing

@testable import Screens

/// What the question before a deletion says of rows that go along.
@Suite struct DeletionQuestionTests {
  private static func table(_ name: String, _ count: Int) -> DeletionCount.Table {
    var schema = Schema.books
    if name != "book" { (schema.table, schema.singular, schema.plural) = (name, "row", "rows") }
    return .init(schema, count: count)
  }

  @Test("Rows are asked about by title, by number, or as all, and those that the filter hides are counted")
  func rows() {
    for (count, title, hidden, question) in [
      (.exactly(1), "War and Peace", 0, "Delete “War and Peace”?"), (.exactly(1), nil, 0, "Delete 1 book?"),
      (.exactly(2), nil, 0, "Delete 2 books?"), (.exactly(3), nil, 2, "Delete 3 books, 2 of them not shown?"),
      (.exactly(1), nil, 1, "Delete 1 book, not shown?"),
      (.atLeast(3), nil, 0, "Delete all books of this list?"),
    ] as [(RowCount, String?, Int, String)] {
      let rows = RowSet.rows([.rowid(1)])
      var alert = AlertScreen.deleting(rows, count, .books, title: title, hiddenCount: hidden)
      #expect(alert.message.text == question)
      let layout = Layout(size: .usual)
      #expect(alert.perform(.open, layout: layout).effects == [], "Enter alone deletes nothing")
      let effect = title == nil ? Effect.deleteRows(rows) : .delete(.rowid(1))
      #expect(alert.insert("d", isPaste: false).effects == [effect])
    }
  }

  @Test("Tables are named with how many of their rows go, where more goes than was asked about")
  func tables() {
    let one = Self.table("book", 1)
    let readings = [one, Self.table("reading", 1_000), Self.table("link", 1)]
    let joining = Schema(
      table: "book_shelf", key: .columns(["book", "shelf"]),
      fields: ["book", "shelf"].map { Field(column: $0, label: $0, kind: .integer) }, titleFields: [0, 1],
      singular: "book shelf", plural: "book shelves",
      references: ["book", "shelf"].enumerated().map {
        Reference(fields: [$0], table: $1, columns: ["pk"])
      })
    let shelves = DeletionCount.Table(joining, count: 2)
    for (count, said) in [
      (nil, ""), (DeletionCount([one]), ""),
      (DeletionCount([one, Self.table("link", 2)]), " This deletes 1 book and 2 rows of “link”."),
      (
        DeletionCount(readings, changedCount: 2),
        " This deletes 1 book, 1,000 rows of “reading” and 1 row of “link”, and changes 2 rows."
      ),
      (DeletionCount([one, shelves]), " This deletes 1 book and 2 rows of “book_shelf”."),
      (DeletionCount([one], changedCount: 1), " This deletes 1 book, and changes 1 row."),
    ] { #expect(QuestionWording.along(count, with: .exactly(1)) == said) }
  }

  @Test(
    "Where it would take too long the rows are those that were counted, and what cannot be undone is said")
  func limits() {
    let many = DeletionCount([Self.table("book", 39_999)], changedCount: 1, isExact: false)
    #expect(
      QuestionWording.along(many, with: .atLeast(1)) == " This deletes or changes at least 40,000 rows.")
    var final = DeletionCount([Self.table("book", 1)])
    final.isFinal = true
    #expect(QuestionWording.along(final, with: .exactly(1)) == " This cannot be undone.")
    var unknown = DeletionCount([], isExact: false)
    unknown.isUndoneWhole = false
    #expect(
      QuestionWording.along(unknown, with: .exactly(1))
        == " Changes that triggers and foreign keys make cannot be undone.")
  }
}
