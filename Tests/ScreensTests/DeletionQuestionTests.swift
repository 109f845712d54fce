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

  @Test("Tables are named with how many of their rows go, where more goes than was asked about")
  func tables() {
    let one = Self.table("book", 1)
    #expect(QuestionWording.along(nil, with: .exactly(1)) == "")
    #expect(QuestionWording.along(DeletionCount([one]), with: .exactly(1)) == "")
    #expect(
      QuestionWording.along(DeletionCount([one, Self.table("link", 2)]), with: .exactly(1))
        == " This deletes 1 book and 2 rows of “link”.")
    #expect(
      QuestionWording.along(
        DeletionCount([one, Self.table("reading", 1_000), Self.table("link", 1)], changedCount: 2),
        with: .exactly(1))
        == " This deletes 1 book, 1,000 rows of “reading” and 1 row of “link”, and changes 2 rows.")
    #expect(
      QuestionWording.along(DeletionCount([one], changedCount: 1), with: .exactly(1))
        == " This deletes 1 book, and changes 1 row.")
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
