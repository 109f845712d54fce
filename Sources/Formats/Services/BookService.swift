/// The columns that a service exports; of several with the same meaning, the first with a value counts.
struct BookService: Sendable {
  let name: String
  let signature: [String]
  let rules: [ColumnRule]
  /// Optional columns; a header must have two of them, if users choose what to export.
  var marks: [String] = []
  /// The service's words for a status, in lowercase, besides those of `StatusText`.
  var statuses: [String: String] = [:]
  var order: [String] = []
  var hasManyRows = false
  var lineMarks = ["<br/>", "<br />", "<br>"]

  func isRecognised(_ header: [String]) -> Bool {
    let header = Set(header.map { $0.lowercased() })
    return signature.allSatisfy { header.contains($0.lowercased()) }
      && (marks.isEmpty || marks.count { header.contains($0) } > 1)
  }

  func reads(_ column: String) -> Bool { rules.contains { $0.name.lowercased() == column.lowercased() } }

  func status(_ word: String) -> String? { statuses[word.lowercased()] ?? StatusText.status(word) }

  static let goodreads = BookService(
    name: "goodreads", signature: ["Book Id", "Title", "Author", "My Rating", "Exclusive Shelf"],
    rules: [
      ColumnRule("Book Id", .id), ColumnRule("Title", .title, .titleWithSeries),
      ColumnRule("Author", .author, .names), ColumnRule("Author l-f", .nothing),
      ColumnRule("Additional Authors", .contributors), ColumnRule("ISBN13", .isbn), ColumnRule("ISBN", .isbn),
      ColumnRule("My Rating", .rating), ColumnRule("Publisher", .publisher), ColumnRule("Binding", .format),
      ColumnRule("Number of Pages", .pages), ColumnRule("Year Published", .published, .year),
      ColumnRule("Original Publication Year", .firstPublished, .year), ColumnRule("Date Read", .finished),
      ColumnRule("Date Added", .added), ColumnRule("Bookshelves", .shelves(separator: ",")),
      ColumnRule("Bookshelves with positions", .nothing), ColumnRule("Exclusive Shelf", .mainShelf),
      ColumnRule("My Review", .review), ColumnRule("Private Notes", .notes), ColumnRule("Read Count", .count),
      ColumnRule("Owned Copies", .owned),
    ],
    order: [
      "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13", "My Rating",
      "Average Rating", "Publisher", "Binding", "Number of Pages", "Year Published",
      "Original Publication Year", "Date Read", "Date Added", "Bookshelves", "Bookshelves with positions",
      "Exclusive Shelf", "My Review", "Spoiler", "Private Notes", "Read Count", "Owned Copies",
    ])

  /// The columns of older Goodreads files, which had 31.
  static let longGoodreadsOrder =
    Array(goodreads.order.prefix(23)) + [
      "Recommended For", "Recommended By", "Owned Copies", "Original Purchase Date",
      "Original Purchase Location", "Condition", "Condition Description", "BCID",
    ]

  static let storyGraph = BookService(
    name: "storygraph", signature: ["Title", "Read Status", "Star Rating"],
    rules: [
      ColumnRule("Title", .title), ColumnRule("Authors", .author, .list(separator: ",")),
      ColumnRule("Author", .author, .list(separator: ",")), ColumnRule("Contributors", .contributors),
      ColumnRule("ISBN/UID", .isbn, .isbnOrOther), ColumnRule("ISBN", .isbn, .isbnOrOther),
      ColumnRule("Format", .format), ColumnRule("Read Status", .mainShelf), ColumnRule("Date Added", .added),
      ColumnRule("Dates Read", .dateRanges), ColumnRule("Last Date Read", .finished),
      ColumnRule("Read Count", .count), ColumnRule("Star Rating", .rating),
      ColumnRule("Review", .review, .html), ColumnRule("Tags", .tags), ColumnRule("Owned?", .owned),
    ])

  static let libraryThing = BookService(
    name: "librarything", signature: ["Book Id", "Title", "Primary Author"],
    rules: [
      ColumnRule("Book Id", .id), ColumnRule("Title", .title), ColumnRule("Primary Author", .author, .names),
      ColumnRule("Secondary Author", .contributors, .list(separator: "|")),
      ColumnRule("Secondary Author Roles", .roles(separator: "|")), ColumnRule("Publication", .publication),
      ColumnRule("Date", .published), ColumnRule("ISBN", .isbn), ColumnRule("ISBNs", .isbn),
      ColumnRule("Rating", .rating), ColumnRule("Review", .review), ColumnRule("Comment", .notes),
      ColumnRule("Private Comment", .notes), ColumnRule("Media", .format), ColumnRule("Page Count", .pages),
      ColumnRule("Date Started", .started), ColumnRule("Date Read", .finished), ColumnRule("Tags", .tags),
      ColumnRule("Collections", .collections(separator: ",")), ColumnRule("Languages", .language),
      ColumnRule("Entry Date", .added), ColumnRule("Lending Patron", .lentTo),
      ColumnRule("Lending Start", .lentOn), ColumnRule("Lending End", .returned),
    ], statuses: ["read but unowned": "read"], lineMarks: ["[Return]", "<br/>", "<br />", "<br>"])

  static let libraryThingJSON = BookService(
    name: "librarything", signature: ["books_id", "title"],
    rules: [
      ColumnRule("books_id", .id), ColumnRule("title", .title), ColumnRule("primaryauthor", .author, .names),
      ColumnRule("authors", .allPeople), ColumnRule("series", .seriesWithNumber),
      ColumnRule("publication", .publication), ColumnRule("date", .published), ColumnRule("isbn", .isbn),
      ColumnRule("originalisbn", .isbn), ColumnRule("rating", .rating), ColumnRule("review", .review),
      ColumnRule("comment", .notes), ColumnRule("privatecomment", .notes), ColumnRule("pages", .pages),
      ColumnRule("format", .format), ColumnRule("datestarted", .started), ColumnRule("dateread", .finished),
      ColumnRule("tags", .tags, .list(separator: "; ")),
      ColumnRule("collections", .collections(separator: ";")), ColumnRule("language", .language),
      ColumnRule("entrydate", .added),
    ], statuses: libraryThing.statuses, lineMarks: libraryThing.lineMarks)

  static let bookBuddy = BookService(
    name: "bookbuddy", signature: ["Title", "Author", "Volume", "Date Finished", "Date Started", "Status"],
    rules: [
      ColumnRule("Title", .title), ColumnRule("Subtitle", .subtitle), ColumnRule("Author", .author, .names),
      ColumnRule("Author (Last, First)", .nothing), ColumnRule("Series", .series),
      ColumnRule("Volume", .seriesNumber), ColumnRule("ISBN", .isbn),
      ColumnRule("Illustrator", .people(role: "illustrator")),
      ColumnRule("Translator", .people(role: "translator")),
      ColumnRule("Narrator", .people(role: "narrator")), ColumnRule("Editor", .people(role: "editor")),
      ColumnRule("Publisher", .publisher), ColumnRule("Date Published", .published),
      ColumnRule("Year Published", .published), ColumnRule("Original Date Published", .firstPublished, .date),
      ColumnRule("Original Year Published", .firstPublished, .date), ColumnRule("Language", .language),
      ColumnRule("Number of Pages", .pages), ColumnRule("Format", .format), ColumnRule("Status", .mainShelf),
      ColumnRule("Date Started", .started), ColumnRule("Date Finished", .finished),
      ColumnRule("Times Read", .count), ColumnRule("Rating", .rating), ColumnRule("Notes", .notes),
      ColumnRule("User Supplied Review", .review), ColumnRule("Tags", .tags),
      ColumnRule("Category", .shelves(separator: ",")), ColumnRule("Date Added", .added),
      ColumnRule("Location", .location), ColumnRule("Physical Location", .location),
      ColumnRule("Loaned To", .lentTo), ColumnRule("Date Loaned", .lentOn),
    ])

  static let openReads = BookService(
    name: "openreads", signature: ["title", "author", "olid", "status"],
    rules: [
      ColumnRule("id", .id), ColumnRule("title", .title), ColumnRule("subtitle", .subtitle),
      ColumnRule("author", .author, .names), ColumnRule("publication_year", .firstPublished, .year),
      ColumnRule("pages", .pages), ColumnRule("isbn", .isbn), ColumnRule("status", .mainShelf),
      ColumnRule("rating", .rating, .starsOrPoints), ColumnRule("my_review", .review),
      ColumnRule("notes", .notes), ColumnRule("readings", .readings), ColumnRule("start_date", .started),
      ColumnRule("finish_date", .finished), ColumnRule("tags", .tags, .list(separator: "|||||")),
      ColumnRule("book_format", .format), ColumnRule("date_added", .added), ColumnRule("deleted", .deleted),
    ], statuses: ["0": "read", "1": "reading", "2": "to read", "3": "stopped"])

  static let bookWyrm = BookService(
    name: "bookwyrm", signature: ["title", "author_text", "remote_id"],
    rules: [
      ColumnRule("remote_id", .id), ColumnRule("title", .title),
      ColumnRule("author_text", .author, .list(separator: ",")), ColumnRule("isbn_13", .isbn),
      ColumnRule("isbn_10", .isbn), ColumnRule("start_date", .started), ColumnRule("finish_date", .finished),
      ColumnRule("stopped_date", .stopped), ColumnRule("rating", .rating),
      ColumnRule("review_content", .review, .html), ColumnRule("shelf", .mainShelf),
      ColumnRule("shelf_date", .added),
    ])

  static let calibre = BookService(
    name: "calibre", signature: [],
    rules: calibreRules(tags: "; ", rating: 2) + [ColumnRule("cover", .cover)])

  /// Calibre's CSV catalogue, with stars, and with commas between tags.
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
      ColumnRule("isbn", .isbn), ColumnRule("series", .series),
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
      ColumnRule("My Ratings", .rating), ColumnRule("ISBN13", .isbn),
    ])

  static let hardcover = BookService(
    name: "hardcover", signature: ["Title", "Author", "Hardcover Book ID"],
    rules: [
      ColumnRule("Hardcover Book ID", .id), ColumnRule("Title", .title),
      ColumnRule("Author", .author, .credits(separator: ",")), ColumnRule("Series", .seriesWithNumber),
      ColumnRule("ISBN 13", .isbn), ColumnRule("ISBN 10", .isbn), ColumnRule("Status", .mainShelf),
      ColumnRule("Lists", .shelves(separator: ",")), ColumnRule("Date Added", .added),
      ColumnRule("Date Started", .started), ColumnRule("Date Finished", .finished),
      ColumnRule("Rating", .rating), ColumnRule("Review", .review), ColumnRule("Private Notes", .notes),
      ColumnRule("Binding", .format), ColumnRule("Pages", .pages), ColumnRule("Publisher", .publisher),
      ColumnRule("Publish Date", .published), ColumnRule("Language Code", .language),
      ColumnRule("Tags", .tags), ColumnRule("Owned", .owned),
    ])

  static let libib = BookService(
    name: "libib", signature: ["title", "creators", "ean_isbn13"],
    rules: [
      ColumnRule("title", .title), ColumnRule("creators", .author, .list(separator: ",")),
      ColumnRule("first_name", .nothing), ColumnRule("last_name", .nothing), ColumnRule("ean_isbn13", .isbn),
      ColumnRule("upc_isbn10", .isbn, .isbnOrOther), ColumnRule("collection", .shelves(separator: ",")),
      ColumnRule("publisher", .publisher), ColumnRule("publish_date", .published), ColumnRule("tags", .tags),
      ColumnRule("notes", .notes), ColumnRule("length", .pages), ColumnRule("rating", .rating),
      ColumnRule("review", .review), ColumnRule("status", .mainShelf), ColumnRule("began", .started),
      ColumnRule("completed", .finished), ColumnRule("added", .added),
    ])

  static let zotero = BookService(
    name: "zotero", signature: ["Key", "Item Type", "Title", "Date Added"],
    rules: [
      ColumnRule("Key", .id), ColumnRule("Title", .title),
      ColumnRule("Author", .author, .list(separator: ";")), ColumnRule("ISBN", .isbn),
      ColumnRule("Date", .published), ColumnRule("Publication Year", .published),
      ColumnRule("Date Added", .added), ColumnRule("Num Pages", .pages), ColumnRule("Series", .series),
      ColumnRule("Series Number", .seriesNumber), ColumnRule("Publisher", .publisher),
      ColumnRule("Language", .language), ColumnRule("Manual Tags", .tags, .list(separator: ";")),
      ColumnRule("Automatic Tags", .tags, .list(separator: ";")),
      ColumnRule("Editor", .people(role: "editor")), ColumnRule("Translator", .people(role: "translator")),
      ColumnRule("Contributor", .people(role: "contributor")), ColumnRule("Notes", .notes, .html),
    ])

  static let bookCatalogue = BookService(
    name: "bookcatalogue", signature: ["title", "author_details", "series_details"],
    rules: [
      ColumnRule("_id", .id), ColumnRule("title", .title),
      ColumnRule("author_details", .author, .list(separator: "|")), ColumnRule("isbn", .isbn),
      ColumnRule("publisher", .publisher), ColumnRule("date_published", .published),
      ColumnRule("rating", .rating), ColumnRule("bookshelf", .shelves(separator: ",")),
      ColumnRule("bookshelf_id", .nothing), ColumnRule("read", .isRead),
      ColumnRule("series_details", .seriesWithNumber), ColumnRule("pages", .pages),
      ColumnRule("notes", .notes), ColumnRule("location", .location), ColumnRule("read_start", .started),
      ColumnRule("read_end", .finished), ColumnRule("format", .format), ColumnRule("loaned_to", .lentTo),
      ColumnRule("genre", .tags),
    ])
}

extension BookService {
  static let koReader = BookService(
    name: "koreader", signature: [],
    rules: [
      ColumnRule("id", .id), ColumnRule("title", .title), ColumnRule("authors", .author),
      ColumnRule("author", .author), ColumnRule("series", .seriesWithNumber),
      ColumnRule("language", .language),
    ] + notes)

  static let kobo = BookService(
    name: "kobo", signature: [],
    rules: [
      ColumnRule("id", .id), ColumnRule("title", .title), ColumnRule("author", .author),
      ColumnRule("isbn", .isbn, .isbnOrOther), ColumnRule("publisher", .publisher),
      ColumnRule("language", .language), ColumnRule("series", .series),
      ColumnRule("series_number", .seriesNumber, .number), ColumnRule("status", .mainShelf),
      ColumnRule("rating", .rating), ColumnRule("started", .started), ColumnRule("finished", .finished),
    ] + notes)

  static let kindle = BookService(
    name: "kindle", signature: [],
    rules: [ColumnRule("id", .id), ColumnRule("title", .title), ColumnRule("author", .author)] + notes)

  private static let notes = ["progress", "quotes", "entries"].map { ColumnRule($0, .nothing) }

  static let readwise = BookService(
    name: "readwise", signature: ["Highlight", "Book Title", "Book Author", "Highlighted at"],
    rules: [
      ColumnRule("Book Title", .title), ColumnRule("Book Author", .author), ColumnRule("Highlight", .quote),
      ColumnRule("Note", .quoteNote), ColumnRule("Location", .quotePlace),
      ColumnRule("Location Type", .quotePlaceKind), ColumnRule("Highlighted at", .quoteMoment),
    ], hasManyRows: true)

  static let libby = BookService(
    name: "libby", signature: ["title", "author", "timestamp", "activity", "library"],
    rules: [
      ColumnRule("title", .title), ColumnRule("author", .author), ColumnRule("publisher", .publisher),
      ColumnRule("isbn", .isbn), ColumnRule("cover", .nothing),
    ], hasManyRows: true)
}
