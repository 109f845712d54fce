import Records

/// A format that rows can be read from or written in.
public enum Format: String, CaseIterable, Sendable {
  case csv, tsv, json, ndjson, markdown, goodreads, storygraph, librarything, bookbuddy, openreads, bookwyrm
  case hardcover, libib, zotero, bookcatalogue, openlibrary, calibre, bibtex, ris, marc
  case calibreCatalog = "calibre-catalog"
  case librarythingJSON = "librarything-json"
  case cslJSON = "csl-json"

  /// What it is, for people.
  public var summary: String {
    switch self {
    case .csv: "values separated by commas, semicolons, tabs or bars"
    case .tsv: "values separated by tabs"
    case .json: "a list of objects"
    case .ndjson: "an object on each line"
    case .markdown: "a table in Markdown"
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
    case .bibtex: "BibTeX and BibLaTeX"
    case .ris: "RIS, of reference managers"
    case .cslJSON: "CSL-JSON, of Zotero and pandoc"
    case .marc: "MARC 21 and MARCXML, of libraries; needs yaz-marcdump"
    }
  }

  /// Whether rows can be read from it.
  public var canRead: Bool { self != .markdown }

  /// Whether rows can be written in it.
  public var canWrite: Bool {
    [.csv, .tsv, .json, .ndjson, .markdown, .goodreads, .bibtex, .ris, .cslJSON].contains(self)
  }

  /// The format that is written to a file of this name, by what follows its last point.
  public init?(writing path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let point = name.lastIndex(of: ".") else { return nil }
    switch name[name.index(after: point)...].lowercased() {
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "json": self = .json
    case "ndjson", "jsonl": self = .ndjson
    case "md", "markdown": self = .markdown
    case "bib": self = .bibtex
    case "ris": self = .ris
    default: return nil
    }
  }

  /// Whether its rows are books, and not those of any table.
  public var isOfBooks: Bool { ![.csv, .tsv, .json, .ndjson, .markdown].contains(self) }

  /// The name under which an imported row's source is kept.
  public var sourceName: String { service?.name ?? rawValue }

  /// Whether something is read of a column of this name; everything is, where the format is none of a service.
  public func reads(_ column: String) -> Bool { service?.reads(column) ?? true }

  /// The columns of the service, where it is one.
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
    default: nil
    }
  }

  /// The formats whose rows are cells separated by a delimiter.
  var isTable: Bool {
    switch self {
    case .csv, .tsv: true
    case .librarythingJSON, .calibre: false
    default: service != nil
    }
  }

  /// The format of a file with these first characters, by its beginning or by its header.
  static func recognised(_ sample: [UInt8]) -> Format {
    let start = sample.drop { [32, 9, 10, 13].contains($0) }
    switch start.first {
    case UInt8(ascii: "["): return ofList(start)
    case UInt8(ascii: "{"): return ofObject(start)
    default: break
    }
    if isBibTeX(start) { return .bibtex }
    if isRIS(start) { return .ris }
    let dialect = CSVDialect(of: sample)
    var reader = CSVReader(dialect)
    let header = (try? reader.records(of: sample + [10], isLast: false))?.first.map { record in
      (record.dividedAgain(dialect) ?? record).cells.map { String(decoding: $0, as: UTF8.self).trimmed }
    }
    guard let header else { return .csv }
    if let service = allCases.first(where: { $0.isTable && $0.service?.isRecognised(header) == true }) {
      return service
    }
    if isGoodreadsRow(header) { return .goodreads }
    return dialect.delimiter == 9 ? .tsv : .csv
  }

  /// Whether cells are a book of Goodreads, from a file without a header: by its number, its stars, years and days.
  static func isGoodreadsRow(_ cells: [String]) -> Bool {
    guard [23, 24, 31].contains(cells.count), Int(cells[0]) != nil, !cells[1].isEmpty else { return false }
    let numbers = [8, 11, 12, 13].map { cells[$0] }
    return Int(cells[7]).map { (0...5).contains($0) } == true
      && numbers.allSatisfy { $0.isEmpty || Double($0) != nil }
      && [14, 15].allSatisfy { cells[$0].isEmpty || PartialDateText.read(cells[$0]) != nil }
  }

  private static func ofList(_ start: ArraySlice<UInt8>) -> Format {
    let text = String(decoding: start.prefix(4_096), as: UTF8.self)
    if isMARC(text) { return .marc }
    let isCSL =
      text.contains("\"type\"")
      && (text.contains("\"date-parts\"") || text.contains("\"family\"") || text.contains("\"literal\""))
    if isCSL { return .cslJSON }
    let isCalibre = ["\"authors\"", "\"id\"", "\"title\""].allSatisfy(text.contains)
    return isCalibre ? .calibre : .json
  }

  private static func ofObject(_ start: ArraySlice<UInt8>) -> Format {
    let text = String(decoding: start.prefix(4_096), as: UTF8.self)
    if text.contains("\"books_id\"") { return .librarythingJSON }
    if isMARC(text) { return .marc }
    // The first object ends on its line if others follow on theirs.
    let line = Array(start.prefix { $0 != 10 && $0 != 13 })
    return (try? JSONReader.value(of: line)) == nil ? .json : .ndjson
  }

  private static func isMARC(_ json: String) -> Bool {
    ["\"leader\"", "\"fields\"", "\"subfields\""].allSatisfy(json.contains)
  }

  private static func isBibTeX(_ start: ArraySlice<UInt8>) -> Bool {
    let lines = start.prefix(65_536).split(separator: 10).map { $0.drop { $0 == 32 || $0 == 9 } }
    guard let entry = lines.first(where: { $0.first == UInt8(ascii: "@") }) else { return false }
    let word = entry.dropFirst().prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 32 }
    let after = entry.dropFirst(1 + word.count).drop { $0 == 32 }.first
    return !word.isEmpty && (after == UInt8(ascii: "{") || after == UInt8(ascii: "("))
  }

  private static func isRIS(_ start: ArraySlice<UInt8>) -> Bool {
    start.prefix(65_536).split { $0 == 10 || $0 == 13 }.contains { $0.starts(with: "TY  -".utf8) }
  }
}
