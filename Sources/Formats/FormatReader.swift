/// Reads rows of any format from bytes, some at a time.
public struct FormatReader {
  /// How many bytes decide what a file is.
  public static let sampleSize = 1 << 16

  /// The format, once enough bytes were read.
  public private(set) var format: Format?
  /// The encoding, once enough bytes were read.
  public private(set) var encoding: TextEncoding?
  /// How the cells of a table are parted, once enough bytes were read.
  public private(set) var dialect: CSVDialect?
  private let options: ReadOptions
  private var waiting: [UInt8] = []
  private var decoder: TextDecoder?
  private var rows: (any RowReader)?

  /// Makes a reader.
  public init(_ options: ReadOptions = ReadOptions()) { self.options = options }

  /// The rows that end in the next bytes.
  ///
  /// - Complexity: O(*n*) in the bytes. A table and NDJSON hold the row that has not ended, the other formats the whole file.
  /// - Throws: `FormatError`.
  public mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow] {
    if rows != nil { return try decoded(bytes, isLast) }
    waiting += bytes
    guard isLast || waiting.count >= Self.sampleSize else { return [] }
    begin()
    defer { waiting = [] }
    return try decoded(waiting, isLast)
  }

  private mutating func decoded(_ bytes: [UInt8], _ isLast: Bool) throws(FormatError) -> [FormatRow] {
    let text = decoder?.utf8(of: bytes, isLast: isLast) ?? bytes
    return try rows?.rows(of: text, isLast: isLast) ?? []
  }

  // MARK: Plain tables

  /// The names of the columns of a table whose cells are texts and nothing more, once they are known; what follows can be
  /// read as blocks, and taken as they are where they are UTF-8.
  public var plainColumns: [String]? { (rows as? TableRows)?.plainColumns }

  /// The rows of a plain table that end in the next bytes, without an object for each.
  ///
  /// - Throws: `FormatError`.
  public mutating func block(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> CSVBlock {
    let text = decoder?.utf8(of: bytes, isLast: isLast) ?? bytes
    guard var table = rows as? TableRows else { return CSVBlock() }
    // Held once, so that its bytes are not copied.
    rows = nil
    defer { rows = table }
    return try table.block(of: text, isLast: isLast)
  }

  /// A row of such a block.
  public func row(_ place: Int, of block: CSVBlock) -> FormatRow? {
    (rows as? TableRows)?.row(place, of: block)
  }

  /// Finds out what the file is.
  private mutating func begin() {
    let encoding = options.encoding ?? TextEncoding(of: waiting.prefix(Self.sampleSize))
    self.encoding = encoding
    decoder = TextDecoder(encoding)
    var trial = TextDecoder(encoding)
    let sample = trial.utf8(of: Array(waiting.prefix(Self.sampleSize)), isLast: false)
    let format = options.format ?? Format.recognised(sample)
    self.format = format
    rows = reader(of: format, sample, encoding)
  }

  private mutating func reader(
    of format: Format, _ sample: [UInt8], _ encoding: TextEncoding
  ) -> any RowReader {
    switch format {
    case .json, .librarythingJSON, .calibre: return JSONRows(format.service)
    case .ndjson: return NDJSONRows()
    case .bibtex: return BibTeXRows()
    case .ris: return RISRows()
    case .cslJSON: return CSLRows()
    case .marc: return MARCRows()
    default:
      let dialect = CSVDialect(of: sample)
      self.dialect = dialect
      return TableRows(format, dialect, hasHeader: options.hasHeader, isMixed: encoding == .mixed)
    }
  }
}
