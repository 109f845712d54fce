import Records

/// A completed or abandoned reading with data of its book, for the figures of a year.
public struct ReadingEntry: Sendable {
  /// The end: year, month and day, as far as known.
  public var ended: [Int]
  /// The start in the same form; empty if unknown.
  public var started: [Int] = []
  /// Whether the book was finished rather than abandoned.
  public var isFinished = true
  /// The stars of the reading or of the book; nil if there are none.
  public var stars: Double?
  /// The book's page count; nil if unknown.
  public var pages: Int?
  /// The year of first publication, or otherwise of publication.
  public var published: Int?
  /// The book's title.
  public var title = ""
  /// The book's values in some fields.
  public var names: [ReadingSubject: String] = [:]
  /// Whether the book was finished before.
  public var isAgain = false
  /// Whether the book was finished before in the same year.
  public var isAgainInYear = false

  /// Creates an entry.
  public init(ended: [Int]) { self.ended = ended }

  var days: ClosedRange<Int>? {
    guard let first = Self.day(started), let last = Self.day(ended), first <= last else { return nil }
    return first.daysSince1970...last.daysSince1970
  }

  static func day(_ parts: [Int]) -> CalendarDate? {
    parts.count == 3 ? CalendarDate(year: parts[0], month: parts[1], day: parts[2]) : nil
  }
}
