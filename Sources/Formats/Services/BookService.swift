/// A service whose file has books as rows of cells: what its columns are called, and what they mean.
///
/// If two columns say the same, the first that has something counts.
struct BookService: Sendable {
  /// What the source of an imported row is called.
  let name: String
  /// The columns by which the header is recognised.
  let signature: [String]
  let rules: [ColumnRule]
  /// Its words for a status.
  var statuses = commonStatuses
  /// Its columns in their order, where files without a header occur.
  var order: [String] = []

  /// Whether a header is one of this service.
  func isRecognised(_ header: [String]) -> Bool {
    let header = Set(header.map { $0.lowercased() })
    return signature.allSatisfy { header.contains($0.lowercased()) }
  }

  static let commonStatuses = [
    "to-read": "to read", "to read": "to read", "want to read": "to read", "want-to-read": "to read",
    "unread": "to read", "planned": "to read", "for_later": "to read", "2": "to read",
    "currently-reading": "reading", "currently reading": "reading", "reading": "reading",
    "in_progress": "reading", "in progress": "reading", "1": "reading",
    "read": "read", "finished": "read", "already read": "read", "already-read": "read", "0": "read",
    "did-not-finish": "stopped", "did not finish": "stopped", "dnf": "stopped", "abandoned": "stopped",
    "stopped-reading": "stopped", "stopped": "stopped", "unfinished": "stopped", "3": "stopped",
  ]

  static let goodreads = BookService(
    name: "goodreads", signature: ["Book Id", "Title", "Author", "My Rating", "Exclusive Shelf"],
    rules: [
      ColumnRule("Book Id", .id), ColumnRule("Title", .title, .titleWithSeries),
      ColumnRule("Author", .author, .names),
      ColumnRule("Additional Authors", .contributors, .list(separator: ",")),
      ColumnRule("ISBN13", .isbn, .isbn), ColumnRule("ISBN", .isbn, .isbn),
      ColumnRule("My Rating", .rating, .stars(scale: 1)), ColumnRule("Publisher", .publisher),
      ColumnRule("Binding", .format), ColumnRule("Number of Pages", .pages, .integer),
      ColumnRule("Year Published", .published, .year),
      ColumnRule("Original Publication Year", .firstPublished, .year),
      ColumnRule("Date Read", .finished, .date), ColumnRule("Date Added", .added, .date),
      ColumnRule("Bookshelves", .shelves(separator: ",")), ColumnRule("Exclusive Shelf", .mainShelf),
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

  /// The columns of Goodreads' files that had 31.
  static let longGoodreadsOrder =
    Array(goodreads.order.prefix(23)) + [
      "Recommended For", "Recommended By", "Owned Copies", "Original Purchase Date",
      "Original Purchase Location",
      "Condition", "Condition Description", "BCID",
    ]

  static let storyGraph = BookService(
    name: "storygraph", signature: ["Title", "Authors", "ISBN/UID", "Read Status", "Star Rating"],
    rules: [
      ColumnRule("Title", .title), ColumnRule("Authors", .author, .list(separator: ",")),
      ColumnRule("Contributors", .contributors, .list(separator: ",")), ColumnRule("ISBN/UID", .isbn, .isbn),
      ColumnRule("Format", .format), ColumnRule("Read Status", .mainShelf),
      ColumnRule("Date Added", .added, .date),
      ColumnRule("Dates Read", .dateRanges), ColumnRule("Last Date Read", .finished, .date),
      ColumnRule("Read Count", .count), ColumnRule("Star Rating", .rating, .stars(scale: 1)),
      ColumnRule("Review", .review, .lines), ColumnRule("Tags", .tags, .list(separator: ",")),
      ColumnRule("Owned?", .owned, .truth),
    ])

  static let libraryThing = BookService(
    name: "librarything", signature: ["Book Id", "Title", "Primary Author"],
    rules: [
      ColumnRule("Book Id", .id), ColumnRule("Title", .title), ColumnRule("Primary Author", .author, .names),
      ColumnRule("Secondary Author", .contributors, .list(separator: "|")),
      ColumnRule("Date", .published, .date),
      ColumnRule("ISBN", .isbn, .isbn), ColumnRule("ISBNs", .isbn, .isbn),
      ColumnRule("Rating", .rating, .stars(scale: 1)),
      ColumnRule("Review", .review, .lines), ColumnRule("Comment", .notes, .lines),
      ColumnRule("Private Comment", .notes, .lines), ColumnRule("Media", .format),
      ColumnRule("Page Count", .pages, .integer), ColumnRule("Date Started", .started, .date),
      ColumnRule("Date Read", .finished, .date), ColumnRule("Tags", .tags, .list(separator: ",")),
      ColumnRule("Collections", .shelves(separator: ",")), ColumnRule("Languages", .language),
      ColumnRule("Entry Date", .added, .date),
    ])

  static let libraryThingJSON = BookService(
    name: "librarything", signature: ["books_id", "title"],
    rules: [
      ColumnRule("books_id", .id), ColumnRule("title", .title), ColumnRule("primaryauthor", .author, .names),
      ColumnRule("date", .published, .date), ColumnRule("isbn", .isbn, .isbn),
      ColumnRule("originalisbn", .isbn, .isbn), ColumnRule("rating", .rating, .stars(scale: 1)),
      ColumnRule("review", .review, .lines), ColumnRule("comment", .notes, .lines),
      ColumnRule("privatecomment", .notes, .lines), ColumnRule("pages", .pages, .integer),
      ColumnRule("format", .format), ColumnRule("datestarted", .started, .date),
      ColumnRule("dateread", .finished, .date), ColumnRule("tags", .tags, .list(separator: "; ")),
      ColumnRule("collections", .shelves(separator: ";")), ColumnRule("language", .language),
      ColumnRule("entrydate", .added, .date),
    ])

  static let bookBuddy = BookService(
    name: "bookbuddy", signature: ["Title", "Author", "Date Finished", "Date Started", "Status"],
    rules: [
      ColumnRule("Title", .title), ColumnRule("Subtitle", .subtitle), ColumnRule("Author", .author, .names),
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
      ColumnRule("rating", .rating, .stars(scale: 1)), ColumnRule("my_review", .review, .lines),
      ColumnRule("notes", .notes, .lines), ColumnRule("readings", .readings),
      ColumnRule("start_date", .started, .date), ColumnRule("finish_date", .finished, .date),
      ColumnRule("tags", .tags, .list(separator: "|||||")), ColumnRule("book_format", .format),
      ColumnRule("date_added", .added, .date),
    ])

  static let bookWyrm = BookService(
    name: "bookwyrm", signature: ["title", "author_text", "remote_id"],
    rules: [
      ColumnRule("remote_id", .id), ColumnRule("title", .title),
      ColumnRule("author_text", .author, .list(separator: ",")),
      ColumnRule("isbn_13", .isbn, .isbn), ColumnRule("isbn_10", .isbn, .isbn),
      ColumnRule("start_date", .started, .date), ColumnRule("finish_date", .finished, .date),
      ColumnRule("stopped_date", .stopped, .date), ColumnRule("rating", .rating, .stars(scale: 1)),
      ColumnRule("review_content", .review, .lines), ColumnRule("shelf", .mainShelf),
      ColumnRule("shelf_date", .added, .date),
    ])

  static let calibre = BookService(
    name: "calibre", signature: [],
    rules: [
      ColumnRule("id", .id), ColumnRule("title", .title),
      ColumnRule("authors", .author, .list(separator: " & ")),
      ColumnRule("isbn", .isbn, .isbn), ColumnRule("series", .series),
      ColumnRule("series_index", .seriesNumber, .number),
      ColumnRule("rating", .rating, .stars(scale: 2)), ColumnRule("publisher", .publisher),
      ColumnRule("pubdate", .published, .calibreDate), ColumnRule("timestamp", .added, .calibreDate),
      ColumnRule("languages", .language), ColumnRule("tags", .tags, .list(separator: "; ")),
      ColumnRule("comments", .notes, .html), ColumnRule("cover", .cover),
    ])

  static let openLibrary = BookService(
    name: "openlibrary", signature: ["Work ID", "Title", "Authors", "Bookshelf"],
    rules: [
      ColumnRule("Work ID", .id), ColumnRule("Title", .title),
      ColumnRule("Authors", .author, .list(separator: ",")),
      ColumnRule("First Publish Year", .firstPublished, .year), ColumnRule("Bookshelf", .mainShelf),
      ColumnRule("My Ratings", .rating, .stars(scale: 1)), ColumnRule("ISBN13", .isbn, .isbn),
    ])
}
