import Records

/// A reading that ended, with what its book says: what the figures of a year are made of.
public struct ReadingEntry: Sendable {
  /// When it ended: year, month and day, as far as they are known.
  public var ended: [Int]
  /// When it began, in the same way; empty if unknown.
  public var started: [Int] = []
  /// Whether it ended with the book's end; otherwise the reader gave up.
  public var isFinished = true
  /// The stars of the reading, or those of the book; nil for none.
  public var stars: Double?
  /// The book's pages; nil if unknown.
  public var pages: Int?
  /// The year in which the book was first published, or published.
  public var published: Int?
  /// The book's title.
  public var title = ""
  /// What the book has in some fields.
  public var names: [ReadingSubject: String] = [:]
  /// Whether the book was finished before.
  public var isAgain = false
  /// Whether the book was finished before in the same year.
  public var isAgainInYear = false

  /// Creates an entry.
  public init(ended: [Int]) { self.ended = ended }

  /// The first and the last day, if both are known.
  var days: ClosedRange<Int>? {
    guard let first = Self.day(started), let last = Self.day(ended), first <= last else { return nil }
    return first.daysSince1970...last.daysSince1970
  }

  static func day(_ parts: [Int]) -> CalendarDate? {
    parts.count == 3 ? CalendarDate(year: parts[0], month: parts[1], day: parts[2]) : nil
  }
}
