import Records

/// The entries of a BibTeX or BibLaTeX file; text between them is skipped, as in BibTeX.
struct BibTeXRows: RowReader {
  private var reader = BibTeXReader()

  private static let isbns = ["isbn", "isbn13", "isbn-13", "isbn10", "isbn-10"]

  static let names = Set(
    isbns + [
      "type", "key", "title", "booktitle", "subtitle", "author", "editor", "translator", "publisher",
      "school", "institution", "series", "number", "volume", "language", "langid", "pagetotal", "date",
      "year", "month", "day", "origdate", "keywords", "note", "annotation", "annote", "readstatus",
    ])

  mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow] {
    var rows: [FormatRow] = []
    reader.append(bytes, isLast: isLast)
    while let entry = try reader.next() { rows.append(Self.row(entry)) }
    return rows
  }

  private static func row(_ entry: BibTeXReader.Entry) -> FormatRow {
    var row = FormatRow(
      line: entry.line, columns: ["type", "key"] + entry.fields.map(\.name),
      values: ([entry.type, entry.key] + entry.fields.map(\.value)).map { .text(Text($0)) })
    row.id = entry.key.isEmpty ? nil : entry.key
    func field(_ names: String...) -> String? {
      names.lazy.compactMap { row.text($0) }.first.map { LaTeXText.plain($0) }.flatMap {
        $0.isEmpty ? nil : $0
      }
    }
    var book: [BookField: String] = [:]
    book[.title] = field("title", "booktitle")
    book[.subtitle] = field("subtitle")
    book[.author] = row.text("author").map { names($0) }
    let people = ["editor", "translator"].compactMap { role in
      row.text(role).map {
        names($0).split(separator: "; ").map { "\($0) (\(role))" }.joined(separator: "; ")
      }
    }
    if !people.isEmpty { book[.contributors] = people.joined(separator: "; ") }
    book[.publisher] = field("publisher", "school", "institution")
    book[.series] = field("series")
    book[.seriesNumber] = field("number", "volume").flatMap { Double($0) == nil ? nil : $0 }
    book[.isbn] =
      isbns.lazy.compactMap { row.text($0) }.compactMap {
        ISBNText.all(in: LaTeXText.plain($0)).first
      }.first
    book[.language] = field("language", "langid")
    book[.pages] = field("pagetotal").flatMap { PageCount.read($0) }
    book[.published] = date(field("date"), field("year"), field("month"), field("day"))
    book[.firstPublished] = field("origdate").flatMap { PartialDateText.read($0, nil) }
    book[.tags] = field("keywords").map {
      $0.split { $0 == "," || $0 == ";" }.map(\.singleSpaced).joined(separator: "; ")
    }
    book[.notes] = field("note", "annotation", "annote")
    book[.status] = field("readstatus").flatMap { StatusText.status($0) }
    row.book = book
    for name in isbns { row.noteUnread(.isbn, name) }
    row.noteUnread(.published, "date", "year")
    row.noteUnread(.firstPublished, "origdate")
    row.noteUnread(.pages, "pagetotal")
    row.noteUnread(.status, "readstatus")
    if entry.type == "book" { row.noteUnread(.seriesNumber, "number", "volume") }
    if book[.title] == nil { row.problems.append(.untitled) }
    return row
  }

  /// The names of people, separated by ` and ` outside braces; `Last, First` is kept, and `others` is ignored.
  private static func names(_ text: String) -> String {
    LaTeXText.parts(of: text, separatedBy: "and").filter { $0 != "others" }.map { LaTeXText.plain($0) }
      .filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private static func date(_ date: String?, _ year: String?, _ month: String?, _ day: String?) -> String? {
    // A range of dates is not a date, but an open range has a beginning.
    if let date { return PartialDateText.read(date.hasSuffix("/") ? date.dropLast() : date[...], nil) }
    guard let year = year.flatMap({ Int($0) }) else { return year.flatMap { PartialDateText.read($0) } }
    let month = month.flatMap { Int($0) ?? PartialDateText.month($0) }
    return PartialDateText.joined(year, month, month == nil ? nil : day.flatMap { Int($0) })
      ?? PartialDateText.joined(year, nil, nil)
  }
}
