/// Dates of a year, a month or a day: `2020`, `2020-05`, `2020-05-17`, and `-0750` for 751 BC.
package enum PartialDateText {
  private static let months = CalendarDate.monthNames.map { $0.lowercased() }

  /// Reads a date in one of several forms, ignoring a time after a numeric date.
  ///
  /// Examples are `2020/05/17`, `2020-5`, `2020`, `17 May 2020`, `May 17, 2020`, `17.5.2020` and `©2020`. No time zone shifts the
  /// day; nil if the text is not a date.
  package static func read(_ text: some StringProtocol) -> String? {
    let text = trimmed(text)
    if let year = yearBC(text) { return joined(year, nil, nil) }
    if let date = named(text) { return date }
    if text.first == "©" { return read(text.dropFirst()) }
    if let date = SpreadsheetDate(text), date.mark == "." {
      return isTime(date.rest) ? date.date(nil)?.description : nil
    }
    let isBefore = text.hasPrefix("-")
    let day = (isBefore ? text.dropFirst() : text[...]).prefix { $0 != "T" && $0 != " " }
    // Anything else after the date may mean that it is uncertain or one of two.
    guard isTime(text.dropFirst(day.count + (isBefore ? 1 : 0))) else { return nil }
    let parts = day.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" || $0 == "." }
    let numbers = parts.compactMap { $0.allSatisfy(\.isASCII) ? Int($0) : nil }
    guard numbers.count == parts.count, (1...3).contains(numbers.count),
      parts[0].count >= 3 || parts.count == 1
    else { return nil }
    // Services write 0 for an unknown month or day.
    let known = Array(numbers.prefix { $0 > 0 })
    guard !known.isEmpty else { return nil }
    return joined((isBefore ? -known[0] : known[0]), known.dropFirst().first, known.dropFirst(2).first)
  }

  /// Reads a date as `read(_:)` does, or a date from a spreadsheet with the year last: `25/12/2001`.
  package static func read(_ text: some StringProtocol, _ order: DayOrder?) -> String? {
    guard let date = SpreadsheetDate(trimmed(text)), isTime(date.rest) else { return read(text) }
    return date.date(order)?.description
  }

  /// Converts a moment from a spreadsheet: `25/12/2001 2:30 PM` to `2001-12-25 14:30`; otherwise nil.
  package static func moment(_ text: some StringProtocol, _ order: DayOrder?) -> String? {
    SpreadsheetDate(trimmed(text))?.moment(order)
  }

  /// Whether a date is ambiguous: `5/6/2001`.
  package static func isUnclear(_ text: some StringProtocol) -> Bool {
    guard let date = SpreadsheetDate(trimmed(text)) else { return false }
    return date.date(nil) == nil && date.date(.dayFirst) != nil
  }

  private static func isTime(_ text: Substring) -> Bool {
    var time = text.drop { $0 == " " || $0 == "T" }.uppercased()[...]
    if time.isEmpty { return true }
    for zone in ["Z", "UTC", "GMT", "AM", "PM"] where time.hasSuffix(zone) {
      time = time.dropLast(zone.count)
    }
    return time.first?.isNumber == true && time.contains(":")
      && time.utf8.allSatisfy { "0123456789:.,+- ".utf8.contains($0) }
  }

  /// The year from a service that writes 720 BC as -720, while ISO 8601 has -0719.
  package static func year(_ text: some StringProtocol) -> String? {
    let text = trimmed(text)
    let digits = text.hasSuffix(".0") ? text.dropLast(2) : text[...]
    guard let year = Int(digits), year != 0 else { return nil }
    return joined(year < 0 ? year + 1 : year, nil, nil)
  }

  /// Joins a year (0 is 1 BC), month and day; nil if there is no such day.
  package static func joined(_ year: Int, _ month: Int?, _ day: Int?) -> String? {
    guard (-9999...9999).contains(year) else { return nil }
    var date = (year < 0 ? "-" : "") + padded(abs(year), 4)
    guard let month else { return date }
    guard (1...12).contains(month) else { return nil }
    date += "-" + padded(month, 2)
    guard let day else { return date }
    guard (1...length(of: month, year)).contains(day) else { return nil }
    return date + "-" + padded(day, 2)
  }

  package static func parts(_ date: some StringProtocol) -> [Int] {
    let isBefore = date.hasPrefix("-")
    let numbers = date.split(separator: "-").compactMap { Int($0) }
    return isBefore ? numbers.prefix(1).map { -$0 } + numbers.dropFirst() : numbers
  }

  /// Nil if the text does not have exactly the form of a library's date.
  package static func firstDay(_ date: some StringProtocol) -> CalendarDate? {
    guard read(date).map({ $0.utf8.elementsEqual(date.utf8) }) == true else { return nil }
    let parts = parts(date)
    return CalendarDate(
      year: parts[0], month: parts.count > 1 ? parts[1] : 1, day: parts.count > 2 ? parts[2] : 1)
  }

  /// Reads a year like `751 BC` as ISO 8601 counts it: -750.
  package static func yearBC(_ text: some StringProtocol) -> Int? {
    let text = text.uppercased()
    guard let era = [" BCE", " BC"].first(where: text.hasSuffix), let year = Int(text.dropLast(era.count))
    else { return nil }
    return (1...9_999).contains(year) ? 1 - year : nil
  }

  /// A year as people write it: `1869`, or `751 BC` for -750.
  package static func name(ofYear year: Int) -> String { year > 0 ? "\(year)" : "\(1 - year) BC" }

  private static func trimmed(_ text: some StringProtocol) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  private static func length(of month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
  }

  private static func named(_ text: String) -> String? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "." }
    guard let place = words.firstIndex(where: { month($0) != nil }), let month = month(words[place]) else {
      return nil
    }
    let numbers = words.compactMap { Int($0) }
    guard words.count == numbers.count + 1, let year = numbers.last, (1...2).contains(numbers.count) else {
      return nil
    }
    return joined(year, month, numbers.count == 2 ? numbers[0] : nil)
  }

  package static func month(_ word: some StringProtocol) -> Int? {
    guard word.count >= 3, word.allSatisfy(\.isLetter) else { return nil }
    let name = word.lowercased()
    return months.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
  }
}
