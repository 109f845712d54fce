import Records

/// A finished or abandoned reading with data of its book.
package struct ReadingEntry: Sendable {
  /// The end: year, month and day, as far as known.
  package var ended: [Int]
  /// The start in the same form; empty if unknown.
  package var started: [Int] = []
  package var isFinished = true
  /// The stars of the reading or of the book; nil if there are none.
  package var stars: Double?
  /// The book's page count, and the year of its first publication or otherwise of publication.
  package var pages, published: Int?
  package var title = ""
  package var names: [ReadingSubject: String] = [:]
  package var isAgain = false
  /// Whether the book was finished before in the same year.
  package var isAgainInYear = false

  package init(ended: [Int]) { self.ended = ended }

  var days: ClosedRange<Int>? {
    guard let first = Self.day(started), let last = Self.day(ended), first <= last else { return nil }
    return first.daysSince1970...last.daysSince1970
  }

  static func day(_ parts: [Int]) -> CalendarDate? {
    parts.count == 3 ? CalendarDate(year: parts[0], month: parts[1], day: parts[2]) : nil
  }
}

/// A field of a book whose values are counted in a year's readings.
public enum ReadingSubject: String, CaseIterable, Hashable, Sendable {
  case author, format, language, publisher
}
