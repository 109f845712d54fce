import Records

/// What a reader has read in a year.
///
/// A reading counts in the year in which it ended, and in a month only if its date names one. What is not known is counted
/// apart, and never as 0.
public struct YearFigures: Hashable, Sendable {
  /// What can be said of any year, and of all years together.
  public struct Totals: Hashable, Sendable {
    /// The readings that ended with the book's end.
    public var readings = 0
    /// The different books among these.
    public var books = 0
    /// The readings of a book that was finished before.
    public var again = 0
    /// The pages of the books, once for each reading.
    public var pages = 0
    /// The readings of books whose pages are unknown.
    public var withoutPages = 0
    /// The minutes that were noted as progress.
    public var minutes = 0
    /// The books that the reader gave up.
    public var stopped = 0
    /// The sum of the stars, and the number of the readings that have some.
    public var (stars, rated) = (0.0, 0)

    /// Creates totals of 0.
    public init() {}

    /// The average of the stars.
    public var averageStars: Double? { rated > 0 ? stars / Double(rated) : nil }
  }

  /// A month.
  public struct Month: Hashable, Sendable {
    /// The readings that ended in it, the pages of their books, and the minutes noted in it.
    public var (readings, pages, minutes) = (0, 0, 0)
  }

  /// How often a name occurs.
  public struct NamedCount: Hashable, Sendable {
    /// The name, such as an author's.
    public var name: String
    /// How many readings have it.
    public var count: Int
  }

  /// A book that stands out.
  public struct Notable: Hashable, Sendable {
    /// By what.
    public var kind: Kind
    /// Its title.
    public var title: String
    /// Its pages, pages a day, or the year in which it was published.
    public var value: Double

    /// By what a book stands out.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
      case longest, shortest, fastest, slowest, oldest, newest
    }
  }

  /// The year.
  public var year: Int
  /// Its totals.
  public var totals = Totals()
  /// Those of the year before.
  public var before = Totals()
  /// Its months, January first.
  public var months = Array(repeating: Month(), count: 12)
  /// The days on which something was noted: a beginning, an end, or progress; each with how often.
  public var days: [CalendarDate: Int] = [:]
  /// Those of these days on which a reading began or ended.
  public var readingDays: Set<CalendarDate> = []
  /// The readings that name only the year.
  public var withoutMonth = 0
  /// The readings by half stars, from none to five stars.
  public var ratings = Array(repeating: 0, count: 2 * Field.mostStars + 1)
  /// The readings by what their books have in a field, the most frequent first.
  public var names: [ReadingSubject: [NamedCount]] = [:]
  /// The readings whose books have nothing in the field.
  public var unnamed: [ReadingSubject: Int] = [:]
  /// The books that stand out, those that do.
  public var notables: [Notable] = []
  /// The titles of the first books that the reader gave up.
  public var stoppedTitles: [String] = []
  /// The authors of the year that were not read before, and those that were.
  public var (newAuthors, knownAuthors) = (0, 0)
  /// The books that were read at an unknown time.
  public var undated = 0
  /// The readings whose end is no date.
  public var unreadable = 0

  /// Creates the figures of a year without readings.
  public init(year: Int) { self.year = year }
}
