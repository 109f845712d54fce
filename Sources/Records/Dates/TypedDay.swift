/// A typed day relative to today: `28 nov`, `friday`, `-3`, `2 weeks ago`, `last year`.
package struct TypedDay: Hashable, Sendable {
  package enum Sense: Hashable, Sendable {
    /// For something that has been done.
    case past
    /// For something that is due.
    case due
  }

  /// The first and the last day meant, which differ only for a week, a month or a year.
  package let first, last: CalendarDate
  /// The day, month or year in digits: `2026-11-28`, `2026-11`, `2026`; nil for a week.
  package let text: String?

  private init(_ day: CalendarDate) { (first, last, text) = (day, day, day.description) }

  private init(_ first: CalendarDate, _ last: CalendarDate, _ text: String?) {
    (self.first, self.last, self.text) = (first, last, text)
  }

  // MARK: In every field of dates

  /// Reads a day, week, month or year relative to today.
  ///
  /// Examples are `today`, `yesterday`, `today-30`, `today+2w`, and `last`, `this` or `next` before `week`, `month` or `year`.
  /// A week begins on Monday.
  package init?(relative text: String, today: CalendarDate) {
    let words = Self.words(text)
    if words.count == 2, let offset = ["last": -1, "this": 0, "next": 1][words[0]] {
      guard let period = Self.period(words[1], offset, today) else { return nil }
      self = period
      return
    }
    guard let named = ["today": 0, "yesterday": -1, "tomorrow": 1].first(where: { words.first == $0.key })
    else { return nil }
    let day = today.stepped(.day, by: named.value)
    let rest = words.dropFirst()
    guard !rest.isEmpty else {
      self.init(day)
      return
    }
    guard let later = Self.shifted(day, by: rest) else { return nil }
    self.init(later)
  }

  private static func period(_ unit: String, _ offset: Int, _ today: CalendarDate) -> TypedDay? {
    switch unit {
    case "week":
      let monday = today.stepped(.day, by: offset * 7 - today.weekday)
      return TypedDay(monday, monday.stepped(.day, by: 6), nil)
    case "month":
      let first = today.firstOfMonth.stepped(.month, by: offset)
      let last = first.stepped(.month, by: 1).stepped(.day, by: -1)
      return TypedDay(first, last, String(first.description.dropLast(3)))
    case "year":
      let first = today.firstOfYear.stepped(.year, by: offset)
      let last = first.stepped(.year, by: 1).stepped(.day, by: -1)
      return TypedDay(first, last, String(first.description.dropLast(6)))
    default: return nil
    }
  }

  // MARK: In a field of days

  /// Reads a day with or without its year; nil for a text with a full year that `CalendarDate` reads alike.
  ///
  /// Besides the forms of `init(relative:today:)`, these are accepted in any case:
  /// - a day of a month: `28 nov`, `nov 28th`, `28.11.`, `28/11`, `11/28`, `28/11/2026`, and `14`, the 14th;
  /// - a day of the week: `friday`, `last fri`, `next friday`;
  /// - a distance: `+14`, `-3`, `+2 weeks`, `in 2 weeks`, `2 weeks ago`, `a month ago`.
  ///
  /// - Parameter sense: Which day is meant if no year is typed; today counts as either.
  /// - Throws: `FieldError.notADate`, `.shortYear`, or `.ambiguousDay` for `3/4`, which is 3 April or 4 March.
  package init?(_ text: String, _ sense: Sense, today: CalendarDate) throws(FieldError) {
    if let relative = TypedDay(relative: text, today: today) {
      // A due date is a single day.
      let isDue = sense == .due && relative.first != relative.last
      self = isDue ? try Self.due(Self.words(text), today) : relative
      return
    }
    if let day = try Self.numbers(text, sense, today) {
      self.init(day)
      return
    }
    if Self.hasYear(text) { return nil }
    let words = Self.words(text).filter { !["the", "on", "of", "at"].contains($0) }
    if let day = Self.distance(words, sense, today) {
      self.init(day)
    } else if let day = try Self.named(words, sense, today) {
      self.init(day)
    } else {
      throw .notADate
    }
  }

  static func hasYear(_ text: String) -> Bool {
    text.split { !$0.isASCII || !$0.isNumber }.contains { $0.count >= 4 }
  }

  private static func due(_ words: [String], _ today: CalendarDate) throws(FieldError) -> TypedDay {
    guard words[0] == "next", let day = shifted(today, by: ["+", "1", words[1]]) else { throw .notADate }
    return TypedDay(day)
  }

  /// Reads `+14`, `in 2 weeks` or `2 weeks ago`; for due dates also `2 weeks`.
  private static func distance(_ words: [String], _ sense: Sense, _ today: CalendarDate) -> CalendarDate? {
    if let sign = words.first, sign == "+" || sign == "-" { return shifted(today, by: words[...]) }
    if words.first == "in" { return shifted(today, by: ["+"] + words.dropFirst()) }
    if words.count == 3, words[2] == "ago" { return shifted(today, by: ["-"] + words.dropLast()) }
    return sense == .due && words.count == 2 ? shifted(today, by: ["+"] + words) : nil
  }

  private static func shifted(_ day: CalendarDate, by words: ArraySlice<String>) -> CalendarDate? {
    let words = Array(words)
    guard (2...3).contains(words.count), ["+", "-"].contains(words[0]), words[1].count <= 4,
      let number = ["a", "an", "one"].contains(words[1]) ? 1 : digits(words[1])
    else { return nil }
    let count = words[0] == "-" ? -number : number
    guard words.count == 3 else { return day.stepped(.day, by: count) }
    switch words[2] {
    case "d", "day", "days": return day.stepped(.day, by: count)
    case "w", "week", "weeks": return day.stepped(.day, by: 7 * count)
    case "m", "month", "months": return day.stepped(.month, by: count)
    case "y", "year", "years": return day.stepped(.year, by: count)
    default: return nil
    }
  }

  /// Reads `friday`, `last friday`, `28 nov`, `nov 28th` or `14`.
  private static func named(
    _ words: [String], _ sense: Sense, _ today: CalendarDate
  ) throws(FieldError) -> CalendarDate? {
    if let name = words.last, let weekday = weekday(name) {
      switch words.dropLast() {
      case [], ["this"]: return nearest(weekday, sense, from: today)
      case ["last"]: return nearest(weekday, .past, from: today.stepped(.day, by: -1))
      case ["next"]: return nearest(weekday, .due, from: today.stepped(.day, by: 1))
      default: return nil
      }
    }
    let numbers = words.compactMap(digits)
    guard let month = words.lazy.compactMap({ PartialDateText.month($0) }).first else {
      return words.count == 1 ? numbers.first.flatMap { nearest($0, nil, sense, today) } : nil
    }
    guard let day = numbers.first, words.count(where: { $0 != "-" }) == numbers.count + 1 else { return nil }
    if numbers.count > 1 { throw .shortYear }
    guard let date = nearest(day, month, sense, today) else { throw .noSuchDay(day) }
    return date
  }

  private static func weekday(_ word: String) -> Int? {
    guard word.count >= 3 else { return nil }
    return CalendarDate.dayNames.firstIndex { $0.lowercased().hasPrefix(word) }
  }

  private static func nearest(_ weekday: Int, _ sense: Sense, from day: CalendarDate) -> CalendarDate {
    let ahead = (weekday - day.weekday + 7) % 7
    return day.stepped(.day, by: sense == .due || ahead == 0 ? ahead : ahead - 7)
  }

  private static func nearest(
    _ day: Int, _ month: Int?, _ sense: Sense, _ today: CalendarDate
  ) -> CalendarDate? {
    let step = sense == .due ? 1 : -1
    // 29 February recurs after eight years at the latest.
    for count in 0...(month == nil ? 2 : 8) {
      let then =
        month == nil
        ? today.firstOfMonth.stepped(.month, by: step * count)
        : today.firstOfYear.stepped(.year, by: step * count)
      let date = CalendarDate(year: then.year, month: month ?? then.month, day: day)
      if let date, sense == .due ? date >= today : date <= today { return date }
    }
    return nil
  }

  private static func numbers(
    _ text: String, _ sense: Sense, _ today: CalendarDate
  ) throws(FieldError) -> CalendarDate? {
    let text = text.filter { !$0.isWhitespace }
    guard let mark = text.first(where: { "./-".contains($0) }), text.first?.isNumber == true,
      text.allSatisfy({ $0 == mark || $0.isASCII && $0.isNumber })
    else { return nil }
    let parts = text.split(separator: mark, omittingEmptySubsequences: false)
    let written = mark == "." && parts.last == "" ? parts.dropLast() : parts[...]
    guard written.allSatisfy({ !$0.isEmpty && $0.count <= 4 }), written[0].count <= 2 else { return nil }
    let values = written.compactMap { Int($0) }
    switch values.count {
    case 1: return nearest(values[0], nil, sense, today)
    case 2 where written[1].count <= 2: break
    case 3 where written[2].count == 4: break
    case 3: throw .shortYear
    default: return nil
    }
    let (day, month) = try order(values[0], values[1], mark)
    guard values.count == 2 else {
      guard let date = CalendarDate(year: values[2], month: month, day: day) else { throw .noSuchDay(day) }
      return date
    }
    guard let date = nearest(day, month, sense, today) else { throw .noSuchDay(day) }
    return date
  }

  /// Decides which number is the day; with full stops it is the first.
  private static func order(
    _ first: Int, _ second: Int, _ mark: Character
  ) throws(FieldError) -> (day: Int, month: Int) {
    let months = 1...12
    if mark == "." || first > 12 || first == second {
      guard months.contains(second) else { throw .noSuchMonth(second) }
      return (first, second)
    }
    guard months.contains(first) else { throw .noSuchMonth(first) }
    if second > 12 { return (second, first) }
    throw .ambiguousDay(first, second)
  }

  // MARK: Words

  /// Words, numbers and signs; a hyphen is a sign only before a number: `last-year` is two words, and `today-30` three.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var rest = text.lowercased()[...]
    while let first = rest.first {
      let run = rest.prefix { $0.isLetter == first.isLetter && isDigit($0) == isDigit(first) }
      guard first.isLetter || isDigit(first) else {
        rest.removeFirst()
        let isMinus = "-−".contains(first)
        let isSign = isMinus && rest.first { !$0.isWhitespace }.map(isDigit) == true || first == "+"
        if isSign { words.append(isMinus ? "-" : "+") }
        let counts = !isSign && !isMinus && !first.isWhitespace && !",.".contains(first)
        if counts { words.append(String(first)) }
        continue
      }
      rest.removeFirst(run.count)
      let isOrdinal = ["st", "nd", "rd", "th"].contains(run) && words.last.flatMap(digits) != nil
      if !isOrdinal { words.append(String(run)) }
    }
    return words
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

  private static func digits(_ word: some StringProtocol) -> Int? {
    word.allSatisfy(isDigit) ? Int(word) : nil
  }
}

extension CalendarDate {
  fileprivate var firstOfMonth: CalendarDate { stepped(.day, by: 1 - day) }
  fileprivate var firstOfYear: CalendarDate { firstOfMonth.stepped(.month, by: 1 - month) }
}
