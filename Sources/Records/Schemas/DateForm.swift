extension Field {
  /// How a day or a moment is stored.
  public enum DateForm: Hashable, Sendable, CaseIterable {
    case number(DateUnit, since: DateEpoch)
    /// Days since noon of -4713-11-24, as in SQLite's `julianday`.
    case julianDay
    /// A text that begins with the date, `1321-06-07`, perhaps followed by a time.
    case isoText

    /// Seconds since 1970-01-01 00:00 UTC, the Unix epoch.
    public static let secondsSince1970 = DateForm.number(.second, since: .year1970)

    /// Seconds since 2001-01-01 00:00 UTC, the Core Data epoch.
    public static let secondsSince2001 = DateForm.number(.second, since: .year2001)

    /// Every unit since every epoch, and the two other forms.
    public static var allCases: [DateForm] {
      DateEpoch.allCases.flatMap { epoch in DateUnit.allCases.map { .number($0, since: epoch) } }
        + [.julianDay, .isoText]
    }

    /// Empty for seconds since 1970; for example `-2001-ns`.
    var suffix: String {
      guard case .number(let unit, let epoch) = self else { return "" }
      let units: [DateUnit: String] = [.millisecond: "-ms", .microsecond: "-us", .nanosecond: "-ns"]
      return (epoch == .year1970 ? "" : "-\(epoch.rawValue)") + (units[unit] ?? "")
    }

    /// The moment that a value stands for; nil if it is not a date in this form.
    ///
    /// A text is read as written, whatever its offset. A count of micro- or nanoseconds in the first hours of its epoch is read in
    /// a longer unit if that gives a moment from 1973 to 2103: programs that switched to a finer unit leave such rows.
    public func dateTime(of value: Value) -> DateTime? {
      switch (self, value) {
      case (.isoText, .text(let text)): DateTimeText(stored: text)?.dateTime
      case (.julianDay, .integer(let number)): DateTime(julianDay: Double(number))
      case (.julianDay, .real(let number)): DateTime(julianDay: number)
      case (.number(_, let epoch), .integer(let number)):
        DateTime(number, unit(of: value) ?? .second, since: epoch)
      case (.number(.second, let epoch), .real(let number)):
        DateTime(secondsSince1970: number + Double(epoch.secondsSince1970))
      case (.number(_, let epoch), .real(let number)):
        Int64(exactly: number.rounded()).flatMap { DateTime($0, unit(of: value) ?? .second, since: epoch) }
      default: nil
      }
    }

    /// The day that a value stands for; nil if it is not a date in this form.
    public func date(of value: Value) -> CalendarDate? { dateTime(of: value)?.date }

    package func unit(of value: Value) -> DateUnit? {
      guard case .number(let unit, _) = self else { return nil }
      let number: Double
      switch value {
      case .integer(let integer): number = Double(integer)
      case .real(let real): number = real
      case .null, .text, .blob: return unit
      }
      guard abs(number) < 7_200 * Double(unit.perSecond) else { return unit }
      let coarser = DateUnit.allCases.filter { $0.rawValue < unit.rawValue }
      return coarser.first { (1e8..<4.2e9).contains(number / Double($0.perSecond)) } ?? unit
    }

    /// For Julian days, a whole day begins at noon.
    func isWholeDay(_ value: Value, _ moment: DateTime) -> Bool {
      if moment.time == .midnight { return true }
      guard self == .julianDay else { return false }
      return if case .real(let number) = value { number == number.rounded() } else { true }
    }

    /// The unit and epoch, also for a new value; nil for Julian days and texts.
    func count(of value: Value) -> (DateUnit, DateEpoch)? {
      guard case .number(_, let epoch) = self, let unit = unit(of: value) else { return nil }
      return (unit, epoch)
    }

    /// Keeps the time of day; nil if the number does not fit.
    func value(of old: Value, movedFrom oldDate: CalendarDate, to date: CalendarDate) -> Value? {
      let unit = unit(of: old)
      switch old {
      case .integer(let number):
        let days = Int64(date.daysSince1970 - oldDate.daysSince1970)
        let (units, isTooLarge) = days.multipliedReportingOverflow(
          by: unit.map { 86_400 * $0.perSecond } ?? 1)
        let (moved, isBeyond) = number.addingReportingOverflow(units)
        return isTooLarge || isBeyond ? nil : .integer(moved)
      case .real(let number): return .real(real(number, unit, movedFrom: oldDate, to: date))
      case .null, .text, .blob: return nil
      }
    }

    private func real(
      _ old: Double, _ unit: DateUnit?, movedFrom oldDate: CalendarDate, to date: CalendarDate
    ) -> Double {
      let midnight = number(of: date, unit)
      let real = midnight + (old - number(of: oldDate, unit))
      // Far from the epoch, rounding can move a moment next to midnight to the other day.
      guard self.date(of: .real(real)) != date else { return real }
      let lastMoment = unit.map { 86_399.999 * Double($0.perSecond) } ?? (1 - 1 / 86_400_000)
      return real < midnight ? midnight : midnight + lastMoment
    }

    private func number(of date: CalendarDate, _ unit: DateUnit?) -> Double {
      guard case .number(_, let epoch) = self, let unit else { return DateTime(date, .midnight).julianDay }
      return Double(date.secondsSince1970 - epoch.secondsSince1970) * Double(unit.perSecond)
    }
  }
}
