import Records
import SeededRandom

/// Makes rows of every storage class, and dates of every form, as SQL.
struct FinderValues {
  var random: SeededGenerator

  mutating func inserts(_ table: String, key: [String], _ kinds: [(String, String)]) -> String {
    let form = Field.Kind(name: kinds[3].1)?.dateForm
    let columns = (key + kinds.map(\.0)).joined(separator: ", ")
    let rows = (0..<120).map { number -> String in
      let literals = [text(), text(), self.number(), date(form), random.next() % 3 == 0 ? "NULL" : "x'31'"]
      let keys = key.map { $0 == "k" ? "'k\(number % 3)'" : "\(number)" }
      return "(\((keys + literals).joined(separator: ", ")))"
    }
    return "INSERT INTO \(table) (\(columns)) VALUES \(rows.joined(separator: ", "))"
  }

  private mutating func text() -> String {
    [
      "NULL", "''", "'war'", "'War and Peace'", "'leo 1815'", "'Ab'", "'ab'", "5", "-2.5", "x'6162'",
      "CAST(x'61FF' AS TEXT)", "'12'", "'a\"b\\'",
    ].randomElement(using: &random) ?? ""
  }

  private mutating func number() -> String {
    ["NULL", "'many'", "'12'", "x'35'", "1e300", "9223372036854775807", "0.1"].randomElement(using: &random)
      .map {
        random.next() % 3 == 0
          ? $0 : "\(Int.random(in: -3...30, using: &random))" + (random.next() % 3 == 0 ? ".5" : "")
      } ?? ""
  }

  private mutating func date(_ form: Field.DateForm?) -> String {
    let date = CalendarDate(daysSince1970: Int.random(in: -900_000...50_000, using: &random))
    if random.next() % 8 == 0 {
      return ["NULL", "'soon'", "x'31'", "0", "-1", "5"].randomElement(using: &random) ?? ""
    }
    guard form != .isoText else {
      return "'\(date)" + (["", "T23:59:59", " 00:00", "T00:00:00Z"].randomElement(using: &random) ?? "")
        + "'"
    }
    // A date of the form as SQLite counts it; some of them at the very edge of a day.
    let edge = [0, 0, 1, -1, 43_200].randomElement(using: &random) ?? 0
    let seconds = Int64(date.daysSince1970) * 86_400 + Int64(edge)
    guard case .number(let unit, let epoch)? = form else {
      return "\(Double(seconds) / 86_400 + 2_440_587.5)"
    }
    let (count, isTooLarge) = (seconds - epoch.secondsSince1970).multipliedReportingOverflow(
      by: unit.perSecond)
    if isTooLarge { return "\(seconds)" }
    // Programs that went over to a finer unit leave counts of the coarser one.
    let late = 200_000_000 + Int64(Int.random(in: 0..<1_000_000_000, using: &random))
    if unit.rawValue >= 6, random.next() % 5 == 0 { return "\(late)" }
    return "\(count)" + (random.next() % 4 == 0 && abs(count) < 1 << 50 ? ".4996" : "")
  }
}
