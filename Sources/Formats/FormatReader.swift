/// An incremental reader for rows of any format.
public struct FormatReader {
  /// The number of bytes used to recognise a file.
  public static let sampleSize = 1 << 16
  /// The maximum size in bytes of a file that can only be read whole.
  public static let longestWholeFile = ReadLimit.file

  /// The format, once enough bytes were read.
  public private(set) var format: Format?
  /// The encoding, once enough bytes were read.
  public private(set) var encoding: TextEncoding?
  /// The dialect of a table, once enough bytes were read.
  public private(set) var dialect: CSVDialect?
  /// A piece of text that suggests another encoding, once enough bytes were read.
  public private(set) var oddText: String?
  private let options: ReadOptions
  private var waiting: [UInt8] = []
  private var decoder: TextDecoder?
  private var skipper = LineSkipper(0)
  private var rows: (any RowReader)?

  /// Creates a reader.
  public init(_ options: ReadOptions = ReadOptions()) { self.options = options }

  /// The rows that end in the next bytes.
  ///
  /// - Complexity: O(*n*) in the bytes. A table and NDJSON keep the unfinished row in memory, other formats the whole file.
  public mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow] {
    if rows != nil { return try decoded(bytes, isLast) }
    waiting += bytes
    guard isLast || waiting.count >= Self.sampleSize else { return [] }
    try begin(with: waiting)
    defer { waiting = [] }
    return try decoded(waiting, isLast)
  }

  private mutating func decoded(_ bytes: [UInt8], _ isLast: Bool) throws(FormatError) -> [FormatRow] {
    let text = try text(of: bytes, isLast)
    return try rows?.rows(of: text, isLast: isLast) ?? []
  }

  private mutating func text(of bytes: [UInt8], _ isLast: Bool) throws(FormatError) -> [UInt8] {
    skipper.text(of: try decoder?.utf8(of: bytes, isLast: isLast) ?? bytes)
  }

  // MARK: Plain tables

  /// The column names of a table whose cells are plain texts, once known.
  ///
  /// The rest of such a table can be read as blocks, whose cells can be used as they are if they are UTF-8.
  public var plainColumns: [String]? { (rows as? TableRows)?.plainColumns }

  /// The rows of a plain table that the next bytes complete, without creating an object for each.
  public mutating func block(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> CSVBlock {
    let text = try text(of: bytes, isLast)
    guard var table = rows as? TableRows else { return CSVBlock() }
    // Keeps a single reference, so that the bytes are not copied.
    rows = nil
    defer { rows = table }
    return try table.block(of: text, isLast: isLast)
  }

  /// A row of such a block.
  public func row(_ place: Int, of block: CSVBlock) -> FormatRow? {
    (rows as? TableRows)?.row(place, of: block)
  }

  mutating func begin(with bytes: [UInt8]) throws(FormatError) {
    if let file = OtherFile(bytes) { throw .otherFile(file) }
    let start = Array(bytes.prefix(Self.sampleSize))
    let encoding = options.encoding ?? TextEncoding(of: start)
    self.encoding = encoding
    decoder = TextDecoder(encoding)
    oddText = OddText.found(in: start, encoding)
    var (sample, lineCount) = (try text(of: start, encoding), options.skippedLineCount)
    sample = Self.text(of: sample, without: lineCount)
    let named = CSVDialect.named(in: sample)
    if let named {
      lineCount = named.lineCount
      sample = Self.text(of: sample, without: lineCount)
    }
    if options.format == nil, let file = OtherFile(markup: sample) { throw .otherFile(file) }
    let dialect = named.map { CSVDialect(delimiter: $0.delimiter) } ?? CSVDialect(of: sample)
    let format = options.format ?? Format.recognised(sample, dialect)
    self.format = format
    skipper = LineSkipper(lineCount)
    rows = reader(of: format, dialect, encoding, sample)
  }

  private func text(of start: [UInt8], _ encoding: TextEncoding) throws(FormatError) -> [UInt8] {
    var trial = TextDecoder(encoding)
    return try trial.utf8(of: start, isLast: false)
  }

  private static func text(of sample: [UInt8], without lineCount: Int) -> [UInt8] {
    var skipper = LineSkipper(lineCount)
    return skipper.text(of: sample)
  }

  private mutating func reader(
    of format: Format, _ dialect: CSVDialect, _ encoding: TextEncoding, _ sample: [UInt8]
  ) -> any RowReader {
    switch format {
    case .json, .librarythingJSON, .calibre, .kobo, .koreader: return JSONRows(format.service)
    case .kindle: return ClippingsRows()
    case .ndjson: return NDJSONRows()
    case .bibtex: return BibTeXRows()
    case .ris: return RISRows()
    case .cslJSON: return CSLRows()
    case .marc: return MARCRows()
    case .csv, .tsv, .markdown, .html, .goodreads, .storygraph, .librarything, .bookbuddy, .openreads,
      .bookwyrm, .hardcover, .libib, .zotero, .bookcatalogue, .openlibrary, .calibreCatalog, .readwise,
      .libby:
      self.dialect = dialect
      return TableRows(
        format, dialect, hasHeader: options.hasHeader, isMixed: encoding == .mixed, sample: sample)
    }
  }
}
