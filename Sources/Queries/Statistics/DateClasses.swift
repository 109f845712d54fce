import Records

struct DateClasses {
  /// Nil for years, or for months if all dates are in the same year.
  let part: DatePart?
  private var years = NumberClasses()
  private(set) var yearRange: ClosedRange<Int>?
  private var months: [Int: Tally] = [:]
  private var weeks: [Int: Tally] = [:]
  private var weekdays = Array(repeating: Tally(), count: 7)
  private(set) var (withoutMonth, withoutDay) = (Tally(), Tally())

  init(by part: DatePart?) { self.part = part }

  /// - Parameter date: The year, month and day, of which the last ones may be missing.
  mutating func add(_ date: [Int], _ tally: Tally) {
    guard let year = date.first else { return }
    years.add(Double(year), tally)
    yearRange = min(yearRange?.lowerBound ?? year, year)...max(yearRange?.upperBound ?? year, year)
    if date.count < 2 {
      withoutMonth += tally
    } else {
      months[year * 12 + date[1] - 1, default: Tally()] += tally
    }
    guard date.count > 2, let day = CalendarDate(year: year, month: date[1], day: date[2]) else {
      return withoutDay += tally
    }
    weekdays[day.weekday] += tally
    if part == .week { weeks[day.daysSince1970 - day.weekday, default: Tally()] += tally }
  }

  var shownPart: DatePart {
    if let part { return part }
    guard let yearRange, yearRange.count == 1, !months.isEmpty else { return .year }
    return .month
  }

  var vague: Tally {
    switch shownPart {
    case .year: Tally()
    case .month: withoutMonth
    case .week, .weekday: withoutDay
    }
  }

  func classes(named name: String, atMost count: Int) -> [ValueClass] {
    switch shownPart {
    case .year: yearClasses(name, count)
    case .month: monthClasses(name)
    case .week: weekClasses(name)
    case .weekday: zip(CalendarDate.dayNames, weekdays).map { ValueClass(label: $0, tally: $1) }
    }
  }

  private func yearClasses(_ name: String, _ count: Int) -> [ValueClass] {
    years.ranges(atMost: count).map { range in
      let (start, last) = (Int(range.lower), Int(range.upper) - 1)
      // The year 0 is 1 BC, which nobody expects before the first years of a library.
      let first = start == 0 ? max(start, yearRange?.lowerBound ?? start) : start
      let names = [first, last].map(PartialDateText.name)
      let label = first == last ? names[0] : names.joined(separator: "–")
      return ValueClass(
        label: label, tally: range.tally, query: Self.query(name, Self.text(first), Self.text(last)))
    }
  }

  /// A single condition, because one related row has to meet all of it.
  private static func query(_ name: String, _ first: String, _ last: String) -> String {
    "\(name):\(first)..\(last)"
  }

  /// Up to this limit, empty classes are shown too.
  private static let mostFilled = 120

  private func monthClasses(_ name: String) -> [ValueClass] {
    filled(months, step: 1).map { month, tally in
      let year = month >= 0 ? month / 12 : (month + 1) / 12 - 1
      let text = PartialDateText.joined(year, month - year * 12 + 1, nil) ?? ""
      // A date that is only a year counts as its first day.
      let isClear = withoutMonth.rows == 0 || !text.hasSuffix("-01")
      return ValueClass(
        label: text, tally: tally, query: isClear ? Self.query(name, text, text) : nil)
    }
  }

  private func weekClasses(_ name: String) -> [ValueClass] {
    filled(weeks, step: 7).map { day, tally in
      let (first, last) = (CalendarDate(daysSince1970: day), CalendarDate(daysSince1970: day + 6))
      let isClear = withoutDay.rows == 0 || (first.day > 1 && last.day >= first.day)
      return ValueClass(
        label: Self.week(of: first), tally: tally,
        query: isClear ? Self.query(name, "\(first)", "\(last)") : nil)
    }
  }

  /// The year of its Thursday, and the number in that year (ISO 8601).
  private static func week(of monday: CalendarDate) -> String {
    let thursday = CalendarDate(daysSince1970: monday.daysSince1970 + 3)
    let first = CalendarDate(year: thursday.year, month: 1, day: 1) ?? thursday
    let number = (thursday.daysSince1970 - first.daysSince1970) / 7 + 1
    return "\(PartialDateText.joined(thursday.year, nil, nil) ?? "")-W\(number < 10 ? "0" : "")\(number)"
  }

  private func filled(_ tallies: [Int: Tally], step: Int) -> [(key: Int, tally: Tally)] {
    guard let first = tallies.keys.min(), let last = tallies.keys.max() else { return [] }
    guard (last - first) / step < Self.mostFilled else {
      return tallies.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
    return stride(from: first, through: last, by: step).map { ($0, tallies[$0] ?? Tally()) }
  }

  private static func text(_ year: Int) -> String { PartialDateText.joined(year, nil, nil) ?? String(year) }
}
