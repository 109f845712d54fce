import Formats

/// Merges the quotes and the progress in a file with those that the library has of the book.
///
/// A quote is recognised by its text; one that was made longer takes the place of the shorter one. Progress is recognised by
/// its moment, so a file read in another time zone adds nothing; a day that went on gets its new end.
struct NoteMerge {
  /// A quote of the library.
  struct HeldQuote {
    let key: Int64
    let text: String
    let note: String?
  }

  /// An entry of the library's progress, with its moment in seconds since 1970-01-01 UTC.
  struct HeldProgress {
    let key: Int64
    let moment: Int64
  }

  private let quotes: [HeldQuote]
  private let progress: [HeldProgress]
  /// What is to be added.
  private(set) var (addedQuotes, addedProgress): ([BookQuote], [ProgressEntry]) = ([], [])
  /// What changes, with the keys of the rows.
  private(set) var changedQuotes: [(key: Int64, quote: BookQuote)] = []
  private(set) var changedProgress: [(key: Int64, entry: ProgressEntry)] = []

  init(quotes: [HeldQuote] = [], progress: [HeldProgress] = []) {
    (self.quotes, self.progress) = (quotes, progress)
  }

  var isEmpty: Bool {
    addedQuotes.isEmpty && addedProgress.isEmpty && changedQuotes.isEmpty && changedProgress.isEmpty
  }

  /// Takes what a row says.
  mutating func take(_ row: FormatRow, hasQuotes: Bool, hasProgress: Bool) {
    if hasQuotes { for quote in row.quotes { take(quote) } }
    if hasProgress { for entry in row.progress { take(entry) } }
  }

  private mutating func take(_ quote: BookQuote) {
    if let held = quotes.first(where: { $0.text == quote.text }) {
      // A note that the library has is the person's.
      if held.note == nil, quote.note != nil { changedQuotes.append((held.key, quote)) }
    } else if let held = quotes.first(where: { Self.isLonger(quote.text, than: $0.text) }) {
      var quote = quote
      quote.note = held.note ?? quote.note
      changedQuotes.append((held.key, quote))
    } else if !addedQuotes.contains(where: { $0.text == quote.text }) {
      addedQuotes.append(quote)
    }
  }

  /// The shortest text that is taken for the beginning of a longer one.
  private static let leastLength = 20

  /// Whether a text goes on where another one ends, or begins before it.
  private static func isLonger(_ text: String, than short: String) -> Bool {
    short.count >= leastLength && (text.hasPrefix(short) || text.hasSuffix(short))
  }

  private mutating func take(_ entry: ProgressEntry) {
    guard let held = progress.last(where: { entry.moments.contains($0.moment) }) else {
      return addedProgress.append(entry)
    }
    if held.moment < entry.moments.upperBound { changedProgress.append((held.key, entry)) }
  }
}
