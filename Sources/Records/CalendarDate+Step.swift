/// Steps for a picker; each stays between `earliest` and `latest`.
extension CalendarDate {
  /// What of a date is stepped.
  public enum Part: Hashable, Sendable, CaseIterable {
    /// The year.
    case year
    /// The month; December and January are neighbours.
    case month
    /// The day; the last one of a month and the first one of the next are neighbours.
    case day
  }

  /// The date some years, months or days later, or earlier where `count` is negative.
  ///
  /// A day that the month does not have becomes its last one: a month after 31 January is 28 or 29 February.
  public func stepped(_ part: Part, by count: Int) -> CalendarDate {
    // More days than the whole range has lead to its ends as well, and nothing below can overflow.
    let count = min(max(count, -10_000_000), 10_000_000)
    switch part {
    case .year: return Self.nearest(year: year + count, month: month, day: day)
    case .month:
      let months = Self.months.clamp(year * 12 + month - 1 + count)
      let month = months - (months >= 0 ? months / 12 : (months + 1) / 12 - 1) * 12
      return Self.nearest(year: (months - month) / 12, month: month + 1, day: day)
    case .day: return CalendarDate(daysSince1970: Self.days.clamp(daysSince1970 + count))
    }
  }

  private static let months = years.lowerBound * 12...years.upperBound * 12 + 11
  private static let days = earliest.daysSince1970...latest.daysSince1970

  private static func nearest(year: Int, month: Int, day: Int) -> CalendarDate {
    let year = years.clamp(year)
    let day = min(day, dayCount(ofMonth: month, year: year))
    return CalendarDate(year: year, month: month, day: day) ?? earliest
  }
}

extension ClosedRange<Int> {
  fileprivate func clamp(_ number: Int) -> Int { Swift.min(Swift.max(number, lowerBound), upperBound) }
}
