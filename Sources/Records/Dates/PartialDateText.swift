/// Dates that may end after the year or the month, as services write them, and as a library has them: `2020-05-17`,
/// `2020-05`, `2020`, and `-0750` for 751 BC.
public enum PartialDateText {
  private static let months = CalendarDate.monthNames.map { $0.lowercased() }

  /// Reads `2020/05/17`, `2020-5`, `2020`, `17 May 2020`, `May 17, 2020`, `17.5.2020` and `©2020`; a time after a date
  /// of digits falls away.
  ///
  /// Nothing is added that the text does not say, and no time zone moves a day.
  ///
  /// - Returns: Nil for what is no date.
  public static func read(_ text: some StringProtocol) -> String? {
    let text = trimmed(text)
    if let year = yearBC(text) { return joined(year, nil, nil) }
    if let date = named(text) { return date }
    if text.first == "©" { return read(text.dropFirst()) }
    if let date = SpreadsheetDate(text), date.mark == "." {
      return isTime(date.rest) ? date.date(nil)?.description : nil
    }
    let isBefore = text.hasPrefix("-")
    let day = (isBefore ? text.dropFirst() : text[...]).prefix { $0 != "T" && $0 != " " }
    // Whatever else follows may say that the date is not certain, or that there are two.
    guard isTime(text.dropFirst(day.count + (isBefore ? 1 : 0))) else { return nil }
    let parts = day.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" || $0 == "." }
    let numbers = parts.compactMap { $0.allSatisfy(\.isASCII) ? Int($0) : nil }
    guard numbers.count == parts.count, (1...3).contains(numbers.count),
      parts[0].count >= 3 || parts.count == 1
    else { return nil }
    // Services write a month or a day that is not known as 0.
    let known = Array(numbers.prefix { $0 > 0 })
    guard !known.isEmpty else { return nil }
    return joined((isBefore ? -known[0] : known[0]), known.dropFirst().first, known.dropFirst(2).first)
  }

  /// Reads a date as `read(_:)` does, and one that a spreadsheet has written with its year last: `25/12/2001`.
  ///
  /// - Parameter order: Which of the numbers before the year is the day, if that is known.
  public static func read(_ text: some StringProtocol, _ order: DayOrder?) -> String? {
    guard let date = SpreadsheetDate(trimmed(text)), isTime(date.rest) else { return read(text) }
    return date.date(order)?.description
  }

  /// A moment that a spreadsheet has written as a library has it: `2001-12-25 14:30` for `25/12/2001 2:30 PM`; nil for
  /// any other text.
  public static func moment(_ text: some StringProtocol, _ order: DayOrder?) -> String? {
    SpreadsheetDate(trimmed(text))?.moment(order)
  }

  /// Whether a date can be read in two ways: `5/6/2001`.
  public static func isUnclear(_ text: some StringProtocol) -> Bool {
    guard let date = SpreadsheetDate(trimmed(text)) else { return false }
    return date.date(nil) == nil && date.date(.dayFirst) != nil
  }

  /// Whether what follows a date is a time of day, or nothing.
  private static func isTime(_ text: Substring) -> Bool {
    var time = text.drop { $0 == " " || $0 == "T" }.uppercased()[...]
    if time.isEmpty { return true }
    for zone in ["Z", "UTC", "GMT", "AM", "PM"] where time.hasSuffix(zone) {
      time = time.dropLast(zone.count)
    }
    return time.first?.isNumber == true && time.contains(":")
      && time.utf8.allSatisfy { "0123456789:.,+- ".utf8.contains($0) }
  }

  /// The year of a service that counts 720 BC as -720, which ISO 8601 calls -0719.
  public static func year(_ text: some StringProtocol) -> String? {
    let text = trimmed(text)
    let digits = text.hasSuffix(".0") ? text.dropLast(2) : text[...]
    guard let year = Int(digits), year != 0 else { return nil }
    return joined(year < 0 ? year + 1 : year, nil, nil)
  }

  /// The date of its parts, or nil if there is no such day; the year is astronomical, 0 for 1 BC.
  public static func joined(_ year: Int, _ month: Int?, _ day: Int?) -> String? {
    guard (-9999...9999).contains(year) else { return nil }
    var date = (year < 0 ? "-" : "") + padded(abs(year), 4)
    guard let month else { return date }
    guard (1...12).contains(month) else { return nil }
    date += "-" + padded(month, 2)
    guard let day else { return date }
    guard (1...length(of: month, year)).contains(day) else { return nil }
    return date + "-" + padded(day, 2)
  }

  /// The parts of a date of a library: year, month, day.
  public static func parts(_ date: some StringProtocol) -> [Int] {
    let isBefore = date.hasPrefix("-")
    let numbers = date.split(separator: "-").compactMap { Int($0) }
    return isBefore ? numbers.prefix(1).map { -$0 } + numbers.dropFirst() : numbers
  }

  /// The day that a date of a library begins with, or nil for what is none in just this form.
  public static func firstDay(_ date: some StringProtocol) -> CalendarDate? {
    guard read(date).map({ $0.utf8.elementsEqual(date.utf8) }) == true else { return nil }
    let parts = parts(date)
    return CalendarDate(
      year: parts[0], month: parts.count > 1 ? parts[1] : 1, day: parts.count > 2 ? parts[2] : 1)
  }

  /// The year of `751 BC`, as ISO 8601 counts it: -750.
  public static func yearBC(_ text: some StringProtocol) -> Int? {
    let text = text.uppercased()
    guard let era = [" BCE", " BC"].first(where: text.hasSuffix), let year = Int(text.dropLast(era.count))
    else { return nil }
    return (1...9_999).contains(year) ? 1 - year : nil
  }

  /// A year as people write it: `1869`, or `751 BC` for -750.
  public static func name(ofYear year: Int) -> String { year > 0 ? "\(year)" : "\(1 - year) BC" }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let reversed = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace)
    return String(reversed.reversed())
  }

  private static func length(of month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
  }

  /// A date with its month in English.
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

  /// The number of a month by its name, or by the beginning of it.
  package static func month(_ word: some StringProtocol) -> Int? {
    guard word.count >= 3, word.allSatisfy(\.isLetter) else { return nil }
    let name = word.lowercased()
    return months.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
  }
}
