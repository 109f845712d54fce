import Records

enum GoodreadsRow {
  static var columns: [String] { BookService.goodreads.order }

  private static let shelves = [
    "to read": "to-read", "reading": "currently-reading", "read": "read", "stopped": "did-not-finish",
  ]

  static func cells(_ row: FormatRow, names taken: inout BookNames) -> [String] {
    var cells = cellsByName(row)
    // Goodreads would merge a second book with the same ID.
    if let id = row.id, taken.unique(id) == id { cells["Book Id"] = id }
    return columns.map { cells[$0] ?? "" }
  }

  private static func cellsByName(_ row: FormatRow) -> [String: String] {
    let book = row.book
    let isbn = book[.isbn].flatMap { ISBNText.checked($0) } ?? ""
    let shelf = book[.status].map { shelves[$0] ?? $0 } ?? ""
    let last = row.readings.compactMap { $0.finished ?? $0.stopped }.max()
    return [
      "Title": title(row), "Author": book[.author] ?? "",
      "Additional Authors": (book[.contributors] ?? "").split(separator: "; ").map(firstNameFirst).joined(
        separator: ", "),
      "ISBN": "=\"\(isbn.count == 10 ? isbn : "")\"", "ISBN13": "=\"\(isbn.count == 13 ? isbn : "")\"",
      "My Rating": stars(book[.rating]), "Publisher": book[.publisher] ?? "", "Binding": book[.format] ?? "",
      "Number of Pages": book[.pages] ?? "", "Year Published": year(book[.published]),
      "Original Publication Year": year(book[.firstPublished]), "Date Read": slashes(last),
      "Date Added": slashes(book[.added]), "Exclusive Shelf": shelf,
      "Bookshelves": (row.shelves.map(withoutCommas) + (shelf.isEmpty ? [] : [shelf])).joined(
        separator: ", "),
      "My Review": lines(book[.review]), "Private Notes": lines(book[.notes]),
      "Read Count": String(row.readings.count), "Owned Copies": book[.owned] == "1" ? "1" : "0",
    ]
  }

  /// The title with its series, unless brackets would be misread; in Goodreads' spelling if that still matches.
  private static func title(_ row: FormatRow) -> String {
    let book = row.book
    if let title = row.serviceTitle {
      let said = said(by: title)
      let fields: [BookField] = [.title, .series, .seriesNumber]
      if fields.allSatisfy({ said[$0] == book[$0] }) { return title }
    }
    let title = book[.title] ?? ""
    guard let series = book[.series], let number = book[.seriesNumber] else { return title }
    let whole = "\(title) (\(series), #\(number))"
    return said(by: whole)[.title] == title.trimmed ? whole : title
  }

  private static func said(by title: String) -> [BookField: String] {
    var row = FormatRow(line: 0, columns: ["Title"], values: [.text(Text(title))])
    ServiceReader(.goodreads, row.columns).read(&row)
    return row.book
  }

  /// `Last, First` as `First Last`, because commas separate people.
  private static func firstNameFirst(_ name: Substring) -> String {
    let parts = name.split(separator: ",").map(\.trimmed)
    return (parts.dropFirst() + parts.prefix(1)).joined(separator: " ")
  }

  private static func withoutCommas(_ shelf: String) -> String {
    shelf.split(separator: ",").map(\.trimmed).joined(separator: " ")
  }

  private static func stars(_ rating: String?) -> String {
    rating.flatMap(Double.init).map { String(Int(min(max($0, 0), 5).rounded())) } ?? "0"
  }

  private static func slashes(_ date: String?) -> String {
    (date ?? "").split(separator: "-").joined(separator: "/")
  }

  private static func year(_ date: String?) -> String {
    guard let year = date.flatMap({ PartialDateText.parts($0).first }) else { return "" }
    return String(year <= 0 ? year - 1 : year)
  }

  /// Line ends become tags; characters that look like tags are escaped.
  private static func lines(_ text: String?) -> String {
    var text = text ?? ""
    if HTMLText.unmarked(text) != text {
      text = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "<br/>")
  }
}
