import Testing

@testable import BookStore
@testable import Listings

@Suite("What rows are called") struct RowNounTests {
  @Test(
    arguments: [
      ("tracks", "track", "tracks"), ("Track", "track", "tracks"), ("shelf", "shelf", "shelves"),
      ("shelves", "shelf", "shelves"), ("category", "category", "categories"),
      ("categories", "category", "categories"), ("InvoiceLine", "invoice line", "invoice lines"),
      ("book_shelf", "book shelf", "book shelves"), ("box", "box", "boxes"), ("boxes", "box", "boxes"),
      ("tblPerson", "person", "people"), ("people", "person", "people"), ("series", "series", "series"),
      ("address", "address", "addresses"), ("MediaType", "media type", "media types"), ("day", "day", "days"),
      ("moz_places", "moz place", "moz places"), ("t1", "row", "rows"), ("x", "row", "rows"),
      ("", "row", "rows"), ("a table of some very long name", "row", "rows"),
      ("status", "status", "statuses"),
      ("Bücher", "row", "Bücher"), ("offene Ausleihen", "row", "offene Ausleihen"), ("文庫", "row", "文庫"),
      (" ", "row", "rows"), ("ein Büro\n", "row", "rows"),
    ])
  func nouns(table: String, singular: String, plural: String) {
    let noun = RowNoun(table: table, ofCoreData: false)
    #expect([noun.singular, noun.plural] == [singular, plural])
  }

  @Test func coreData() {
    #expect(RowNoun(table: "ZBOOK", ofCoreData: true).plural == "books")
  }
}
