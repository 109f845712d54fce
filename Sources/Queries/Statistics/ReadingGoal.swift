import Records

/// A reader's goal for a year: a number of books or pages.
public struct ReadingGoal: Hashable, Sendable {
  /// The unit of a goal.
  public enum Unit: String, CaseIterable, Hashable, Sendable {
    case books, pages
  }

  /// The unit to count.
  public var unit: Unit
  /// The number of units; more than 0.
  public var count: Int

  /// Reads `50`, `50 books` or `12000 pages`; nil for anything else.
  public init?(_ text: String) {
    let words = text.split(separator: " ").map { $0.lowercased() }
    guard (1...2).contains(words.count), let count = Int(words[0]), (1...10_000_000).contains(count) else {
      return nil
    }
    let name = words.count == 2 ? words[1] : "books"
    guard let unit = Unit.allCases.first(where: { $0.rawValue == name || $0.rawValue == name + "s" }) else {
      return nil
    }
    (self.unit, self.count) = (unit, count)
  }

  /// The part of the goal that was reached in a year: readings, or their pages.
  public func done(in totals: YearFigures.Totals) -> Int { unit == .books ? totals.readings : totals.pages }

  /// The part of the goal that is due by the end of a day: all of it after the year, nothing before.
  public func due(in year: Int, on today: CalendarDate) -> Double {
    if today.year != year { return today.year > year ? Double(count) : 0 }
    guard let first = CalendarDate(year: year, month: 1, day: 1) else { return 0 }
    let days = CalendarDate.isLeap(year) ? 366.0 : 365.0
    return Double(count) * Double(today.daysSince1970 - first.daysSince1970 + 1) / days
  }
}
