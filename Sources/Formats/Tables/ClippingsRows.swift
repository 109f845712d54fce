import Records

/// The books in a Kindle's `My Clippings.txt`, each with its highlights and notes.
///
/// An entry has a line with the title and, in brackets, the author; a line with its kind, place and moment in the language of
/// the device; a blank line; the text; and a line of equal signs. The file is append-only: an extended highlight occurs twice,
/// and a note comes before or after its highlight.
struct ClippingsRows: RowReader {
  private var file = FileBytes()

  private static let end = "=========="

  static func isClippings(_ sample: [UInt8]) -> Bool {
    let lines = String(decoding: sample.prefix(4_096), as: UTF8.self).split(omittingEmptySubsequences: false)
    {
      $0.isNewline
    }
    guard lines.count > 2, let mark = lines[1].first, mark == "-" else { return false }
    return ClippingLine(String(lines[1])) != nil
  }

  mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow] {
    guard let bytes = try file.bytes(with: bytes, isLast: isLast) else { return [] }
    var (names, books, odd) = ([String](), [String: [Clipping]](), [FormatRow]())
    for entry in Self.entries(of: String(decoding: bytes, as: UTF8.self)) {
      switch Clipping.read(entry.lines) {
      case .clipping(let clipping):
        if books[clipping.book] == nil { names.append(clipping.book) }
        books[clipping.book, default: []].append(clipping)
      case .nothing: break
      case .unreadable:
        let text = entry.lines.joined(separator: " ")
        odd.append(FormatRow(line: entry.line, columns: ["entry"], values: [.text(Text(text))]))
      }
    }
    return names.map { Self.row($0, books[$0] ?? []) } + odd
  }

  private static func entries(of text: String) -> [(line: Int, lines: [String])] {
    var entries: [(line: Int, lines: [String])] = []
    var (lines, first) = ([String](), 1)
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let line = String(line.drop { $0 == "\u{FEFF}" })
      guard line.trimmed == end else {
        lines.append(line)
        continue
      }
      entries.append((first, lines))
      (lines, first) = ([], number + 2)
    }
    return entries + [(first, lines)]
  }

  private static func row(_ name: String, _ clippings: [Clipping]) -> FormatRow {
    let (title, author) = parts(of: name)
    let quotes = Clipping.quotes(of: clippings).map { quote in
      JSONValue.object([
        ("text", .string(quote.text)), ("note", quote.note.map { .string($0) } ?? .null),
        ("place", quote.place.map { .string($0) } ?? .null), ("at", quote.at.map { .string($0) } ?? .null),
      ])
    }
    let value = JSONValue.object([
      ("id", .string(name)), ("title", .string(title)), ("author", author.map { .string($0) } ?? .null),
      ("quotes", .list(quotes)),
    ])
    var row = FormatRow(value)
    ServiceReader(.kindle, row.columns).read(&row)
    row.takeNotes(of: value)
    return row
  }

  /// The title and the author of `The Title (Series, 1) (Author, Ann)`.
  private static func parts(of name: String) -> (title: String, author: String?) {
    guard name.last == ")", let open = name.lastIndex(of: "(") else { return (name, nil) }
    let author = name[name.index(after: open)...].dropLast().trimmed
    let title = name[..<open].trimmed
    guard !author.isEmpty, !title.isEmpty else { return (name, nil) }
    return (title, person(author))
  }

  /// `Ann Author` for `Author, Ann`; several people are separated by semicolons.
  private static func person(_ text: String) -> String {
    text.split(separator: ";").map { name in
      let parts = name.split(separator: ",").map(\.trimmed)
      return parts.count == 2 ? "\(parts[1]) \(parts[0])" : name.trimmed
    }.joined(separator: "; ")
  }
}
