import Records

/// A file format for reading or writing rows.
public enum Format: String, CaseIterable, Sendable {
  case csv, tsv, json, ndjson, markdown, html, goodreads, storygraph, librarything, bookbuddy, openreads,
    bookwyrm
  case hardcover, libib, zotero, bookcatalogue, openlibrary, calibre, bibtex, ris, marc
  case kobo, koreader, kindle, readwise, libby
  case calibreCatalog = "calibre-catalog"
  case librarythingJSON = "librarything-json"
  case cslJSON = "csl-json"

  /// A short description for people.
  public var summary: String {
    switch self {
    case .csv: "values separated by commas, semicolons, tabs or bars"
    case .tsv: "values separated by tabs"
    case .json: "a list of objects"
    case .ndjson: "an object on each line"
    case .markdown: "a table in Markdown"
    case .html: "a page for a browser, with covers, groups and a search box"
    case .goodreads: "the CSV file of Goodreads"
    case .storygraph: "the CSV file of The StoryGraph"
    case .librarything: "the tab-separated file of LibraryThing"
    case .librarythingJSON: "the JSON file of LibraryThing"
    case .bookbuddy: "the CSV file of BookBuddy"
    case .openreads: "the CSV file of openreads"
    case .bookwyrm: "the CSV file of BookWyrm"
    case .hardcover: "the CSV file of Hardcover"
    case .libib: "the CSV file of Libib"
    case .zotero: "the CSV file of Zotero"
    case .bookcatalogue: "the CSV file of Book Catalogue"
    case .openlibrary: "the reading log of Open Library"
    case .calibre: "Calibre's metadata.db, or what calibredb list --for-machine prints"
    case .calibreCatalog: "Calibre's catalogue as CSV"
    case .kobo: "Kobo's KoboReader.sqlite: how far, when, stars, what was marked"
    case .koreader: "KOReader's statistics.sqlite3, or its highlights exported as JSON"
    case .kindle: "Kindle's My Clippings.txt"
    case .readwise: "the CSV file of Readwise"
    case .libby: "the timeline of Libby as CSV"
    case .bibtex: "BibTeX and BibLaTeX"
    case .ris: "RIS, of reference managers"
    case .cslJSON: "CSL-JSON, of Zotero and pandoc"
    case .marc: "MARC 21 and MARCXML, of libraries; needs yaz-marcdump"
    }
  }

  /// Whether rows can be read from the format.
  public var canRead: Bool { !isForPeople }

  /// Whether rows can be written in the format.
  public var canWrite: Bool {
    [.csv, .tsv, .json, .ndjson, .markdown, .html, .goodreads, .bibtex, .ris, .cslJSON].contains(self)
  }

  /// The format of a file to be written, by its extension.
  public init?(writing path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let point = name.lastIndex(of: ".") else { return nil }
    switch name[name.index(after: point)...].lowercased() {
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "json": self = .json
    case "ndjson", "jsonl": self = .ndjson
    case "md", "markdown": self = .markdown
    case "html", "htm": self = .html
    case "bib": self = .bibtex
    case "ris": self = .ris
    default: return nil
    }
  }

  /// Whether the format is only for people to read.
  public var isForPeople: Bool { self == .markdown || self == .html }

  /// Whether the rows are always books.
  public var isOfBooks: Bool { ![.csv, .tsv, .json, .ndjson, .markdown, .html].contains(self) }

  /// Whether several rows may be about one book, as with highlights.
  public var hasManyRowsOfBooks: Bool { service?.hasManyRows ?? false }

  /// The name that imported rows store for their source.
  public var sourceName: String { service?.name ?? rawValue }

  /// Whether a column of this name is used; formats that are not specific to books use all columns.
  public func reads(_ column: String) -> Bool {
    switch self {
    case .bibtex: BibTeXRows.names.contains(column)
    case .ris: RISRows.tags.contains(column)
    // `author.family` belongs to `author`.
    case .cslJSON: CSLRows.names.contains(column.prefix { $0 != "." }.description)
    default: service?.reads(column) ?? true
    }
  }

  var service: BookService? {
    switch self {
    case .goodreads: .goodreads
    case .storygraph: .storyGraph
    case .librarything: .libraryThing
    case .librarythingJSON: .libraryThingJSON
    case .bookbuddy: .bookBuddy
    case .openreads: .openReads
    case .bookwyrm: .bookWyrm
    case .openlibrary: .openLibrary
    case .calibre: .calibre
    case .calibreCatalog: .calibreCatalog
    case .hardcover: .hardcover
    case .libib: .libib
    case .zotero: .zotero
    case .bookcatalogue: .bookCatalogue
    case .kobo: .kobo
    case .koreader: .koReader
    case .kindle: .kindle
    case .readwise: .readwise
    case .libby: .libby
    default: nil
    }
  }

  var isTable: Bool {
    switch self {
    case .csv, .tsv: true
    case .librarythingJSON, .calibre, .kobo, .koreader, .kindle: false
    default: service != nil
    }
  }

  /// The format of a list with these first bytes; nil for any other file or for a single column of text.
  public init?(listStartingWith bytes: [UInt8]) {
    guard OtherFile(bytes) == nil, OtherFile(markup: bytes) == nil, !bytes.contains(where: { $0 < 9 }) else {
      return nil
    }
    let dialect = CSVDialect(of: bytes)
    let format = Self.recognised(bytes, dialect)
    if format == .csv, !bytes.prefix(while: { $0 != 10 }).contains(dialect.delimiter) { return nil }
    self = format
  }

  /// Recognises a file by its first line and then by its header.
  ///
  /// Later lines count only without a header, because bibliographies may begin with any text. Lines inside cells never count.
  static func recognised(_ sample: [UInt8], _ dialect: CSVDialect) -> Format {
    let start = sample.drop { isBlank($0) }
    if let first = start.first, "[{".utf8.contains(first) { return ofJSON(Array(start)) }
    if let format = bibliography(firstLineOf: start) { return format }
    if ClippingsRows.isClippings(sample) { return .kindle }
    var reader = CSVReader(dialect)
    let rows = reader.records(ofPart: sample + [10])
    guard let first = rows.first else { return .csv }
    let header = (first.dividedAgain(dialect) ?? first).cells.map {
      String(decoding: $0, as: UTF8.self).trimmed
    }
    if let service = allCases.first(where: { $0.isTable && $0.service?.isRecognised(header) == true }) {
      return service
    }
    if isGoodreadsRow(header) { return .goodreads }
    let later = rows.lazy.compactMap { row in row.cells.first.flatMap { bibliography(line: $0[...]) } }.first
    if let later, !isHeader(header, of: rows) { return later }
    return dialect.delimiter == 9 ? .tsv : .csv
  }

  static func isGoodreadsRow(_ cells: [String]) -> Bool {
    guard [23, 24, 31].contains(cells.count), Int(cells[0]) != nil, !cells[1].isEmpty else { return false }
    let numbers = [8, 11, 12, 13].map { cells[$0] }
    return Int(cells[7]).map { (0...5).contains($0) } == true
      && numbers.allSatisfy { $0.isEmpty || Double($0) != nil }
      && [14, 15].allSatisfy { cells[$0].isEmpty || PartialDateText.read(cells[$0], .dayFirst) != nil }
  }

  private static func isHeader(_ header: [String], of rows: [CSVRecord]) -> Bool {
    header.contains(where: isOfBooks)
      || header.count > 1 && rows.allSatisfy { $0.cells.count == header.count }
  }

  private static func isOfBooks(_ name: String) -> Bool {
    bookNames.contains(name.lowercased().filter { $0 != " " && $0 != "-" })
  }

  private static let bookNames = Set(BookField.allCases.flatMap { [$0.rawValue] + $0.otherNames })

  // MARK: JSON

  private static func ofJSON(_ start: [UInt8]) -> Format {
    guard let value = JSONStart.value(of: start) else { return .json }
    let isAlone = value.isObject && value.enclosedRows == nil
    let rows = (value.enclosedRows ?? (isAlone ? [value] : value.elements)).filter(\.isObject)
    guard let row = rows.first else { return .json }
    if row["leader"] != nil, row["fields"] != nil { return .marc }
    if row["books_id"] != nil || isLibraryThing(value) { return .librarythingJSON }
    if isOfKOReader(row) { return .koreader }
    if isOnLines(start) { return .ndjson }
    if isAlone { return .json }
    // The last row may be incomplete.
    let isBare = (rows.count > 1 ? rows.dropLast() : rows[...]).allSatisfy(isBareCSL)
    if isBare || rows.prefix(20).contains(where: isCSL) { return .cslJSON }
    let isCalibre = row["id"] != nil && row["title"] != nil && row["authors"]?.plain != nil
    return isCalibre ? .calibre : .json
  }

  private static func isLibraryThing(_ value: JSONValue) -> Bool {
    guard case .object(let members) = value else { return false }
    return members.first?.value["books_id"] != nil
  }

  private static func isOfKOReader(_ row: JSONValue) -> Bool {
    guard row["title"] != nil, let entry = row["entries"]?.elements.first else { return false }
    return entry["text"] != nil && (entry["time"] != nil || entry["sort"] != nil)
  }

  private static func isOnLines(_ start: [UInt8]) -> Bool {
    let line = start.prefix { $0 != 10 && $0 != 13 }
    guard let value = try? JSONReader.value(of: Array(line)), value.isObject else { return false }
    return value.enclosedRows == nil || !start.dropFirst(line.count).allSatisfy(isBlank)
  }

  private static func isCSL(_ item: JSONValue) -> Bool {
    guard case .string? = item["type"] else { return false }
    let names = [
      "container-title", "collection-title", "number-of-pages", "publisher-place", "original-date",
      "citation-key",
    ]
    if item["issued"]?.isObject == true || names.contains(where: { item[$0] != nil }) { return true }
    let people = ["author", "editor"].flatMap { item[$0]?.elements ?? [] }
    return people.contains { $0["family"] != nil || $0["literal"] != nil || $0["given"] != nil }
  }

  /// Whether an item with little data is CSL: with a text ID and a CSL type, and without a field of plain JSON.
  private static func isBareCSL(_ item: JSONValue) -> Bool {
    guard case .object(let members) = item, case .string? = item["id"],
      case .string(let type)? = item["type"], CSLRows.types.contains(type)
    else { return false }
    let others = members.lazy.map(\.name).filter { !CSLRows.names.contains($0) }
    return item["title"] == nil ? others.isEmpty : !others.contains(where: isOfBooks)
  }

  // MARK: Bibliographies

  private static func bibliography(firstLineOf start: ArraySlice<UInt8>) -> Format? {
    var rest = start
    while rest.first == UInt8(ascii: "%") {
      rest = rest.drop { $0 != 10 && $0 != 13 }.drop { isBlank($0) }
    }
    return bibliography(line: rest.prefix(256))
  }

  private static func bibliography(line: ArraySlice<UInt8>) -> Format? {
    let line = line.drop { isBlank($0) }
    if line.starts(with: "TY  -".utf8) { return .ris }
    guard line.first == UInt8(ascii: "@") else { return nil }
    let word = line.dropFirst().prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 32 }
    let after = line.dropFirst(1 + word.count).drop { $0 == 32 }.first
    return !word.isEmpty && (after == UInt8(ascii: "{") || after == UInt8(ascii: "(")) ? .bibtex : nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [32, 9, 10, 13].contains(byte) }
}

enum JSONStart {
  static func value(of bytes: [UInt8]) -> JSONValue? {
    var reader = JSONReader(bytes)
    if let value = try? reader.next() { return value }
    return completed(bytes).flatMap { try? JSONReader.value(of: $0) }
  }

  private static func completed(_ bytes: [UInt8]) -> [UInt8]? {
    var (closers, isInText, isEscaped) = ([UInt8](), false, false)
    var last: (end: Int, closers: [UInt8])?
    for (place, byte) in bytes.enumerated() {
      if isInText {
        isInText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInText = true
      case UInt8(ascii: "{"): closers.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): closers.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = closers.popLast()
      case UInt8(ascii: ",") where closers.count <= JSONReader.deepest: last = (place, closers)
      default: break
      }
    }
    return last.map { Array(bytes[..<$0.end]) + $0.closers.reversed() }
  }
}
