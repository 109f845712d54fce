/// A written time of day with its zone: `07:08`, `07:08:09.5`, `07:08:09+02:00`.
struct ClockText {
  let time: TimeOfDay
  let hasSeconds: Bool
  /// The digits after the decimal point of the seconds, as written.
  let fraction: String
  let zone: String
  /// The offset from UTC in minutes, positive to the east; nil if none is given.
  let offset: Int?

  /// - Throws: `FieldError.notATime`, `.noSuchTime`, or `.tooFineTime` for more than nine digits after the point.
  init(_ text: Substring) throws(FieldError) {
    var rest = text
    let hour = try Self.number(from: &rest, digits: 1...2)
    guard Self.take(":", from: &rest) else { throw .notATime }
    let minute = try Self.number(from: &rest, digits: 2...2)
    hasSeconds = Self.take(":", from: &rest)
    let second = hasSeconds ? try Self.number(from: &rest, digits: 2...2) : 0
    fraction = try hasSeconds && Self.take(".", from: &rest) ? Self.digits(from: &rest) : ""
    guard fraction.count <= 9 else { throw .tooFineTime(9) }
    let nanosecond = Int((fraction + "000000000").prefix(9)) ?? 0
    guard let time = TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond) else {
      throw .noSuchTime
    }
    self.time = time
    zone = rest.allSatisfy(\.isWhitespace) ? "" : String(rest)
    offset = try Self.offset(rest)
  }

  /// With seconds if they were written or are needed, but without the zone.
  func text(withSeconds needsSeconds: Bool) -> String {
    guard hasSeconds || needsSeconds else { return time.minuteText }
    let seconds = TimeOfDay(nanoseconds: time.seconds * 1_000_000_000).description
    return seconds + (fraction.isEmpty ? "" : "." + fraction)
  }

  var isMidnightInUTC: Bool { time == .midnight && (offset ?? 0) == 0 }

  private static func offset(_ text: Substring) throws(FieldError) -> Int? {
    var rest = text.drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    guard let sign = rest.first else { return nil }
    if ["Z", "UTC"].contains(rest.uppercased()) { return 0 }
    guard sign == "+" || sign == "-" else { throw .notATime }
    rest.removeFirst()
    let hours = try number(from: &rest, digits: 1...2)
    let minutes = take(":", from: &rest) || !rest.isEmpty ? try number(from: &rest, digits: 2...2) : 0
    guard rest.isEmpty else { throw .notATime }
    guard hours < 24, minutes < 60 else { throw .noSuchTime }
    return (sign == "-" ? -1 : 1) * (hours * 60 + minutes)
  }

  private static func take(_ character: Character, from text: inout Substring) -> Bool {
    guard text.first == character else { return false }
    text.removeFirst()
    return true
  }

  private static func digits(from text: inout Substring) throws(FieldError) -> String {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { throw .notATime }
    text.removeFirst(digits.count)
    return String(digits)
  }

  private static func number(
    from text: inout Substring, digits count: ClosedRange<Int>
  ) throws(FieldError) -> Int {
    let digits = text.prefix(count.upperBound).prefix { $0.isASCII && $0.isNumber }
    guard count.contains(digits.count), let number = Int(digits) else { throw .notATime }
    text.removeFirst(digits.count)
    return number
  }
}
