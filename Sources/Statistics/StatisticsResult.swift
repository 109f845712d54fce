/// The requested statistics.
public enum StatisticsResult: Hashable, Sendable {
  /// The figures of some fields; empty if no field is informative.
  case fields([FieldFigures])
  /// A year, and all years with readings in order.
  case year(YearFigures, years: [Int])
  case years([YearTotals])
}
