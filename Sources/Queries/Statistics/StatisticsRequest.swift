/// A request for statistics.
public enum StatisticsRequest: Hashable, Sendable {
  case field(FieldCount)
  /// The most informative fields.
  case overview
  /// Includes the list of years with readings.
  case year(Int)
  case years

  /// How a field is counted.
  public struct FieldCount: Hashable, Sendable {
    /// The field, by its index among the fields of a list.
    public var field: Int
    /// The unit for dates; nil to choose a suitable one.
    public var part: DatePart?
    /// The measure shown for each value.
    public var measure = Measure.rows
    /// The measured field; nil if rows are counted.
    public var measured: Int?
    /// The maximum number of values, or of classes of numbers; more than 3.
    public var limit = 20

    /// Creates a request that counts rows by value.
    public init(_ field: Int) { self.field = field }
  }
}

/// The requested statistics.
public enum StatisticsResult: Hashable, Sendable {
  /// Empty if no field is informative.
  case fields([FieldFigures])
  /// The years are in order.
  case year(YearFigures, years: [Int])
  case years([YearTotals])
}
