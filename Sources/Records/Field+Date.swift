/// Days as values, in each of the forms.
extension Field {
  /// The day that a date field's value stands for, or nil where it is none in the field's form.
  public func date(of value: Value) -> CalendarDate? {
    guard case .date(let form) = kind else { return nil }
    return form.date(of: value)
  }

  /// The value of a date that was picked, in place of an old one: its time of day and storage class are kept.
  ///
  /// Where the old value is no date in the field's form, or the field is not for dates, it is midnight.
  public func value(of date: CalendarDate, replacing old: Value) -> Value {
    guard case .date(let form) = kind else { return .text(Text(date.description)) }
    return form.value(of: date, replacing: old) ?? form.midnight(of: date).stored(in: affinity)
  }
}

extension Field.DateForm {
  /// The day that a value stands for, or nil where it is none in this form.
  public func date(of value: Value) -> CalendarDate? {
    switch value {
    case .integer(let number): date(of: Double(number))
    case .real(let number): date(of: number)
    case .text(let text) where self == .isoText: Self.parts(of: text)?.date
    case .null, .text, .blob: nil
    }
  }

  /// The value at the time of day of an old one, or nil where that is no date in this form.
  func value(of date: CalendarDate, replacing old: Value) -> Value? {
    guard let oldDate = self.date(of: old) else { return nil }
    guard oldDate != date else { return old }
    let days = date.daysSince1970 - oldDate.daysSince1970
    switch old {
    case .integer(let number): return .integer(number + Int64(days) * (self == .julianDay ? 1 : 86_400))
    case .real(let number): return .real(real(of: date, atTimeOf: number, on: oldDate))
    case .text(let text):
      return .text(Text(bytes: Array(date.description.utf8) + (Self.parts(of: text)?.time ?? [])))
    case .null, .blob: return nil
    }
  }

  /// The value of a day's first moment.
  func midnight(of date: CalendarDate) -> Value {
    self == .isoText ? .text(Text(date.description)) : .real(number(of: date))
  }

  private func date(of number: Double) -> CalendarDate? {
    switch self {
    case .secondsSince1970: CalendarDate(secondsSince1970: number)
    case .secondsSince2001: CalendarDate(secondsSince1970: number + Self.secondsBefore2001)
    case .julianDay: CalendarDate(julianDay: number)
    case .isoText: nil
    }
  }

  /// The number of a day's midnight.
  private func number(of date: CalendarDate) -> Double {
    switch self {
    case .secondsSince1970, .isoText: Double(date.secondsSince1970)
    case .secondsSince2001: Double(date.secondsSince1970) - Self.secondsBefore2001
    case .julianDay: Double(date.daysSince1970) + 2_440_587.5
    }
  }

  private func real(of date: CalendarDate, atTimeOf old: Double, on oldDate: CalendarDate) -> Double {
    let midnight = number(of: date)
    let real = midnight + (old - number(of: oldDate))
    // An instant next to a midnight may be rounded across it where doubles lie further apart.
    guard self.date(of: real) != date else { return real }
    return real < midnight ? midnight : midnight + (self == .julianDay ? 1 - 1 / 86_400_000 : 86_399.999)
  }

  /// The date at the start of an ISO text and what follows it, `T` or blanks with a time.
  private static func parts(of text: Text) -> (date: CalendarDate, time: ArraySlice<UInt8>)? {
    let bytes = text.bytes
    // The longest time in use has a fraction of nine digits and a zone.
    guard bytes.count <= 50 else { return nil }
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

  private static let secondsBefore2001 = 978_307_200.0
}
