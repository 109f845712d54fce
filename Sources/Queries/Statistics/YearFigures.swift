import Records

/// The figures of a reader's year; unknown values are counted separately, never as 0.
public struct YearFigures: Hashable, Sendable {
  /// Totals of a year, or of several years.
  public struct Totals: Hashable, Sendable {
    /// The readings of finished books.
    public var readings = 0
    /// The distinct books among these.
    public var books = 0
    /// The readings of books that were finished before.
    public var again = 0
    /// The pages of the books, once for each reading.
    public var pages = 0
    /// The readings of books with an unknown page count.
    public var withoutPages = 0
    /// The minutes recorded as progress.
    public var minutes = 0
    /// The abandoned books.
    public var stopped = 0
    /// The sum of the stars, and the number of rated readings.
    public var (stars, rated) = (0.0, 0)

    package init() {}

    /// The average number of stars.
    public var averageStars: Double? { rated > 0 ? stars / Double(rated) : nil }
  }

  /// The figures of a month.
  public struct Month: Hashable, Sendable {
    /// The readings that ended in the month, the pages of their books, and the minutes recorded in the month.
    public var (readings, pages, minutes) = (0, 0, 0)
  }

  /// The number of occurrences of a name.
  public struct NamedCount: Hashable, Sendable {
    /// The name, such as an author's.
    public var name: String
    /// The number of readings with this name.
    public var count: Int
  }

  /// A notable book.
  public struct Notable: Hashable, Sendable {
    /// Why the book is notable.
    public var kind: Kind
    /// The book's title.
    public var title: String
    /// The page count, pages per day, or year of publication.
    public var value: Double

    /// Why a book is notable.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
      case longest, shortest, fastest, slowest, oldest, newest
    }
  }

  /// The year.
  public var year: Int
  /// The totals of the year.
  public var totals = Totals()
  /// The totals of the year before.
  public var before = Totals()
  /// The months, from January.
  public var months = Array(repeating: Month(), count: 12)
  /// The months of the year before.
  public var monthsBefore = Array(repeating: Month(), count: 12)
  /// The number of entries per day: starts, ends and progress.
  public var days: [CalendarDate: Int] = [:]
  /// The days on which a reading began or ended.
  public var readingDays: Set<CalendarDate> = []
  /// The readings whose date is only a year.
  public var withoutMonth = 0
  /// The number of readings by half stars, from none to five stars.
  public var ratings = Array(repeating: 0, count: 2 * Field.mostStars + 1)
  /// The names in some fields of the books, with their numbers of readings, most frequent first.
  public var names: [ReadingSubject: [NamedCount]] = [:]
  /// The readings whose books have no value in the field.
  public var unnamed: [ReadingSubject: Int] = [:]
  /// The notable books, if any.
  public var notables: [Notable] = []
  /// The titles of finished books in the order in which they were finished, at most a hundred.
  public var finishedTitles: [String] = []
  /// The titles of the first abandoned books.
  public var stoppedTitles: [String] = []
  /// The authors of the year who were new, and those who had been read before.
  public var (newAuthors, knownAuthors) = (0, 0)
  /// The books that were read at an unknown time.
  public var undated = 0
  /// The readings with an unreadable end date.
  public var unreadable = 0

  package init(year: Int) { self.year = year }

  /// Whether nothing was noted in the year.
  public var isEmpty: Bool { totals.readings == 0 && totals.stopped == 0 && days.isEmpty }
}

/// The readings of one of several years.
public struct YearTotals: Hashable, Sendable {
  /// The year.
  public var year: Int
  /// The readings of finished books.
  public var readings = 0
  /// The pages of their books, and the readings of books with an unknown page count.
  public var (pages, withoutPages) = (0, 0)

  package init(year: Int) { self.year = year }
}
