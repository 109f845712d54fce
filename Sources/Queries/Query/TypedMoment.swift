import Records

/// A typed date, as precise as it was typed.
struct TypedMoment {
  let range: MomentRange
  let written: String?
  let hasTime: Bool

  /// Reads `1869`, `-750`, `1869-03`, any day that the editor accepts, and `1869-03-25T07:08:09`.
  init?(_ text: String) {
    let parts = Self.split(text)
    if parts.time == nil, let range = Self.yearOrMonth(parts.date) {
      (self.range, written, hasTime) = (range, nil, false)
      return
    }
    guard let date = try? CalendarDate(typed: parts.date) else { return nil }
    let day = date.daysSince1970
    guard let time = parts.time else {
      let isMonth = Self.digitRuns(parts.date) == 1
      let last = isMonth ? Self.lastDay(date.year, date.month) : day
      range = MomentRange(lower: Moment(days: day), upper: Moment(days: last + 1))
      (written, hasTime) = (isMonth ? nil : date.description, false)
      return
    }
    guard let clock = Self.clock(time) else { return nil }
    let end = clock.start + clock.length
    range = MomentRange(
      lower: Moment(days: day, nanoseconds: clock.start),
      upper: end < Self.day ? Moment(days: day, nanoseconds: end) : Moment(days: day + 1))
    (written, hasTime) = (clock.length < 60_000_000_000 ? date.description + " " + time : nil, true)
  }

  private static let day: Int64 = 86_400_000_000_000

  private static func split(_ text: String) -> (date: String, time: String?) {
    guard text.contains(":"), let index = text.lastIndex(where: { $0 == " " || $0 == "T" || $0 == "t" })
    else {
      return (text, nil)
    }
    return (String(text[..<index]), String(text[text.index(after: index)...]))
  }

  private static func yearOrMonth(_ text: String) -> MomentRange? {
    let isNegative = text.hasPrefix("-")
    let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy(isDigits), let number = parts.first.flatMap({ Int($0) }) else {
      return nil
    }
    let year = isNegative ? -number : number
    guard CalendarDate.years.contains(year), parts[0].count <= 4 else { return nil }
    let month = parts.count == 2 ? Int(parts[1]) : nil
    if parts.count == 2, parts[0].count < 3 || parts[1].count > 2 { return nil }
    guard let first = CalendarDate(year: year, month: month ?? 1, day: 1) else { return nil }
    return MomentRange(
      lower: Moment(days: first.daysSince1970), upper: Moment(days: lastDay(year, month ?? 12) + 1))
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
  }

  private static func lastDay(_ year: Int, _ month: Int) -> Int {
    let day = CalendarDate.dayCount(ofMonth: month, year: year)
    return CalendarDate(year: year, month: month, day: day)?.daysSince1970 ?? 0
  }

  private static func digitRuns(_ text: String) -> Int { text.split { !$0.isASCII || !$0.isNumber }.count }

  private static func clock(_ text: String) -> (start: Int64, length: Int64)? {
    let halves = text.split(separator: ".", omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ isDigits($0) && $0.count <= 2 }) else {
      return nil
    }
    let numbers = parts.compactMap { Int($0) }
    guard
      let time = TimeOfDay(hour: numbers[0], minute: numbers[1], second: numbers.count > 2 ? numbers[2] : 0)
    else { return nil }
    guard halves.count > 1 else { return (time.nanoseconds, (parts.count == 3 ? 1 : 60) * 1_000_000_000) }
    guard halves.count == 2, parts.count == 3, isDigits(halves[1]), halves[1].count <= 9 else { return nil }
    let unit = (halves[1].count..<9).reduce(1 as Int64) { unit, _ in unit * 10 }
    return (time.nanoseconds + (Int64(halves[1]) ?? 0) * unit, unit)
  }
}

/// A moment for comparisons.
package struct Moment: Hashable, Sendable, Comparable {
  /// Since 1970-01-01.
  package let days: Int
  /// Since midnight; a full day's worth denotes the end of the day.
  package let nanoseconds: Int64

  init(days: Int, nanoseconds: Int64 = 0) { (self.days, self.nanoseconds) = (days, nanoseconds) }

  package init(_ moment: DateTime) {
    self.init(days: moment.date.daysSince1970, nanoseconds: moment.time.nanoseconds)
  }

  package static func < (left: Moment, right: Moment) -> Bool {
    (left.days, left.nanoseconds) < (right.days, right.nanoseconds)
  }
}

/// A half-open range of moments.
package struct MomentRange: Hashable, Sendable {
  /// The first moment in the range, and the first one after it; nil if there is no bound.
  package var lower, upper: Moment?

  init(lower: Moment? = nil, upper: Moment? = nil) { (self.lower, self.upper) = (lower, upper) }

  var isReversed: Bool { lower.flatMap { lower in upper.map { $0 <= lower } } ?? false }

  package func contains(_ moment: Moment) -> Bool {
    if let lower, moment < lower { return false }
    if let upper, upper <= moment { return false }
    return true
  }
}
