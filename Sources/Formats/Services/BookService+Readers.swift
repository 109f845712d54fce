/// E-readers and services for highlights.
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
