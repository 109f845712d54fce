import Records

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
