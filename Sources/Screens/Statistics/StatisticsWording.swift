import Queries
import Records

enum StatisticsWording {
  static func year(_ year: Int) -> String { "Books read in \(year)" }
  static let allYears = "Books read by year"
  static func overview(of schema: Schema) -> String { "\(Wording.name(of: schema)) at a glance" }
  static let nothingTells = "No field here has values that several rows share, so there is nothing to count."

  static let nothingRead =
    "No reading has an end yet. On a book, x notes that you have finished it, and R that you have started."

  /// Whole numbers have commas, others one decimal.
  static func figure(_ number: Double) -> String {
    if abs(number) < 1e15, number == number.rounded() { return Wording.number(Int(number)) }
    guard abs(number) < 1e14 else { return String(number) }
    let tenths = Int((number * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return "\(sign)\(Wording.number(abs(tenths) / 10)).\(abs(tenths) % 10)"
  }

  /// Shorter forms: `1.7k` and `2k` for 1,693.
  static func short(_ number: Double) -> [String] {
    let (unit, name) = number >= 999_500 ? (1e6, "M") : number >= 1_000 ? (1e3, "k") : (1, "")
    return [(number / unit * 10).rounded() / 10, (number / unit).rounded()].map { figure($0) + name }
  }

  static func stars(_ number: Double) -> String {
    let (whole, isHalf) = (Int(number), number != number.rounded())
    return (whole == 0 && isHalf ? "" : "\(whole)") + (isHalf ? "½" : "")
  }

  static func average(_ number: Double) -> String {
    guard abs(number) < 1e13 else { return String(number) }
    let hundredths = Int((number * 100).rounded())
    let sign = hundredths < 0 ? "-" : ""
    return
      "\(sign)\(Wording.number(abs(hundredths) / 100)).\(abs(hundredths) / 10 % 10)\(abs(hundredths) % 10)"
  }

  static func hours(_ minutes: Int) -> String { figure(Double(minutes) / 60) }

  static func course(isOfPages: Bool, hasPlan: Bool) -> String {
    (isOfPages ? "Pages" : "Books") + " up to each month" + (hasPlan ? ", and the plan" : "")
  }

  static let planSign = " ·"
  static let before = "░"
  static let finished = "Finished, the latest at the right"
  static func sign(ofYear year: Int) -> String { " · \(before) \(PartialDateText.name(ofYear: year))" }

  static func plan(_ figure: Double, by month: String) -> String {
    "The plan by \(month): \(self.figure(figure.rounded(.down)))"
  }

  static let nothingCounted = "There is nothing to count."

  static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(Wording.number(number)) \(number == 1 ? singular : plural ?? singular + "s")"
  }

  static let months = CalendarDate.shortMonthNames

  // MARK: The screen

  static let counting = "Counting…"
  static let whatHeading = "Statistics of"
  static let howHeading = "Count"
  static func yearChoice(_ year: Int) -> String { "What was read in \(year)" }
  static let yearsChoice = "What was read in each year"
  static let overviewChoice = "An overview"
  static func rows(_ schema: Schema) -> String { "The number of \(schema.plural)" }
  static func part(_ part: DatePart) -> String { "By \(part.rawValue)" }
  static func sum(_ field: Field) -> String { "The sum of \(field.label)" }
  static func averaged(_ schema: Schema, isRanked: Bool) -> String {
    "In brackets: the number of \(schema.plural) averaged"
      + (isRanked ? ". Averages of fewer than \(FieldFigures.leastAveraged) come last" : "")
  }
  static func average(of field: Field) -> String { "The average of \(field.label)" }
  static let noLaterYear = Message("This is the latest year.")
  static let noRows = Message("No list stands for this figure.")
  static let noWays = Message("This is counted in one way only.")
}
