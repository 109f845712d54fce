/// Which of two numbers before a year is the day: the first in `25/12/2001`, the second in `12/25/2001`.
public enum DayOrder: Hashable, Sendable {
  case dayFirst, monthFirst

  /// The only possible order of a date with three numbers (with full stops, day first); nil for any other text.
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

  /// The order on which texts agree; nil if none is certain or two disagree.
  public init?(of texts: some Sequence<String>) {
    let orders = Set(texts.lazy.compactMap { DayOrder(certain: $0) })
    guard orders.count == 1, let order = orders.first else { return nil }
    self = order
  }
}
