/// A text split into a date and a time of day.
package struct DateTimeText {
  /// Nil if only a time is written.
  package let date: CalendarDate?
  let clock: ClockText?
  let separator, rest: String

  /// Reads a typed date, time, or both.
  ///
  /// The date has one of the forms of `CalendarDate(typed:)`. A time such as `07:08`, `07:08:09` or `07:08:09.5` follows blanks
  /// or a `T`, perhaps with `Z` or an offset like `+02:00`.
  ///
  /// - Throws: The errors of `CalendarDate(typed:)`, `FieldError.notATime`, `.noSuchTime` or `.tooFineTime`.
  package init(typed text: String) throws(FieldError) {
    guard let colon = text.firstIndex(of: ":") else {
      self.init(date: try CalendarDate(typed: text), clock: nil, separator: "", rest: "")
      return
    }
    var start = colon
    while start > text.startIndex, text[text.index(before: start)].isASCIIDigit {
      start = text.index(before: start)
    }
    let clock = try ClockText(text[start...])
    var head = text[..<start]
    let isParted = head.last.map { "Tt".contains($0) } == true && head.dropLast().last?.isASCIIDigit == true
    if isParted { head.removeLast() }
    let isTimeOnly = head.allSatisfy(\.isWhitespace)
    let separator = isParted ? "T" : " "
    self.init(
      date: isTimeOnly ? nil : try CalendarDate(typed: String(head)), clock: clock, separator: separator,
      rest: (isTimeOnly ? "" : separator) + text[start...])
  }

  /// Reads a date like `1321-06-07`, perhaps with a time after `T` or blanks.
  init?(stored text: Text) {
    // The longest time in use has nine decimal places and a zone.
    guard text.bytes.count <= 50, let (date, time) = Self.parts(of: text.bytes) else { return nil }
    let rest = String(decoding: time, as: UTF8.self)
    let clock = rest.drop { "Tt ".contains($0) }
    self.init(
      date: date, clock: try? ClockText(clock), separator: String(rest.prefix(rest.count - clock.count)),
      rest: rest)
  }

  private init(date: CalendarDate?, clock: ClockText?, separator: String, rest: String) {
    (self.date, self.clock, self.separator, self.rest) = (date, clock, separator, rest)
  }

  /// Ignores the zone; midnight if there is no time.
  var dateTime: DateTime? { date.map { DateTime($0, clock?.time ?? .midnight) } }

  var isDateOnly: Bool { rest.isEmpty || clock?.isMidnightInUTC == true }

  package func text(on date: CalendarDate) -> String {
    date.description + (self.date == nil && !rest.isEmpty ? " " : "") + rest
  }

  private static func parts(of bytes: [UInt8]) -> (date: CalendarDate, time: ArraySlice<UInt8>)? {
    let isNegative = bytes.first == 45
    let digits = bytes.dropFirst(isNegative ? 1 : 0).prefix(10)
    let time = bytes.dropFirst(isNegative ? 11 : 10)
    guard isTime(time), digits.count == 10 else { return nil }
    for (place, byte) in digits.enumerated() {
      guard place == 4 || place == 7 ? byte == 45 : (48...57).contains(byte) else { return nil }
    }
    let numbers = digits.split(separator: 45).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 3 else { return nil }
    let year = isNegative ? -numbers[0] : numbers[0]
    return CalendarDate(year: year, month: numbers[1], day: numbers[2]).map { ($0, time) }
  }

  private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let separator = bytes.first else { return true }
    guard separator == 84 || separator == 116 || separator == 32 else { return false }
    let time = bytes.dropFirst().drop { $0 == 32 }
    guard let first = time.first, (48...57).contains(first) else { return false }
    return time.allSatisfy { "0123456789:.,+-Zz ".utf8.contains($0) }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
