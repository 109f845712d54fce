/// An incremental reader for rows of any format.
package struct FormatReader {
  /// The number of bytes used to recognise a file.
  package static let sampleSize = 1 << 16
  /// The maximum size in bytes of a file that can only be read whole.
  package static let longestWholeFile = ReadLimit.file

  package private(set) var format: Format?
  package private(set) var encoding: TextEncoding?
  package private(set) var dialect: CSVDialect?
  /// Text that suggests another encoding.
  package private(set) var oddText: String?
  private let options: ReadOptions
  private var waiting: [UInt8] = []
  private var decoder: TextDecoder?
  private var skipper = LineSkipper(0)
  private var rows: (any RowReader)?

  package init(_ options: ReadOptions = ReadOptions()) { self.options = options }

  /// The rows that end in the next bytes, in linear time; unfinished rows stay in memory.
  package mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow] {
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

  /// The columns of a table that can be read as blocks, because its UTF-8 cells need no interpretation; nil until known.
  package var plainColumns: [String]? { (rows as? TableRows)?.plainColumns }

  /// The rows of a plain table that end in the next bytes, without an object for each.
  package mutating func block(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> CSVBlock {
    let text = try text(of: bytes, isLast)
    guard var table = rows as? TableRows else { return CSVBlock() }
    // The only reference; a second would copy the bytes.
    rows = nil
    defer { rows = table }
    return try table.block(of: text, isLast: isLast)
  }

  package func row(_ place: Int, of block: CSVBlock) -> FormatRow? {
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

/// Removes the first lines of a text, keeping their line ends so that line numbers stay right.
struct LineSkipper {
  private var count: Int
  private var hasCarriageReturn = false

  init(_ count: Int) { self.count = max(0, count) }

  mutating func text(of bytes: [UInt8]) -> [UInt8] {
    guard count > 0 || hasCarriageReturn else { return bytes }
    var (ends, place) = ([UInt8](), 0)
    while place < bytes.count, count > 0 || hasCarriageReturn && bytes[place] == 10 {
      let byte = bytes[place]
      let isSecond = hasCarriageReturn && byte == 10
      if byte == 10 || byte == 13 { ends.append(byte) }
      if !isSecond, byte == 10 || byte == 13 { count -= 1 }
      hasCarriageReturn = byte == 13
      place += 1
    }
    if place < bytes.count { hasCarriageReturn = false }
    return ends + bytes[place...]
  }
}

enum OddText {
  /// Signs that occur between words; within a word they suggest another encoding.
  private static let signs = Set("‚ƒ„…†‡ˆ‰‹“”•˜™›¡¢£¤¥¦§¨©«¬¯°±²³´µ¶¸¹»¼½¾¿×÷".unicodeScalars)

  /// The first odd words, if a third of all letters and signs beyond ASCII are odd.
  ///
  /// Odd are three letters or four signs in a row, a capital after a small letter, a sign between letters, and controls.
  static func found(in sample: [UInt8], _ encoding: TextEncoding) -> String? {
    guard [.mixed, .latin1, .windows1252].contains(encoding), !TextEncoding.hasBytes(sample) else {
      return nil
    }
    let lines = sample.split { $0 == 10 || $0 == 13 }.filter { line in line.contains { $0 >= 0x80 } }
    let foreign = encoding == .mixed ? lines.filter { !TextEncoding.isUTF8(Array($0)) } : lines
    var (odd, all, first) = (0, 0, String?.none)
    for line in foreign {
      let text = Array(String(decoding: TextDecoder.windows1252(line), as: UTF8.self).unicodeScalars)
      let places = text.indices.filter { text[$0].value >= 0x80 }
      let odds = places.filter { isOdd($0, text) }
      // Only misread text has control characters, so they count more.
      (all, odd) = (all + places.count, odd + odds.count + 10 * places.count { isControl(text[$0]) })
      if first == nil, let place = odds.first { first = words(around: place, text) }
    }
    return odd * 3 > all ? first : nil
  }

  private static func isOdd(_ place: Int, _ text: [Unicode.Scalar]) -> Bool {
    func scalar(_ offset: Int) -> Unicode.Scalar {
      text.indices.contains(place + offset) ? text[place + offset] : " "
    }
    func isWide(_ offset: Int) -> Bool { scalar(offset).value >= 0xC0 && isLetter(scalar(offset)) }
    let here = text[place]
    if isControl(here) || isInRun(place, text) { return true }
    if signs.contains(here) {
      return text[..<place].last { !signs.contains($0) }.map(isLetter) == true
        && text[place...].first { !signs.contains($0) }.map(isLetter) == true
    }
    guard isLetter(here) else { return false }
    if here.properties.isUppercase, scalar(-1).properties.isLowercase { return true }
    return isWide(-1) && isWide(1) || isWide(1) && isWide(2) || isWide(-1) && isWide(-2)
  }

  private static func isInRun(_ place: Int, _ text: [Unicode.Scalar]) -> Bool {
    let before = text[..<place].suffix(3).reversed().prefix { $0.value >= 0x80 }.count
    return before + text[place...].prefix(4).prefix { $0.value >= 0x80 }.count >= 4
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool { (0x80..<0xA0).contains(scalar.value) }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic }

  private static func words(around place: Int, _ text: [Unicode.Scalar]) -> String {
    func ends(_ scalar: Unicode.Scalar) -> Bool { [",", ";", "\t", "\"", "|", "{", "}"].contains(scalar) }
    let start = text[..<place].lastIndex(where: ends).map { $0 + 1 } ?? 0
    let cell = text[max(start, place - 20)...].prefix { !ends($0) }.prefix(40)
    let shown = cell.filter { $0.value >= 32 && !(0x7F..<0xA0).contains($0.value) }
    return String(String.UnicodeScalarView(shown)).trimmed
  }
}

/// Settings for reading a file; everything else is detected.
public struct ReadOptions: Hashable, Sendable {
  /// The format; nil to detect it.
  public var format: Format?
  /// The encoding; nil to detect it.
  public var encoding: TextEncoding?
  /// Whether the first row of a table has the column names.
  public var hasHeader = true
  /// The number of lines to skip before the rows.
  public var skippedLineCount = 0

  /// Creates options.
  public init(
    format: Format? = nil, encoding: TextEncoding? = nil, hasHeader: Bool = true, skippedLineCount: Int = 0
  ) {
    (self.format, self.encoding, self.hasHeader) = (format, encoding, hasHeader)
    self.skippedLineCount = skippedLineCount
  }
}
