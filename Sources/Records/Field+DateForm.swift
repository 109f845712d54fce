extension Field {
  /// How a day or a moment is stored.
  public enum DateForm: Hashable, Sendable, CaseIterable {
    /// A count of units since a midnight in UTC.
    case number(DateUnit, since: DateEpoch)
    /// Days since noon of -4713-11-24, as SQLite's `julianday` counts them.
    case julianDay
    /// A text that begins with the date, `1321-06-07`, and may go on with a time.
    case isoText

    /// Seconds since 1970-01-01 00:00 UTC, as Unix counts them.
    public static let secondsSince1970 = DateForm.number(.second, since: .year1970)

    /// Seconds since 2001-01-01 00:00 UTC, as Core Data counts them.
    public static let secondsSince2001 = DateForm.number(.second, since: .year2001)

    /// Every unit since every epoch, and the two others.
    public static var allCases: [DateForm] {
      DateEpoch.allCases.flatMap { epoch in DateUnit.allCases.map { .number($0, since: epoch) } }
        + [.julianDay, .isoText]
    }
  }
}

extension Field.DateForm {
  /// What of the form's name stands behind `date` or `date-time`: nothing for seconds since 1970, `-2001-ns`.
  var suffix: String {
    guard case .number(let unit, let epoch) = self else { return "" }
    let units: [DateUnit: String] = [.millisecond: "-ms", .microsecond: "-us", .nanosecond: "-ns"]
    return (epoch == .year1970 ? "" : "-\(epoch.rawValue)") + (units[unit] ?? "")
  }

  /// The moment that a value stands for, or nil where it is none in this form.
  ///
  /// A text is taken as it stands, whatever its offset. Of a real SQLite's own functions see milliseconds. Of a
  /// count of micro- or nanoseconds that would be in the first hours of its epoch, and that is a moment from 1973
  /// to 2103 in a longer unit, the longer one is meant: programs that went over to a finer unit leave such rows.
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

  /// The day that a value stands for, or nil where it is none in this form.
  public func date(of value: Value) -> CalendarDate? { dateTime(of: value)?.date }

  /// The unit in which a value is counted; nil where the form has none.
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
}
