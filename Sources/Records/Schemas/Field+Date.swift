extension Field {
  /// The day that a date field's value stands for; nil if it is not a date in the field's form.
  public func date(of value: Value) -> CalendarDate? { dateTime(of: value)?.date }

  /// The moment that a date field's value stands for; nil if it is not a date in the field's form.
  ///
  /// Numbers are moments in UTC, and texts stay in the zone in which they are written.
  public func dateTime(of value: Value) -> DateTime? {
    guard let form = kind.dateForm, !isNever(value) else { return nil }
    return form.dateTime(of: value)
  }

  /// Whether a value means "never", as 0 and -1 do in some date columns.
  public func isNever(_ value: Value) -> Bool {
    guard zeroIsNever, kind.dateForm != nil else { return false }
    return [.integer(0), .integer(-1), .real(0), .real(-1)].contains(value)
  }

  /// The moment that a number probably means, in a field that is not certainly a date.
  public func likelyDateTime(of value: Value) -> DateTime? {
    guard let reading, ![.integer(0), .integer(-1), .real(0), .real(-1)].contains(value) else { return nil }
    return reading.dateTime(of: value)
  }

  package static func hasTime(_ value: Value, in form: DateForm) -> Bool {
    guard let moment = form.dateTime(of: value) else { return false }
    if case .text(let text) = value { return DateTimeText(stored: text)?.isDateOnly == false }
    return !form.isWholeDay(value, moment)
  }

  /// A date field shows a time of day only if there is one.
  func dateText(of value: Value) -> String? {
    guard let form = kind.dateForm, let moment = dateTime(of: value) else { return nil }
    guard kind.isDateTime || Self.hasTime(value, in: form) else { return moment.date.description }
    return if case .text(let text) = value { text.string } else { moment.description }
  }

  /// Which day is meant if no year is typed, by the column's name, such as `started` or `due`; nil if a year must be typed.
  package var daySense: TypedDay.Sense? {
    guard kind.isDated else { return nil }
    // A related column follows its table: `loan.due`.
    let names = column.split(separator: ".")
    let words = Self.words(of: names.count > 1 ? names[1] : column[...])
    if words == ["at"] { return .past }
    let rest = words.filter { !["on", "at", "date", "day"].contains($0) }
    if rest == ["due"] { return .due }
    return rest.count == 1 && Self.pastNames.contains(rest[0]) ? .past : nil
  }

  private static func words(of column: Substring) -> [String] {
    var (words, last) = ([""], Character("_"))
    for character in column {
      if !character.isLetter || character.isUppercase && last.isLowercase { words.append("") }
      if character.isLetter { words[words.count - 1].append(character.lowercased()) }
      last = character
    }
    return words.filter { !$0.isEmpty }
  }

  private static let pastNames: Set = [
    "started", "finished", "stopped", "read", "lent", "borrowed", "back", "returned", "added", "noted",
  ]

  /// Replaces days that depend on today, such as `28 nov` or `friday`, by digits, and keeps a time of day after them.
  ///
  /// - Throws: The errors of `TypedDay`.
  public func dated(_ text: String, today: CalendarDate?) throws(FieldError) -> String {
    guard kind.isDated, let today else { return text }
    let (head, time) = Self.split(text)
    if head.isEmpty { return text }
    guard let day = try typedDay(head, today: today) else { return text }
    let isWhole = kind == .partialDate && time.isEmpty || day.first == day.last
    guard let digits = day.text, isWhole else { throw .notADate }
    return digits + (time.isEmpty ? "" : " " + time)
  }

  /// Nil for a text that does not depend on today, or has a full year.
  ///
  /// - Throws: The errors of `TypedDay`.
  package func typedDay(_ text: String, today: CalendarDate) throws(FieldError) -> TypedDay? {
    guard let sense = daySense else { return TypedDay(relative: text, today: today) }
    return try TypedDay(text, sense, today: today)
  }

  private static func split(_ text: String) -> (date: String, time: String) {
    guard let colon = text.firstIndex(of: ":") else { return (String(text.trimmed), "") }
    let digits = text[..<colon].reversed().prefix { $0.isASCII && $0.isNumber }.count
    let start = text.index(colon, offsetBy: -digits)
    var date = String(text[..<start]).trimmed
    if date.lowercased().hasSuffix(" at") { date = String(date.dropLast(3)).trimmed }
    return (String(date), String(text[start...]))
  }

  /// In a field of days, fewer than four digits are not a year.
  func hasYear(_ text: some StringProtocol) -> Bool { daySense == nil || TypedDay.hasYear(String(text)) }

  /// A missing part keeps its old value; without an old value, the time is midnight, and a date is required.
  func dateValue(_ text: String, replacing old: Value) throws(FieldError) -> Value {
    let typed = try DateTimeText(typed: text)
    if typed.date != nil, !hasYear(text) { throw .notADate }
    guard kind.dateForm != .isoText else { return try isoText(typed, replacing: old) }
    let before = dateTime(of: old)
    let old = before == nil && !isNever(old) ? .null : old
    guard let clock = typed.clock else { return try number(of: typed.date, before, replacing: old) }
    guard let date = typed.date ?? before?.date else { throw .noDate }
    guard let moment = DateTime(date, clock.time).adding(minutes: -(clock.offset ?? 0)) else {
      throw .momentNotKept
    }
    if moment == before { return old }
    // Digits that are not shown are kept.
    if let before, moment.time == before.time { return try number(of: moment.date, before, replacing: old) }
    let value = stored(try number(of: moment, replacing: old), replacing: old)
    // Far from the epoch a number may be inexact, too large, or taken for another unit.
    guard dateTime(of: value) == moment else { throw .momentNotKept }
    return value
  }

  private func number(
    of date: CalendarDate?, _ before: DateTime?, replacing old: Value
  ) throws(FieldError) -> Value {
    guard let date, let form = kind.dateForm else { throw .notADate }
    if date == before?.date { return old }
    let shifted = before.flatMap { form.value(of: old, movedFrom: $0.date, to: date) }
    let value = try before == nil ? number(of: DateTime(date, .midnight), replacing: old) : shifted
    guard let kept = value.map({ stored($0, replacing: old) }), self.date(of: kept) == date else {
      throw .momentNotKept
    }
    return kept
  }

  private func stored(_ value: Value, replacing old: Value) -> Value {
    if case .integer = old { return value }
    return value.stored(in: affinity)
  }

  /// Keeps the storage class and unit of the old value.
  private func number(of moment: DateTime, replacing old: Value) throws(FieldError) -> Value {
    guard let form = kind.dateForm, let (unit, epoch) = form.count(of: old) else {
      guard moment.time.nanoseconds % 1_000_000 == 0 else { throw .tooFineTime(3) }
      return .real(moment.julianDay)
    }
    let seconds = moment.secondsSince1970 - epoch.secondsSince1970
    let nanosecondsPerUnit = 1_000_000_000 / unit.perSecond
    guard moment.time.nanosecond % nanosecondsPerUnit == 0 else {
      return try fractional(seconds, moment.time.nanosecond, unit, replacing: old)
    }
    let (scaled, isTooLarge) = seconds.multipliedReportingOverflow(by: unit.perSecond)
    let (count, isBeyond) = scaled.addingReportingOverflow(moment.time.nanosecond / nanosecondsPerUnit)
    if isTooLarge || isBeyond { throw .momentNotKept }
    switch old {
    case .integer: return .integer(count)
    case .real: return .real(Double(count))
    case .null, .text, .blob:
      return unit == .second ? .real(Double(count)) : .integer(count)
    }
  }

  private func fractional(
    _ seconds: Int64, _ nanosecond: Int64, _ unit: DateUnit, replacing old: Value
  ) throws(FieldError) -> Value {
    guard unit == .second, keepsFractions(replacing: old) else { throw .tooFineTime(unit.digitCount) }
    guard nanosecond % 1_000_000 == 0 else { throw .tooFineTime(3) }
    return .real(Double(seconds * 1_000 + nanosecond / 1_000_000) / 1_000)
  }

  private func keepsFractions(replacing old: Value) -> Bool {
    switch (affinity, old) {
    case (_, .real), (.real, _), (.numeric, _), (.blob, .null): true
    default: false
    }
  }

  private func isoText(_ typed: DateTimeText, replacing old: Value) throws(FieldError) -> Value {
    let before = if case .text(let text) = old { DateTimeText(stored: text) } else { DateTimeText?.none }
    guard let date = typed.date ?? before?.date else { throw .noDate }
    guard let clock = typed.clock else {
      if date == before?.date { return old }
      return .text(Text("\(date)" + (before?.rest ?? (kind.isDateTime ? " 00:00:00" : ""))))
    }
    let zone = clock.zone.isEmpty ? before?.clock?.zone ?? "" : clock.zone
    let isSame = date == before?.date && clock.time == before?.clock?.time && zone == before?.clock?.zone
    if isSame { return old }
    let separator = before.flatMap { $0.separator.isEmpty ? nil : $0.separator } ?? typed.separator
    let hour = clock.text(withSeconds: before?.clock?.hasSeconds ?? true)
    return .text(Text("\(date)\(separator)\(hour)\(zone)"))
  }
}
