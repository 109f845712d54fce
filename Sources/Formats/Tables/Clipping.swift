import Records

/// An entry of a Kindle's `My Clippings.txt`.
struct Clipping {
  /// The line that names the book.
  let book: String
  private let line: ClippingLine
  private let text: String

  /// The result of reading the lines of an entry.
  enum Reading {
    case clipping(Clipping)
    /// A bookmark, or an entry without a text.
    case nothing
    /// Something that is no entry in a known language.
    case unreadable
  }

  private init(book: String, line: ClippingLine, text: String) {
    (self.book, self.line, self.text) = (book, line, text)
  }

  /// Reads the lines of an entry.
  static func read(_ lines: [String]) -> Reading {
    let lines = Array(lines.drop { $0.allSatisfy(\.isWhitespace) })
    guard !lines.isEmpty else { return .nothing }
    guard lines.count > 1, let line = ClippingLine(lines[1]) else { return .unreadable }
    let text = lines.dropFirst(2).joined(separator: "\n").trimmed
    if line.kind == .bookmark || text.isEmpty { return .nothing }
    return .clipping(Clipping(book: lines[0].trimmed, line: line, text: text))
  }

  /// The quotes: each highlight once, in its last form and with its note.
  ///
  /// - Complexity: O(*n*²) in the entries of one book.
  static func quotes(of clippings: [Clipping]) -> [BookQuote] {
    var highlights: [Clipping] = []
    for clipping in clippings where clipping.line.kind == .highlight {
      if let place = highlights.firstIndex(where: { $0.isSame(as: clipping) }) {
        // The longer one is the later one, or the other way round; the device keeps both.
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
    // A note on no passage is kept as what it says.
    quotes += notes.map { BookQuote(text: $0.text, place: $0.line.place, at: $0.line.moment) }
    return quotes
  }

  /// Whether two highlights are the same one, made longer or shorter: at places that meet, one has the other's text.
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
