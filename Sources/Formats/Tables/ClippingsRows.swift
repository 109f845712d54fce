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

struct FileBytes {
  private let longest: Int
  private var bytes: [UInt8] = []

  init(longest: Int = ReadLimit.file) { self.longest = longest }

  /// All bytes, once the last ones have arrived.
  mutating func bytes(with next: [UInt8], isLast: Bool) throws(FormatError) -> [UInt8]? {
    bytes += next
    if bytes.count > longest { throw .fileTooLong }
    guard isLast else { return nil }
    defer { bytes = [] }
    return bytes
  }
}

/// An entry of a Kindle's `My Clippings.txt`.
struct Clipping {
  let book: String
  private let line: ClippingLine
  private let text: String

  enum Reading {
    case clipping(Clipping)
    case nothing
    case unreadable
  }

  private init(book: String, line: ClippingLine, text: String) {
    (self.book, self.line, self.text) = (book, line, text)
  }

  static func read(_ lines: [String]) -> Reading {
    let lines = Array(lines.drop { $0.allSatisfy(\.isWhitespace) })
    guard !lines.isEmpty else { return .nothing }
    guard lines.count > 1, let line = ClippingLine(lines[1]) else { return .unreadable }
    let text = lines.dropFirst(2).joined(separator: "\n").trimmed
    if line.kind == .bookmark || text.isEmpty { return .nothing }
    return .clipping(Clipping(book: lines[0].trimmed, line: line, text: text))
  }

  /// The quotes: each highlight once, in its final form and with its note.
  ///
  /// - Complexity: O(*n*²) in the entries of one book.
  static func quotes(of clippings: [Clipping]) -> [BookQuote] {
    var highlights: [Clipping] = []
    for clipping in clippings where clipping.line.kind == .highlight {
      if let place = highlights.firstIndex(where: { $0.isSame(as: clipping) }) {
        // The device keeps every version of a highlight; the longest counts, whichever came first.
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

  /// Whether two highlights are versions of the same: their locations overlap, and one contains the other's text.
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
