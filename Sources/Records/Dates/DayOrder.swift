/// Which of two numbers before a year is the day: `25/12/2001` has it first, `12/25/2001` second.
public enum DayOrder: Hashable, Sendable {
  case dayFirst, monthFirst

  /// The order in which a date of three numbers must be read, or nil for any other text and for one that can be read both ways.
  ///
  /// With full stops the day is always first, as it is where dates are typed.
  public init?(certain text: String) {
    guard let date = SpreadsheetDate(text), date.first != date.second else { return nil }
    if date.mark == "." || date.first > 12 && date.second <= 12 {
      self = .dayFirst
    } else if date.second > 12, date.first <= 12 {
      self = .monthFirst
    } else {
      return nil
    }
  }

  /// The order on which texts agree, or nil if none of them tells it or two differ.
  public init?(of texts: some Sequence<String>) {
    let orders = Set(texts.lazy.compactMap { DayOrder(certain: $0) })
    guard orders.count == 1, let order = orders.first else { return nil }
    self = order
  }
}
