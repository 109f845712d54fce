import BookStore
import Cells
import Records
import Screens
import Testing

@testable import Browser

/// What the store could not do, in sentences.
@Suite final class SentenceTests {
  @Test("A sort by a field of other rows is called by its label") func relatedSort() {
    var schema = Schema.books
    schema.related = [
      RelatedField(
        field: Field(column: "reading", label: "Readings", kind: .integer), part: .number,
        content: .row,
        table: "reading", columns: ["book"], targets: ["pk"], isIndexed: true)
    ]
    #expect(BrowserWording.doing(.sorting, ListOrder(field: 3), schema) == "Sorting by Readings")
  }

  @Test(
    "A name of SQLite's for an error is no sentence",
    arguments: [
      (1, "SQL logic error"), (0, "not an error"), (99, "unknown error"), (2, "unknown error"),
      (21, "bad parameter or other API misuse"), (21, "library routine called out of sequence"),
      (7, "out of memory"), (18, "string or blob too big"), (20, "datatype mismatch"), (1, ""),
    ] as [(Int32, String)])
  func names(_ code: Int32, _ message: String) {
    let sentence = StoreWording.sentence(.other(code: code, message: message))
    #expect(!sentence.lowercased().contains(message.isEmpty ? "refuses it" : message.lowercased()))
    #expect(sentence.hasSuffix(".") && sentence.count > 30)
  }

  @Test(
    "What another row has already, and what is missing, is said in our own words",
    arguments: [
      (
        "UNIQUE constraint failed: book.isbn",
        "Another row already has the same “isbn”. Change one of the two."
      ),
      (
        "UNIQUE constraint failed: t.a, t.b",
        "Another row already has the same “a” and “b”. Change one of the two."
      ),
      (
        "UNIQUE constraint failed: index 'titles'",
        "Another row already has the same value in the unique index “titles”. Change one of the two."
      ), ("NOT NULL constraint failed: book.title", "“title” needs a value."),
      ("CHECK constraint failed: price >= 0", "CHECK constraint failed: price >= 0."),
    ])
  func constraints(_ message: String, _ sentence: String) {
    #expect(StoreWording.sentence(.constraint(message: message)) == sentence)
  }

  @Test("What SQLite has to say is said") func words() {
    #expect(StoreWording.sentence(.other(code: 1, message: "no such function: f")) == "No such function: f.")
  }

  @Test("Only where another program has written, one is said to have deleted a row") func gone() {
    #expect(!StoreWording.sentence(.rowGone).contains("program"))
  }

  @Test("A row of Core Data that cannot be added says why") func coreData() {
    #expect(
      StoreWording.sentence(.severalEntities(table: "ZITEM", [3: "Book", 2: "Item"]))
        == "“ZITEM” is a table of Core Data for several entities. Set Z_ENT to 2 (Item) or 3 (Book)."
    )
    #expect(StoreWording.sentence(.unknownEntity(table: "ZITEM")).contains("Z_PRIMARYKEY"))
  }

  @Test("Where the edit log is that of a newer program, it is said what follows, and nothing of the database")
  func newerLog() {
    let text = LogWording.logUnavailable(.newerEditLog).text
    #expect(text.contains("written at each Save") && text.contains("newer booklist"))
    #expect(text.contains("undone") && !text.contains("database"))
  }

  @Test("Of what was typed or pasted and cannot be taken it is said what it was and what to do")
  func refusals() {
    let refusals: [(InputRefusal, String)] = [
      (
        .longPaste(byteCount: 19 << 20, limit: 16 << 20),
        "Not pasted: the text has 19 MB, and the limit is 16 MB. Paste it in parts."
      ),
      (.unreadablePaste, "Not pasted: the text is not UTF-8. Set your terminal's encoding to UTF-8."),
      (.unreadableKey, "Not typed: the character is not UTF-8. Set your terminal's encoding to UTF-8."),
    ]
    for (refusal, text) in refusals {
      #expect(BrowserWording.sentence(refusal).text == text && text.count <= 78)
    }
  }
}
