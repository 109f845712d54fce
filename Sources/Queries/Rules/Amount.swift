import Records

/// A change of a number or a date: `+1`, `-0.5`, `*2`, `+1 month`.
public struct Amount: Hashable, Sendable {
  enum Operation: Hashable, Sendable {
    case add, multiply
  }

  let operation: Operation
  let number: DecimalNumber
  /// The unit for a date, by default a day; nil if none was typed.
  let unit: CalendarDate.Part?
  /// How many of `unit` were meant by one typed unit: a week is seven days.
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
    if field.kind.isDated {
      return operation == .add && number.integer != nil ? nil : .wrongUnit
    }
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

  /// Changes a date that may consist of a year or a year and month, at the same precision.
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
