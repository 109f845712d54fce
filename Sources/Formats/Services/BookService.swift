/// A service that exports books as rows of cells: the names of its columns and their meaning.
///
/// If two columns have the same meaning, the first one with a value counts.
struct BookService: Sendable {
  let name: String
  let signature: [String]
  let rules: [ColumnRule]
  /// Optional columns of which a header must also have two, if users choose the exported columns.
  var marks: [String] = []
  /// The service's own lowercase words for a status, besides those of `StatusText`.
  var statuses: [String: String] = [:]
  var order: [String] = []
  var hasManyRows = false
  var lineMarks = ["<br/>", "<br />", "<br>"]

  func isRecognised(_ header: [String]) -> Bool {
    let header = Set(header.map { $0.lowercased() })
    return signature.allSatisfy { header.contains($0.lowercased()) }
      && (marks.isEmpty || marks.count { header.contains($0) } > 1)
  }

  func reads(_ column: String) -> Bool {
    rules.contains { $0.name.lowercased() == column.lowercased() }
  }

  func status(_ word: String) -> String? { statuses[word.lowercased()] ?? StatusText.status(word) }

  static let goodreads = BookService(
    name: "goodreads", signature: ["Book Id", "Title", "Author", "My Rating", "Exclusive Shelf"],
    rules: [
      ColumnRule("Book Id", .id), ColumnRule("Title", .title, .titleWithSeries),
      ColumnRule("Author", .author, .names), ColumnRule("Author l-f", .nothing),
      ColumnRule("Additional Authors", .contributors, .list(separator: ",")),
      ColumnRule("ISBN13", .isbn, .isbn), ColumnRule("ISBN", .isbn, .isbn),
      ColumnRule("My Rating", .rating, .stars(scale: 1)), ColumnRule("Publisher", .publisher),
      ColumnRule("Binding", .format), ColumnRule("Number of Pages", .pages, .integer),
      ColumnRule("Year Published", .published, .year),
      ColumnRule("Original Publication Year", .firstPublished, .year),
      ColumnRule("Date Read", .finished, .date), ColumnRule("Date Added", .added, .date),
      ColumnRule("Bookshelves", .shelves(separator: ",")),
      ColumnRule("Bookshelves with positions", .nothing), ColumnRule("Exclusive Shelf", .mainShelf),
      ColumnRule("My Review", .review, .lines), ColumnRule("Private Notes", .notes, .lines),
      ColumnRule("Read Count", .count), ColumnRule("Owned Copies", .owned, .truth),
    ],
    order: [
      "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13", "My Rating",
      "Average Rating", "Publisher", "Binding", "Number of Pages", "Year Published",
      "Original Publication Year",
      "Date Read", "Date Added", "Bookshelves", "Bookshelves with positions", "Exclusive Shelf", "My Review",
      "Spoiler", "Private Notes", "Read Count", "Owned Copies",
    ])

  /// The columns of older Goodreads files, which had 31.
  static let longGoodreadsOrder =
    Array(goodreads.order.prefix(23)) + [
      "Recommended For", "Recommended By", "Owned Copies", "Original Purchase Date",
      "Original Purchase Location",
      "Condition", "Condition Description", "BCID",
    ]

  static let storyGraph = BookService(
    name: "storygraph", signature: ["Title", "Read Status", "Star Rating"],
    rules: [
      ColumnRule("Title", .title), ColumnRule("Authors", .author, .list(separator: ",")),
      ColumnRule("Author", .author, .list(separator: ",")),
      ColumnRule("Contributors", .contributors, .list(separator: ",")),
      ColumnRule("ISBN/UID", .isbn, .isbnOrOther), ColumnRule("ISBN", .isbn, .isbnOrOther),
      ColumnRule("Format", .format), ColumnRule("Read Status", .mainShelf),
      ColumnRule("Date Added", .added, .date),
      ColumnRule("Dates Read", .dateRanges), ColumnRule("Last Date Read", .finished, .date),
      ColumnRule("Read Count", .count), ColumnRule("Star Rating", .rating, .stars(scale: 1)),
      ColumnRule("Review", .review, .html), ColumnRule("Tags", .tags, .list(separator: ",")),
      ColumnRule("Owned?", .owned, .truth),
    ])

  static let libraryThing = BookService(
    name: "librarything", signature: ["Book Id", "Title", "Primary Author"],
    rules: [
      ColumnRule("Book Id", .id), ColumnRule("Title", .title), ColumnRule("Primary Author", .author, .names),
      ColumnRule("Secondary Author", .contributors, .list(separator: "|")),
      ColumnRule("Secondary Author Roles", .roles(separator: "|")),
      ColumnRule("Publication", .publication), ColumnRule("Date", .published, .date),
      ColumnRule("ISBN", .isbn, .isbn), ColumnRule("ISBNs", .isbn, .isbn),
      ColumnRule("Rating", .rating, .stars(scale: 1)),
      ColumnRule("Review", .review, .lines), ColumnRule("Comment", .notes, .lines),
      ColumnRule("Private Comment", .notes, .lines), ColumnRule("Media", .format),
      ColumnRule("Page Count", .pages, .integer), ColumnRule("Date Started", .started, .date),
      ColumnRule("Date Read", .finished, .date), ColumnRule("Tags", .tags, .list(separator: ",")),
      ColumnRule("Collections", .collections(separator: ",")), ColumnRule("Languages", .language),
      ColumnRule("Entry Date", .added, .date), ColumnRule("Lending Patron", .lentTo),
      ColumnRule("Lending Start", .lentOn, .date), ColumnRule("Lending End", .returned),
    ], statuses: ["read but unowned": "read"], lineMarks: ["[Return]", "<br/>", "<br />", "<br>"])

  static let libraryThingJSON = BookService(
    name: "librarything", signature: ["books_id", "title"],
    rules: [
      ColumnRule("books_id", .id), ColumnRule("title", .title), ColumnRule("primaryauthor", .author, .names),
      ColumnRule("authors", .allPeople), ColumnRule("series", .seriesWithNumber),
      ColumnRule("publication", .publication), ColumnRule("date", .published, .date),
      ColumnRule("isbn", .isbn, .isbn),
      ColumnRule("originalisbn", .isbn, .isbn), ColumnRule("rating", .rating, .stars(scale: 1)),
      ColumnRule("review", .review, .lines), ColumnRule("comment", .notes, .lines),
      ColumnRule("privatecomment", .notes, .lines), ColumnRule("pages", .pages, .integer),
      ColumnRule("format", .format), ColumnRule("datestarted", .started, .date),
      ColumnRule("dateread", .finished, .date), ColumnRule("tags", .tags, .list(separator: "; ")),
      ColumnRule("collections", .collections(separator: ";")), ColumnRule("language", .language),
      ColumnRule("entrydate", .added, .date),
    ], statuses: libraryThing.statuses, lineMarks: libraryThing.lineMarks)

  static let bookBuddy = BookService(
    name: "bookbuddy", signature: ["Title", "Author", "Volume", "Date Finished", "Date Started", "Status"],
    rules: [
      ColumnRule("Title", .title), ColumnRule("Subtitle", .subtitle), ColumnRule("Author", .author, .names),
      ColumnRule("Author (Last, First)", .nothing),
      ColumnRule("Series", .series), ColumnRule("Volume", .seriesNumber), ColumnRule("ISBN", .isbn, .isbn),
      ColumnRule("Illustrator", .people(role: "illustrator")),
      ColumnRule("Translator", .people(role: "translator")),
      ColumnRule("Narrator", .people(role: "narrator")), ColumnRule("Editor", .people(role: "editor")),
      ColumnRule("Publisher", .publisher), ColumnRule("Date Published", .published, .date),
      ColumnRule("Year Published", .published, .date),
      ColumnRule("Original Date Published", .firstPublished, .date),
      ColumnRule("Original Year Published", .firstPublished, .date), ColumnRule("Language", .language),
      ColumnRule("Number of Pages", .pages, .integer), ColumnRule("Format", .format),
      ColumnRule("Status", .mainShelf), ColumnRule("Date Started", .started, .date),
      ColumnRule("Date Finished", .finished, .date), ColumnRule("Times Read", .count),
      ColumnRule("Rating", .rating, .stars(scale: 1)), ColumnRule("Notes", .notes, .lines),
      ColumnRule("User Supplied Review", .review, .lines), ColumnRule("Tags", .tags, .list(separator: ",")),
      ColumnRule("Category", .shelves(separator: ",")), ColumnRule("Date Added", .added, .date),
      ColumnRule("Location", .location), ColumnRule("Physical Location", .location),
      ColumnRule("Loaned To", .lentTo), ColumnRule("Date Loaned", .lentOn, .date),
    ])

  static let openReads = BookService(
    name: "openreads", signature: ["title", "author", "olid", "status"],
    rules: [
      ColumnRule("id", .id), ColumnRule("title", .title), ColumnRule("subtitle", .subtitle),
      ColumnRule("author", .author, .names), ColumnRule("publication_year", .firstPublished, .year),
      ColumnRule("pages", .pages, .integer), ColumnRule("isbn", .isbn, .isbn),
      ColumnRule("status", .mainShelf),
      ColumnRule("rating", .rating, .starsOrPoints), ColumnRule("my_review", .review, .lines),
      ColumnRule("notes", .notes, .lines), ColumnRule("readings", .readings),
      ColumnRule("start_date", .started, .date), ColumnRule("finish_date", .finished, .date),
      ColumnRule("tags", .tags, .list(separator: "|||||")), ColumnRule("book_format", .format),
      ColumnRule("date_added", .added, .date), ColumnRule("deleted", .deleted),
    ], statuses: ["0": "read", "1": "reading", "2": "to read", "3": "stopped"])

  static let bookWyrm = BookService(
    name: "bookwyrm", signature: ["title", "author_text", "remote_id"],
    rules: [
      ColumnRule("remote_id", .id), ColumnRule("title", .title),
      ColumnRule("author_text", .author, .list(separator: ",")),
      ColumnRule("isbn_13", .isbn, .isbn), ColumnRule("isbn_10", .isbn, .isbn),
      ColumnRule("start_date", .started, .date), ColumnRule("finish_date", .finished, .date),
      ColumnRule("stopped_date", .stopped, .date), ColumnRule("rating", .rating, .stars(scale: 1)),
      ColumnRule("review_content", .review, .html), ColumnRule("shelf", .mainShelf),
      ColumnRule("shelf_date", .added, .date),
    ])

  static let calibre = BookService(
    name: "calibre", signature: [],
    rules: calibreRules(tags: "; ", rating: 2) + [ColumnRule("cover", .cover)])

  /// Calibre's CSV catalogue, which has stars, and commas between the tags.
  static let calibreCatalog = BookService(
    name: "calibre", signature: ["title", "authors"],
    rules: calibreRules(tags: ",", rating: 1) + [ColumnRule("title_sort", .nothing)],
    marks: [
      "author_sort", "title_sort", "timestamp", "pubdate", "series_index", "uuid", "library_name", "formats",
    ])

  private static func calibreRules(tags: String, rating: Double) -> [ColumnRule] {
    [
      ColumnRule("id", .id), ColumnRule("title", .title),
      ColumnRule("authors", .author, .list(separator: " & ")), ColumnRule("author_sort", .nothing),
      ColumnRule("isbn", .isbn, .isbn), ColumnRule("series", .series),
      ColumnRule("series_index", .seriesNumber, .number),
      ColumnRule("rating", .rating, .stars(scale: rating)), ColumnRule("publisher", .publisher),
      ColumnRule("pubdate", .published, .calibreDate), ColumnRule("timestamp", .added, .calibreDate),
      ColumnRule("languages", .language), ColumnRule("tags", .tags, .list(separator: tags)),
      ColumnRule("comments", .notes, .html),
    ]
  }

  static let openLibrary = BookService(
    name: "openlibrary", signature: ["Work ID", "Title", "Authors", "Bookshelf"],
    rules: [
      ColumnRule("Work ID", .id), ColumnRule("Title", .title),
      ColumnRule("Authors", .author, .list(separator: ",")),
      ColumnRule("First Publish Year", .firstPublished, .year), ColumnRule("Bookshelf", .mainShelf),
      ColumnRule("My Ratings", .rating, .stars(scale: 1)), ColumnRule("ISBN13", .isbn, .isbn),
    ])

  static let hardcover = BookService(
    name: "hardcover", signature: ["Title", "Author", "Hardcover Book ID"],
    rules: [
      ColumnRule("Hardcover Book ID", .id), ColumnRule("Title", .title),
      ColumnRule("Author", .author, .credits(separator: ",")), ColumnRule("Series", .seriesWithNumber),
      ColumnRule("ISBN 13", .isbn, .isbn), ColumnRule("ISBN 10", .isbn, .isbn),
      ColumnRule("Status", .mainShelf), ColumnRule("Lists", .shelves(separator: ",")),
      ColumnRule("Date Added", .added, .date), ColumnRule("Date Started", .started, .date),
      ColumnRule("Date Finished", .finished, .date), ColumnRule("Rating", .rating, .stars(scale: 1)),
      ColumnRule("Review", .review, .lines), ColumnRule("Private Notes", .notes, .lines),
      ColumnRule("Binding", .format), ColumnRule("Pages", .pages, .integer),
      ColumnRule("Publisher", .publisher), ColumnRule("Publish Date", .published, .date),
      ColumnRule("Language Code", .language), ColumnRule("Tags", .tags, .list(separator: ",")),
      ColumnRule("Owned", .owned, .truth),
    ])

  static let libib = BookService(
    name: "libib", signature: ["title", "creators", "ean_isbn13"],
    rules: [
      ColumnRule("title", .title), ColumnRule("creators", .author, .list(separator: ",")),
      ColumnRule("first_name", .nothing), ColumnRule("last_name", .nothing),
      ColumnRule("ean_isbn13", .isbn, .isbn), ColumnRule("upc_isbn10", .isbn, .isbnOrOther),
      ColumnRule("collection", .shelves(separator: ",")), ColumnRule("publisher", .publisher),
      ColumnRule("publish_date", .published, .date), ColumnRule("tags", .tags, .list(separator: ",")),
      ColumnRule("notes", .notes, .lines), ColumnRule("length", .pages, .integer),
      ColumnRule("rating", .rating, .stars(scale: 1)), ColumnRule("review", .review, .lines),
      ColumnRule("status", .mainShelf), ColumnRule("began", .started, .date),
      ColumnRule("completed", .finished, .date), ColumnRule("added", .added, .date),
    ])

  static let zotero = BookService(
    name: "zotero", signature: ["Key", "Item Type", "Title", "Date Added"],
    rules: [
      ColumnRule("Key", .id), ColumnRule("Title", .title),
      ColumnRule("Author", .author, .list(separator: ";")), ColumnRule("ISBN", .isbn, .isbn),
      ColumnRule("Date", .published, .date), ColumnRule("Publication Year", .published, .date),
      ColumnRule("Date Added", .added, .date), ColumnRule("Num Pages", .pages, .integer),
      ColumnRule("Series", .series), ColumnRule("Series Number", .seriesNumber),
      ColumnRule("Publisher", .publisher), ColumnRule("Language", .language),
      ColumnRule("Manual Tags", .tags, .list(separator: ";")),
      ColumnRule("Automatic Tags", .tags, .list(separator: ";")),
      ColumnRule("Editor", .people(role: "editor")), ColumnRule("Translator", .people(role: "translator")),
      ColumnRule("Contributor", .people(role: "contributor")), ColumnRule("Notes", .notes, .html),
    ])

  static let bookCatalogue = BookService(
    name: "bookcatalogue", signature: ["title", "author_details", "series_details"],
    rules: [
      ColumnRule("_id", .id), ColumnRule("title", .title),
      ColumnRule("author_details", .author, .list(separator: "|")),
      ColumnRule("isbn", .isbn, .isbn), ColumnRule("publisher", .publisher),
      ColumnRule("date_published", .published, .date), ColumnRule("rating", .rating, .stars(scale: 1)),
      ColumnRule("bookshelf", .shelves(separator: ",")), ColumnRule("bookshelf_id", .nothing),
      ColumnRule("read", .isRead), ColumnRule("series_details", .seriesWithNumber),
      ColumnRule("pages", .pages, .integer), ColumnRule("notes", .notes, .lines),
      ColumnRule("location", .location), ColumnRule("read_start", .started, .date),
      ColumnRule("read_end", .finished, .date), ColumnRule("format", .format),
      ColumnRule("loaned_to", .lentTo), ColumnRule("genre", .tags, .list(separator: ",")),
    ])
}
