import Records

/// An incremental writer for rows in a format.
package struct FormatWriter {
  package let format: Format
  private let columns: [String]
  private let isSafeForSpreadsheets: Bool
  private var count = 0
  private var names = BookNames()

  /// Creates a writer.
  ///
  /// - Parameter isSafeForSpreadsheets: Whether cells that a spreadsheet takes for formulas get a leading apostrophe.
  package init(_ format: Format, columns: [String], isSafeForSpreadsheets: Bool = false) {
    (self.format, self.columns, self.isSafeForSpreadsheets) = (format, columns, isSafeForSpreadsheets)
  }

  package func start() -> [UInt8] {
    switch format {
    case .csv, .tsv: line(columns.map { Array($0.utf8) })
    case .goodreads: line(GoodreadsRow.columns.map { Array($0.utf8) })
    case .json, .cslJSON: Array("[".utf8)
    case .markdown:
      Array((MarkdownRow.line(columns) + MarkdownRow.line(columns.map { _ in "---" })).utf8)
    default: []
    }
  }

  package mutating func row(_ row: FormatRow) -> [UInt8] {
    defer { count += 1 }
    let comma = count == 0 ? "\n" : ",\n"
    switch format {
    case .csv, .tsv: return line(row.values.map(Self.bytes))
    case .goodreads: return line(GoodreadsRow.cells(row, names: &names).map { Array($0.utf8) })
    case .json: return Array((comma + row.json).utf8)
    case .ndjson: return Array((row.json + "\n").utf8)
    case .markdown: return Array(MarkdownRow.line(row.values.map { $0.plainText ?? "" }).utf8)
    case .cslJSON: return Array((comma + CSLItem.value(row, names: &names).text).utf8)
    case .bibtex: return Array(BibTeXEntry.text(row, names: &names).utf8)
    case .ris: return Array(RISRecord.text(row, names: &names).utf8)
    default: return []
    }
  }

  package func end() -> [UInt8] {
    switch format {
    case .json, .cslJSON: Array((count == 0 ? "]\n" : "\n]\n").utf8)
    default: []
    }
  }

  /// Whether a name in a file is a variant of another name, made because names must be unique.
  package static func isName(_ name: String, madeOf base: String) -> Bool { BookNames.isMade(name, of: base) }

  /// A book after a round trip through the format; nil if the format is not for books.
  package static func readBack(_ row: FormatRow, in format: Format) -> FormatRow? {
    guard format.isOfBooks, format.canWrite else { return nil }
    var (writer, reader) = (
      FormatWriter(format, columns: []), FormatReader(ReadOptions(format: format, encoding: .utf8))
    )
    let bytes = writer.start() + writer.row(row) + writer.end()
    let rows = try? reader.rows(of: bytes, isLast: true)
    return rows?.count == 1 ? rows?.first : nil
  }

  /// The bytes of a cell; a text is written as it is unless it would not survive a round trip.
  private static func bytes(_ value: Value) -> [UInt8] {
    switch value {
    case .text(let text):
      text.bytes.withUnsafeBytes(EncodedBytes.isNeeded)
        ? EncodedBytes.cell(text.bytes, isText: true) : text.bytes
    case .blob(let bytes): EncodedBytes.cell(bytes, isText: false)
    default: Array((value.plainText ?? "").utf8)
    }
  }

  private func line(_ cells: [[UInt8]]) -> [UInt8] {
    var lines = CSVLines(format, isSafeForSpreadsheets: isSafeForSpreadsheets)
    for cell in cells { cell.withUnsafeBytes { lines.append($0) } }
    lines.endLine()
    return lines.bytes
  }
}
