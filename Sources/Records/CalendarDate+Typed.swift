extension CalendarDate {
  /// Reads a date as people type it; a month or day that is left out is the first one.
  ///
  /// Understood are, with blanks around them and month names in any case, shortened to three letters or more:
  /// - year first: `1870`, `1870-01`, `1870-01-25`, `1870/01/25`, `-750`, `-0750-03-15`, `+1870`;
  /// - with a name: `25 Jan 1870`, `25. January 1870`, `Jan. 25, 1870`, `Jan 1870`, `15 Mar -750`;
  /// - day first, with full stops only: `25.1.1870`.
  ///
  /// Bare numbers are read only where their order is beyond doubt. So a year beside other numbers needs a
  /// sign or three digits: `25/1/1870`, `1/25/1870`, `12-05-03` and `25.1.70` are refused.
  ///
  /// - Throws: `FieldError.notADate`, `.noSuchMonth`, `.noSuchDay` or `.yearOutOfRange`.
  public init(typed text: String) throws(FieldError) {
    guard let typed = TypedDate(text), let (year, month, day) = Self.parts(typed) else { throw .notADate }
    guard Self.years.contains(year) else { throw .yearOutOfRange(year) }
    guard (1...12).contains(month) else { throw .noSuchMonth(month) }
    guard let date = CalendarDate(year: year, month: month, day: day) else { throw .noSuchDay(day) }
    self = date
  }

  private static func parts(_ typed: TypedDate) -> (year: Int, month: Int, day: Int)? {
    let numbers = typed.numbers
    switch typed.shape {
    case "1": return (numbers[0].signed, 1, 1)
    case "1-1", "1/1": return parts(year: numbers[0], month: numbers[1])
    case "1-1-1", "1/1/1": return parts(year: numbers[0], month: numbers[1], day: numbers[2])
    case "1.1.1": return parts(year: numbers[2], month: numbers[1], day: numbers[0])
    case "a1": return (numbers[0].signed, typed.month, 1)
    case "1a1", "1.a1", "1a,1": return parts(year: numbers[1], day: numbers[0], month: typed.month)
    case "a11", "a1,1": return parts(year: numbers[1], day: numbers[0], month: typed.month)
    default: return nil
    }
  }

  private typealias Number = TypedDate.Number

  private static func parts(year: Number, month: Number, day: Number? = nil) -> (Int, Int, Int)? {
    guard year.canOnlyBeYear, month.isBare, day?.isBare ?? true else { return nil }
    return (year.signed, month.value, day?.value ?? 1)
  }

  private static func parts(year: Number, day: Number, month: Int) -> (Int, Int, Int)? {
    day.isBare ? (year.signed, month, day.value) : nil
  }
}
