import Records

package struct FormatWriter {
  package let format: Format
  private let columns: [String]
  private let isSafeForSpreadsheets: Bool
  private var count = 0
  private var names = BookNames()

  /// With `isSafeForSpreadsheets`, cells that a spreadsheet takes for formulas get a leading apostrophe.
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
    case .html: HTMLPage.tableStart(columns)
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
    case .html: return Array(HTMLPage.line("td", row.values.map { $0.plainText ?? "" }).utf8)
    case .cslJSON: return Array((comma + CSLItem.value(row, names: &names).text).utf8)
    case .bibtex: return Array(BibTeXEntry.text(row, names: &names).utf8)
    case .ris: return Array(RISRecord.text(row, names: &names).utf8)
    default: return []
    }
  }

  package func end() -> [UInt8] {
    switch format {
    case .json, .cslJSON: Array((count == 0 ? "]\n" : "\n]\n").utf8)
    case .html: Array((["</tbody></table>"] + HTMLPage.end).joined(separator: "\n").utf8)
    default: []
    }
  }

  /// Whether a name was made from another to be unique in a file.
  package static func isName(_ name: String, madeOf base: String) -> Bool { BookNames.isMade(name, of: base) }

  /// A book after a round trip through the format; nil if the format is not one of books.
  package static func readBack(_ row: FormatRow, in format: Format) -> FormatRow? {
    guard format.isOfBooks, format.canWrite else { return nil }
    var (writer, reader) = (
      FormatWriter(format, columns: []), FormatReader(ReadOptions(format: format, encoding: .utf8))
    )
    let bytes = writer.start() + writer.row(row) + writer.end()
    let rows = try? reader.rows(of: bytes, isLast: true)
    return rows?.count == 1 ? rows?.first : nil
  }

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

/// Rows of a Markdown table (GitHub's specification, 4.10).
private enum MarkdownRow {
  static func line(_ cells: [String]) -> String {
    "| " + cells.map(escaped).joined(separator: " | ") + " |\n"
  }

  private static func escaped(_ cell: String) -> String {
    var text = ""
    for character in cell {
      switch character {
      case "|": text += "\\|"
      case "\\": text += "\\\\"
      case "\n", "\r", "\r\n": text += "<br>"
      default: text.append(character)
      }
    }
    return text
  }
}

private enum BibTeXEntry {
  static func text(_ row: FormatRow, names taken: inout BookNames) -> String {
    let book = row.book
    var fields: [(String, String)] = []
    func add(_ name: String, _ value: String?) { if let value { fields.append((name, value)) } }
    add("title", book[.title].map { "{" + LaTeXWriter.escaped($0) + "}" })
    add("subtitle", book[.subtitle].map(LaTeXWriter.escaped))
    add("author", book[.author].map { names($0) })
    add("editor", role("editor", book))
    add("translator", role("translator", book))
    add("publisher", book[.publisher].map(LaTeXWriter.escaped))
    add("date", book[.published])
    add("year", book[.published].flatMap { PartialDateText.parts($0).first }.map(String.init))
    add("origdate", book[.firstPublished])
    add("series", book[.series].map(LaTeXWriter.escaped))
    add("number", book[.seriesNumber])
    add("isbn", book[.isbn])
    add("language", book[.language].map(LaTeXWriter.escaped))
    add("pagetotal", book[.pages])
    add(
      "keywords", book[.tags].map { LaTeXWriter.escaped($0.split(separator: "; ").joined(separator: ", ")) })
    add("note", book[.notes].map(LaTeXWriter.escaped))
    let lines = fields.map { "  \($0.0) = {\($0.1)},\n" }.joined()
    return "@book{\(taken.unique(key(row))),\n\(lines)}\n\n"
  }

  private static func names(_ text: String) -> String {
    text.split(separator: "; ").map { name(String($0)) }.joined(separator: " and ")
  }

  /// Braces keep BibTeX from reading a name as several people or as `others`.
  private static func name(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    let escaped = LaTeXWriter.escaped(text)
    return words.contains("and") || words == ["others"] ? "{\(escaped)}" : escaped
  }

  private static func role(_ role: String, _ book: [BookField: String]) -> String? {
    let people = contributors(of: book, role)
    return people.isEmpty ? nil : names(people.joined(separator: "; "))
  }

  private static func key(_ row: FormatRow) -> String {
    let isKey = row.id?.unicodeScalars.allSatisfy {
      $0.value > 32 && !"{}()\"#%',=\\~".unicodeScalars.contains($0)
    }
    return isKey == true ? row.id ?? "" : BookNames.made(of: row.book)
  }
}

private func contributors(of book: [BookField: String], _ role: String) -> [String] {
  let end = " (\(role))"
  let people = (book[.contributors] ?? "").split(separator: "; ").filter { $0.hasSuffix(end) }
  return people.map { String($0.dropLast(end.count)) }
}

private enum CSLItem {
  static func value(_ row: FormatRow, names taken: inout BookNames) -> JSONValue {
    let book = row.book
    let name = taken.unique(
      row.id ?? book[.isbn].flatMap { ISBNText.thirteen($0) } ?? BookNames.made(of: book))
    var members: [(name: String, value: JSONValue)] = [("id", .string(name)), ("type", .string("book"))]
    func add(_ name: String, _ value: JSONValue?) { if let value { members.append((name, value)) } }
    add("title", book[.title].map { .string($0) })
    add("author", book[.author].map { names($0.split(separator: "; ").map(String.init)) })
    for role in ["editor", "translator", "illustrator"] { add(role, people(role, book)) }
    add("publisher", book[.publisher].map { .string($0) })
    add("issued", book[.published].map(date))
    add("original-date", book[.firstPublished].map(date))
    add("ISBN", book[.isbn].map { .string($0) })
    add("collection-title", book[.series].map { .string($0) })
    add("collection-number", book[.seriesNumber].map { .string($0) })
    add("language", book[.language].map { .string($0) })
    add("number-of-pages", book[.pages].map { .string($0) })
    add("keyword", book[.tags].map { .string($0.split(separator: "; ").joined(separator: ", ")) })
    add("note", book[.notes].map { .string($0) })
    return .object(members)
  }

  private static func people(_ role: String, _ book: [BookField: String]) -> JSONValue? {
    let people = contributors(of: book, role)
    return people.isEmpty ? nil : names(people)
  }

  private static func names(_ names: [String]) -> JSONValue {
    .list(
      names.map { name in
        guard let comma = name.firstIndex(of: ",") else { return .object([("literal", .string(name))]) }
        return .object([
          ("family", .string(name[..<comma].trimmed)),
          ("given", .string(name[name.index(after: comma)...].trimmed)),
        ])
      })
  }

  private static func date(_ date: String) -> JSONValue {
    .object([("date-parts", .list([.list(PartialDateText.parts(date).map { .number(String($0)) })]))])
  }
}

private enum RISRecord {
  /// The format requires CR and LF.
  static func text(_ row: FormatRow, names taken: inout BookNames) -> String {
    var lines = ["TY  - BOOK"]
    func add(_ tag: String, _ value: (some StringProtocol)?) {
      if let value {
        lines.append("\(tag)  - \(value.split(whereSeparator: \.isNewline).joined(separator: " "))")
      }
    }
    let book = row.book
    add("ID", row.id.map { taken.unique($0) })
    add("TI", book[.title])
    add("ST", book[.subtitle])
    for name in book[.author]?.split(separator: "; ") ?? [] { add("AU", name) }
    for name in book[.contributors]?.split(separator: "; ") ?? [] {
      if name.hasSuffix(" (editor)") { add("A2", name.dropLast(9)) }
      if name.hasSuffix(" (translator)") { add("A4", name.dropLast(13)) }
    }
    add("PB", book[.publisher])
    add("DA", book[.published].map(date))
    add("T3", book[.series])
    if book[.series] != nil { add("VL", book[.seriesNumber]) }
    add("SN", book[.isbn])
    add("LA", book[.language])
    add("SP", book[.pages])
    for tag in book[.tags]?.split(separator: "; ") ?? [] { add("KW", tag) }
    add("N1", book[.notes])
    return (lines + ["ER  - ", "", ""]).joined(separator: "\r\n")
  }

  private static func date(_ date: String) -> String {
    let start = date.hasPrefix("-") ? "-" : ""
    let parts = date.split(separator: "-").map(String.init)
    return start + (parts + ["", "", ""]).prefix(3).joined(separator: "/") + "/"
  }
}
