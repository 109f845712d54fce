import Records

/// A change of a number or a date: `+1`, `-0.5`, `*2`, `+1 month`.
public struct Amount: Hashable, Sendable {
  enum Operation: Hashable, Sendable {
    case add, multiply
  }

  let operation: Operation
  let number: DecimalNumber
  /// By default a day; nil if none was typed.
  let unit: CalendarDate.Part?
  /// A week is seven days.
  private let unitCount: Int

  private static let units: [(name: String, part: CalendarDate.Part, count: Int)] = [
    ("day", .day, 1), ("week", .day, 7), ("month", .month, 1), ("year", .year, 1),
  ]

  init?(_ text: String) {
    guard let sign = text.first, "+-*".contains(sign) else { return nil }
    let rest = text.dropFirst().drop(while: \.isWhitespace)
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = DecimalNumber((sign == "-" ? "-" : "") + digits) else { return nil }
    let name = rest.dropFirst(digits.count).drop(while: \.isWhitespace).lowercased()
    let unit = Self.units.first { $0.name == name || $0.name + "s" == name }
    if unit == nil, !name.isEmpty { return nil }
    (operation, self.number) = (sign == "*" ? .multiply : .add, number)
    (self.unit, unitCount) = (unit?.part, unit?.count ?? 1)
  }

  func problem(in field: Field) -> RuleProblem? {
    if field.kind.isDated { return operation == .add && number.integer != nil ? nil : .wrongUnit }
    guard field.kind.holdsNumbers else { return .notForNumbers }
    return unit == nil ? nil : .wrongUnit
  }

  func changed(_ value: Value, in field: Field) throws(RuleRefusal) -> String {
    if field.kind == .partialDate { return try changed(partialDate: field.text(of: value)) }
    if field.kind.isDated {
      guard let moment = field.dateTime(of: value) else { throw .notADate }
      return try changed(moment.date).description
    }
    let text = field.text(of: value)
    guard let old = DecimalNumber(text) else { return try changed(real: text) }
    let new = operation == .add ? old.adding(number) : old.multiplied(by: number)
    guard let new else { throw .outOfRange }
    return field.kind == .decimal ? new.description : new.shortest
  }

  private func changed(real text: String) throws(RuleRefusal) -> String {
    guard let old = Double(text), let number = Double(number.description), old.isFinite else {
      throw .notANumber
    }
    return String(operation == .add ? old + number : old * number)
  }

  private func changed(_ date: CalendarDate) throws(RuleRefusal) -> CalendarDate {
    guard let count = number.integer, abs(count) < 1_000_000 else { throw .outOfRange }
    let unit = unit ?? .day
    let new = date.stepped(unit, by: count * unitCount)
    // Results beyond the range of dates are clamped to its ends.
    if count != 0, new == .earliest || new == .latest { throw .outOfRange }
    return new
  }

  /// Keeps the precision of a year, a month or a day.
  private func changed(partialDate text: String) throws(RuleRefusal) -> String {
    let isBefore = text.hasPrefix("-")
    let parts = text.dropFirst(isBefore ? 1 : 0).split(separator: "-").map { Int($0) }
    let needed = [CalendarDate.Part.year: 1, .month: 2, .day: 3][unit ?? .day] ?? 3
    guard (1...3).contains(parts.count), parts.count >= needed, let year = parts[0] else { throw .notADate }
    let month = parts.count > 1 ? parts[1] : 1
    let day = parts.count > 2 ? parts[2] : 1
    guard let month, let day, let date = CalendarDate(year: isBefore ? -year : year, month: month, day: day)
    else { throw .notADate }
    let new = try changed(date).description
    return String(new.dropLast(3 * (3 - parts.count)))
  }
}

/// A decimal number with exact arithmetic.
struct DecimalNumber: Hashable, Sendable, CustomStringConvertible {
  private let digits: Int128
  private let places: Int

  private static let placeLimit = 18

  private init(_ digits: Int128, places: Int) { (self.digits, self.places) = (digits, places) }

  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first, text.count <= 30,
      text.utf8.contains(where: { (48...57).contains($0) })
    else { return nil }
    let fraction = parts.count == 2 ? parts[1] : ""
    guard fraction.utf8.allSatisfy({ (48...57).contains($0) }), fraction.count <= Self.placeLimit,
      let digits = Int128(String(whole) + fraction)
    else { return nil }
    (self.digits, places) = (digits, fraction.count)
  }

  var integer: Int? {
    let unit = Self.power(places)
    return digits % unit == 0 ? Int(exactly: digits / unit) : nil
  }

  private static func power(_ places: Int) -> Int128 { (0..<places).reduce(1) { power, _ in power * 10 } }

  func adding(_ other: DecimalNumber) -> DecimalNumber? {
    let places = max(places, other.places)
    let (left, isTooLarge) = digits.multipliedReportingOverflow(by: Self.power(places - self.places))
    let (right, isOtherTooLarge) = other.digits.multipliedReportingOverflow(
      by: Self.power(places - other.places))
    let (sum, isSumTooLarge) = left.addingReportingOverflow(right)
    return isTooLarge || isOtherTooLarge || isSumTooLarge ? nil : DecimalNumber(sum, places: places)
  }

  /// Keeps this number's decimal places if that is exact; nil if there are too many digits.
  func multiplied(by other: DecimalNumber) -> DecimalNumber? {
    var (product, isTooLarge) = digits.multipliedReportingOverflow(by: other.digits)
    var places = places + other.places
    while places > self.places, product % 10 == 0 { (product, places) = (product / 10, places - 1) }
    return isTooLarge || places > Self.placeLimit ? nil : DecimalNumber(product, places: places)
  }

  var description: String {
    let magnitude = String(digits.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - magnitude.count)) + magnitude
    let sign = digits < 0 ? "-" : ""
    return places == 0 ? sign + padded : "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))"
  }

  var shortest: String {
    var (digits, places) = (digits, places)
    while places > 0, digits % 10 == 0 { (digits, places) = (digits / 10, places - 1) }
    return DecimalNumber(digits, places: places).description
  }
}
