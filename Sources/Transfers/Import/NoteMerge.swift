import Formats

/// Merges a file's quotes and progress with the library's.
///
/// Quotes match by text; a longer quote replaces the shorter one that it extends. Progress matches by moment, so a file read in
/// another time zone adds nothing; a day that went on gets its new end.
struct NoteMerge {
  struct HeldQuote {
    let key: Int64
    let quote: BookQuote

    var text: String { quote.text }
  }

  /// Progress that came from an e-reader, with its moment in seconds since 1970-01-01 UTC.
  struct HeldProgress {
    let key: Int64
    let moment: Int64
  }

  private let quotes: [HeldQuote]
  private let progress: [HeldProgress]
  private(set) var (addedQuotes, addedProgress): ([BookQuote], [ProgressEntry]) = ([], [])
  private(set) var changedQuotes: [(key: Int64, quote: BookQuote)] = []
  private(set) var changedProgress: [(key: Int64, entry: ProgressEntry)] = []

  init(quotes: [HeldQuote] = [], progress: [HeldProgress] = []) {
    (self.quotes, self.progress) = (quotes, progress)
  }

  var isEmpty: Bool {
    addedQuotes.isEmpty && addedProgress.isEmpty && changedQuotes.isEmpty && changedProgress.isEmpty
  }

  mutating func take(_ row: FormatRow, hasQuotes: Bool, hasProgress: Bool) {
    if hasQuotes { take(row.quotes) }
    if hasProgress { for entry in row.progress { take(entry) } }
  }

  private mutating func take(_ new: [BookQuote]) {
    // A quote that the file still has unchanged is not the beginning of a longer one.
    var free = quotes.filter { held in !new.contains { $0.text == held.text } }
    for quote in new {
      if let held = quotes.first(where: { $0.quote.text == quote.text }) {
        change(held, by: quote)
      } else if let place = free.firstIndex(where: { Self.isLonger(quote.text, than: $0.text) }) {
        change(free.remove(at: place), by: quote)
      } else if !addedQuotes.contains(where: { $0.text == quote.text }) {
        addedQuotes.append(quote)
      }
    }
  }

  /// Replaces the text, and fills what else the library's quote lacks.
  private mutating func change(_ held: HeldQuote, by new: BookQuote) {
    let quote = BookQuote(
      text: new.text, note: held.quote.note ?? new.note, place: held.quote.place ?? new.place,
      at: held.quote.at ?? new.at)
    if quote != held.quote { changedQuotes.append((held.key, quote)) }
  }

  private static let leastLength = 20

  private static func isLonger(_ text: String, than short: String) -> Bool {
    short.count >= leastLength && (text.hasPrefix(short) || text.hasSuffix(short))
  }

  private static let secondsPerDay: Int64 = 86_400

  private mutating func take(_ entry: ProgressEntry) {
    let end = entry.moments.upperBound
    if let held = progress.last(where: { entry.moments.contains($0.moment) }) {
      if held.moment < end { changedProgress.append((held.key, entry)) }
    } else if !progress.contains(where: { $0.moment > end && $0.moment < end + Self.secondsPerDay }) {
      // Otherwise the file was read in another time zone, which divides the days differently.
      addedProgress.append(entry)
    }
  }
}
