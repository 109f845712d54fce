/// A unit by which dates are counted.
public enum DatePart: String, CaseIterable, Hashable, Sendable {
  case year, month, week, weekday
}
