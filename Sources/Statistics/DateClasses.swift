import Records

/// Counts dates by a part of them.
struct DateClasses {
  /// By what they are counted; nil to count by year, or by month if all are of one year.
  let part: DatePart?
  private var years = NumberClasses()
  private(set) var yearRange: ClosedRange<Int>?
  /// By months since the year 0.
  private var months: [Int: Tally] = [:]
  /// By the number of the week's Monday.
  private var weeks: [Int: Tally] = [:]
  private var weekdays = Array(repeating: Tally(), count: 7)
  /// The dates that do not say their month, or their day.
  private(set) var (withoutMonth, withoutDay) = (Tally(), Tally())

  init(by part: DatePart?) { self.part = part }

  /// Adds a date of one to three parts: its year, its month, its day.
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

  /// By what the dates are counted.
  var shownPart: DatePart {
    if let part { return part }
    guard let yearRange, yearRange.count == 1, !months.isEmpty else { return .year }
    return .month
  }

  /// The dates that are not precise enough.
  var vague: Tally {
    switch shownPart {
    case .year: Tally()
    case .month: withoutMonth
    case .week, .weekday: withoutDay
    }
  }

  /// The classes, in the order of time.
  ///
  /// - Parameter name: The field's name in a query.
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
      let (first, last) = (Int(range.lower), Int(range.upper) - 1)
      let names = [first, last].map(PartialDateText.name)
      let label = first == last ? names[0] : names.joined(separator: "–")
      return ValueClass(
        label: label, tally: range.tally, query: Self.query(name, Self.text(first), Self.text(last)))
    }
  }

  /// One condition, which one of several other rows has to meet as a whole.
  private static func query(_ name: String, _ first: String, _ last: String) -> String {
    "\(name):\(first)..\(last)"
  }

  /// So many classes without a row are still shown between others.
  private static let mostFilled = 120

  private func monthClasses(_ name: String) -> [ValueClass] {
    filled(months, step: 1).map { month, tally in
      let year = month >= 0 ? month / 12 : (month + 1) / 12 - 1
      let text = PartialDateText.joined(year, month - year * 12 + 1, nil) ?? ""
      // A date that is only a year is compared as its first day.
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

  /// The name of the week that begins on a Monday, as ISO 8601 counts weeks: the year of its Thursday, and its place there.
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
