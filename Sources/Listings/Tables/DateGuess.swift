import Records

/// Guesses how a column holds dates, by its type, name, values and table; the rules are explained in docs/schemas.md.
struct DateGuess {
  private(set) var form: Field.DateForm?
  /// The likely form of the numbers, if it is not certain.
  private(set) var reading: Field.DateForm?
  private(set) var hasTime = false
  private(set) var epoch: DateEpoch?

  var kind: Field.Kind? { form.map { hasTime ? .dateTime($0) : .date($0) } }

  init(_ guess: KindGuess, samples: [Value], context: DateContext) {
    guard let sign = guess.dateSign else { return }
    let values = samples.filter { !DateSamples.isNever($0) }
    if values.isEmpty {
      take(guess.affinity != .text && sign > .verb ? context.kind : nil)
      if form == nil, samples.isEmpty { form = guess.defaultForm(in: context) }
      return
    }
    let named = guess.namedEpoch(in: context)
    let texts = values.compactMap { if case .text(let text) = $0 { text } else { nil } }
      .filter { Field.DateForm.isoText.date(of: .text($0)) != nil }
    let numbers = DateSamples(values, isTrusted: named != nil)
    // A name alone is weak evidence, so every value must confirm it.
    let count = texts.count + numbers.count
    guard sign == .type ? count * 2 > values.count : count == values.count else { return }
    if texts.count > numbers.count {
      form = .isoText
      hasTime = texts.contains { Field.hasTime(.text($0), in: .isoText) }
    } else {
      let likely = guess.likelyEpoch(in: context)
      // A possible duration counts as a date only if it would be a recent one.
      read(numbers, named: named, likely: sign >= .name || likely == .year2001 ? likely : nil)
    }
  }

  private mutating func take(_ kind: Field.Kind?) {
    form = kind?.dateForm
    hasTime = kind?.isDateTime ?? false
  }

  private mutating func read(_ numbers: DateSamples, named: DateEpoch?, likely: DateEpoch?) {
    if numbers.areJulianDays {
      form = .julianDay
    } else if let unit = numbers.unit {
      epoch = named ?? numbers.clearEpoch
      form = (epoch ?? (numbers.isBetweenEpochs ? likely : nil)).map { .number(unit, since: $0) }
      reading = form == nil ? numbers.likelyEpoch.map { .number(unit, since: $0) } : nil
    }
    guard let form else { return }
    hasTime = numbers.values.contains { Field.hasTime($0, in: form) }
  }
}

/// The numbers that may be dates, and what their magnitudes say about their unit and epoch.
///
/// Most moments are after 2000, so their numbers differ by epoch and unit.
struct DateSamples {
  /// Without values that mean "never".
  let values: [Value]
  private let seconds: [Double]
  /// The finest unit, or nil if several units cannot be told apart value by value.
  let unit: DateUnit?

  var count: Int { values.count }

  /// Trusted numbers have to meet fewer conditions.
  init(_ values: [Value], isTrusted: Bool) {
    self.values = values.filter {
      $0.number.map { Self.isJulianDay($0) || Self.isDate($0, isTrusted: isTrusted) } ?? false
    }
    let numbers = self.values.compactMap(\.number)
    seconds = numbers.map { $0 / Double(Self.unit(of: $0).perSecond) }
    let units = Set(numbers.map(Self.unit))
    let finest = units.max { $0.rawValue < $1.rawValue } ?? .second
    let form = Field.DateForm.number(finest, since: .year2001)
    let isReadable = zip(self.values, numbers).allSatisfy { form.unit(of: $0) == Self.unit(of: $1) }
    unit = units.count == 1 || isReadable ? finest : nil
  }

  static func isNever(_ value: Value) -> Bool {
    switch value {
    case .integer(let number):
      [0, -1, Int64(Int32.max), Int64(UInt32.max), .max].contains(number)
    case .real(let number): number == 0 || number == -1
    case .null, .text, .blob: false
    }
  }

  /// Julian day numbers of the years 763 to 3501.
  var areJulianDays: Bool { values.compactMap(\.number).allSatisfy(Self.isJulianDay) }

  var clearEpoch: DateEpoch? {
    if seconds.allSatisfy(Self.since1601.contains), unit != .second { return .year1601 }
    if seconds.allSatisfy(Self.since1904.contains), !areWholeDays { return .year1904 }
    let recent = seconds.count(where: Self.since1970.contains)
    let older = seconds.count { $0 < Self.since1970.lowerBound }
    let isInRange = seconds.allSatisfy { $0 < Self.since1904.upperBound }
    if isInRange, recent > (areWholeDays ? 0 : older) { return .year1970 }
    guard recent == 0, isBetweenEpochs, !areWholeDays else { return nil }
    // As Unix times they would be too old for fractions of seconds, let alone nanoseconds.
    let hasFractions = unit == .second && seconds.contains { $0 != $0.rounded() }
    return hasFractions || unit == .nanosecond ? .year2001 : nil
  }

  var isBetweenEpochs: Bool { seconds.allSatisfy { $0 < Self.since1970.upperBound } }

  var likelyEpoch: DateEpoch? {
    guard isBetweenEpochs, seconds.contains(where: { abs($0) >= Self.leastSeconds }) else { return nil }
    if seconds.contains(where: Self.since1970.contains) { return .year1970 }
    return areWholeDays || unit == .millisecond || unit == .microsecond ? .year1970 : .year2001
  }

  private var areWholeDays: Bool { seconds.allSatisfy(Self.isWholeDay) }

  /// From 2000 to 2060; counted from 2001, these numbers would mean 2031 and later.
  private static let since1970 = 946_684_800.0..<2_840_140_800
  /// From 2000 to 2040; counted from 1970, these numbers would mean 2066 and later.
  private static let since1904 = 3_029_529_600.0..<4_291_747_200
  /// From 1949 to 2108.
  private static let since1601 = 1.1e10..<1.6e10
  /// Smaller numbers (up to three years) may as well be durations.
  private static let leastSeconds = 1e8

  private static func isJulianDay(_ number: Double) -> Bool { (2_000_000...3_000_000).contains(number) }

  private static func isWholeDay(_ seconds: Double) -> Bool {
    seconds.truncatingRemainder(dividingBy: 86_400) == 0
  }

  private static func isDate(_ number: Double, isTrusted: Bool) -> Bool {
    // A year, or a date written as one number, is not a number of seconds.
    if (1...9_999).contains(number) || isDateInDigits(number) { return false }
    let seconds = number / Double(unit(of: number).perSecond)
    guard CalendarDate(secondsSince1970: seconds) != nil else { return false }
    return isTrusted || seconds >= leastSeconds || isWholeDay(seconds)
  }

  private static func isDateInDigits(_ number: Double) -> Bool {
    guard (10_000_101...99_991_231).contains(number), let digits = Int(exactly: number) else { return false }
    return CalendarDate(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100) != nil
  }

  private static func unit(of number: Double) -> DateUnit {
    switch abs(number) {
    case ..<1e11: .second
    case ..<1e14: .millisecond
    case ..<1e17: .microsecond
    default: .nanosecond
    }
  }
}

struct DateContext {
  var isObjectTable = false
  /// The epoch that all columns with unambiguous values agree on.
  var epoch: DateEpoch?
  var kind: Field.Kind?
}

extension TableDescription {
  mutating func shareDates() {
    let isObjectTable = columns.contains { ["Z_PK", "Z_ENT", "Z_OPT"].contains($0.name) }
    for place in columns.indices { columns[place].context.isObjectTable = isObjectTable }
    let clear = columns.map(\.dates).filter { $0.epoch != nil }
    let epochs = Set(clear.compactMap(\.epoch)), forms = Set(clear.compactMap(\.form))
    for place in columns.indices {
      columns[place].context.epoch = epochs.count == 1 ? epochs.first : nil
      guard forms.count == 1, let form = forms.first else { continue }
      columns[place].context.kind = clear.contains(where: \.hasTime) ? .dateTime(form) : .date(form)
    }
  }
}
