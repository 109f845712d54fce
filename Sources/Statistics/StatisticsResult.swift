/// The statistics that were asked for.
public enum StatisticsResult: Hashable, Sendable {
  /// Those of some fields; empty if no field tells anything.
  case fields([FieldFigures])
  /// A year, and all years with readings in order.
  case year(YearFigures, years: [Int])
  /// All years with readings in order.
  case years([YearTotals])
}
