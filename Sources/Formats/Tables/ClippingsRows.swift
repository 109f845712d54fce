import Records

/// The books in a Kindle's `My Clippings.txt`, each with its highlights and notes.
///
/// An entry has the title with the author in brackets, a line as in `ClippingLine`, a blank line, the text, and a line of equal
/// signs. The Kindle only appends: an extended highlight occurs twice, and a note comes before or after its highlight.
struct ClippingsRows: RowReader {
  private var file = FileBytes()

  private static let end = "=========="

  static func isClippings(_ sample: [UInt8]) -> Bool {
    let start = String(decoding: sample.prefix(4_096), as: UTF8.self)
    let lines = start.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.count > 2 && ClippingLine(String(lines[1])) != nil
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

  /// Splits `The Title (Series, 1) (Author, Ann)`.
  private static func parts(of name: String) -> (title: String, author: String?) {
    guard name.last == ")", let open = name.lastIndex(of: "(") else { return (name, nil) }
    let author = name[name.index(after: open)...].dropLast().trimmed
    let title = name[..<open].trimmed
    guard !author.isEmpty, !title.isEmpty else { return (name, nil) }
    return (title, person(author))
  }

  /// Turns `Author, Ann` into `Ann Author`; semicolons separate people.
  private static func person(_ text: String) -> String {
    text.split(separator: ";").map { name in
      let parts = name.split(separator: ",").map(\.trimmed)
      return parts.count == 2 ? "\(parts[1]) \(parts[0])" : name.trimmed
    }.joined(separator: "; ")
  }
}

struct FileBytes {
  private let longest: Int
  private var bytes: [UInt8] = []

  init(longest: Int = ReadLimit.file) { self.longest = longest }

  mutating func bytes(with next: [UInt8], isLast: Bool) throws(FormatError) -> [UInt8]? {
    bytes += next
    if bytes.count > longest { throw .fileTooLong }
    guard isLast else { return nil }
    defer { bytes = [] }
    return bytes
  }
}

struct Clipping {
  let book: String
  private let line: ClippingLine
  private let text: String

  enum Reading {
    case clipping(Clipping)
    case nothing
    case unreadable
  }

  static func read(_ lines: [String]) -> Reading {
    let lines = Array(lines.drop { $0.allSatisfy(\.isWhitespace) })
    guard !lines.isEmpty else { return .nothing }
    guard lines.count > 1, let line = ClippingLine(lines[1]) else { return .unreadable }
    let text = lines.dropFirst(2).joined(separator: "\n").trimmed
    if line.kind == .bookmark || text.isEmpty { return .nothing }
    return .clipping(Clipping(book: lines[0].trimmed, line: line, text: text))
  }

  /// Each highlight once, in its final form and with its note; quadratic in the entries of a book.
  static func quotes(of clippings: [Clipping]) -> [BookQuote] {
    var highlights: [Clipping] = []
    for clipping in clippings where clipping.line.kind == .highlight {
      if let place = highlights.firstIndex(where: { $0.isSame(as: clipping) }) {
        // The Kindle keeps all versions of a highlight; the longest counts.
        if clipping.text.count >= highlights[place].text.count { highlights[place] = clipping }
      } else {
        highlights.append(clipping)
      }
    }
    var notes = clippings.filter { $0.line.kind == .note }
    var quotes = highlights.map { highlight in
      let place = notes.firstIndex { $0.isNote(on: highlight) }
      return BookQuote(
        text: highlight.text, note: place.map { notes.remove(at: $0).text }, place: highlight.line.place,
        at: highlight.line.moment)
    }
    // A note without a passage is kept as a quote.
    quotes += notes.map { BookQuote(text: $0.text, place: $0.line.place, at: $0.line.moment) }
    return quotes
  }

  /// Two versions of a highlight overlap, and one contains the other's text.
  private func isSame(as other: Clipping) -> Bool {
    guard text.contains(other.text) || other.text.contains(text) else { return false }
    guard let range = line.range, let otherRange = other.line.range else { return text == other.text }
    return range.overlaps(otherRange)
  }

  /// A note is at the end of its highlight.
  private func isNote(on highlight: Clipping) -> Bool {
    guard let range = line.range, let other = highlight.line.range else { return false }
    return other.contains(range.upperBound)
  }
}
