/// A spreadsheet's date with the year last, perhaps with a time: `25/12/2001`, `12-25-2001`.
struct SpreadsheetDate {
  let first, second, year: Int
  let mark: Character
  let rest: Substring

  init?(_ text: String) {
    let day = text.prefix { $0 != " " && $0 != "T" }
    guard (8...10).contains(day.utf8.count), let mark = day.first(where: { "/-.".contains($0) }) else {
      return nil
    }
    let parts = day.split(separator: mark, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
    }
    guard parts.count == 3, numbers.count == 3, parts[0].count <= 2, parts[1].count <= 2, parts[2].count == 4
    else {
      return nil
    }
    (first, second, year, self.mark) = (numbers[0], numbers[1], numbers[2], mark)
    rest = text.dropFirst(day.count).drop { $0 == " " || $0 == "T" }
  }

  /// Uses `order` if the date is ambiguous; nil if there is no such day.
  func date(_ order: DayOrder?) -> CalendarDate? {
    let dayFirst = CalendarDate(year: year, month: second, day: first)
    let monthFirst = mark == "." ? nil : CalendarDate(year: year, month: first, day: second)
    guard let dayFirst, let monthFirst, dayFirst != monthFirst else { return dayFirst ?? monthFirst }
    return order.map { $0 == .dayFirst ? dayFirst : monthFirst }
  }

  func moment(_ order: DayOrder?) -> String? { date(order).map { rest.isEmpty ? "\($0)" : "\($0) \(clock)" } }

  private var clock: String {
    let half = rest.suffix(2).uppercased()
    guard half == "AM" || half == "PM", let hour = Int(rest.prefix { $0 != ":" }), (1...12).contains(hour)
    else {
      return String(rest)
    }
    let minutes = rest.dropLast(2).drop { $0 != ":" }.filter { $0 != " " }
    return "\(hour % 12 + (half == "PM" ? 12 : 0))\(minutes)"
  }
}

/// Which of two numbers before a year is the day: the first in `25/12/2001`, the second in `12/25/2001`.
package enum DayOrder: Hashable, Sendable {
  case dayFirst, monthFirst

  /// Finds the only possible order in a date with three numbers; nil for any other text.
  package init?(certain text: String) {
    guard let date = SpreadsheetDate(text), date.first != date.second else { return nil }
    if date.mark == "." || date.first > 12 && date.second <= 12 {
      self = .dayFirst
    } else if date.second > 12, date.first <= 12 {
      self = .monthFirst
    } else {
      return nil
    }
  }

  /// Finds the order on which texts agree; nil if none is certain or two disagree.
  package init?(of texts: some Sequence<String>) {
    let orders = Set(texts.lazy.compactMap { DayOrder(certain: $0) })
    guard orders.count == 1, let order = orders.first else { return nil }
    self = order
  }
}
