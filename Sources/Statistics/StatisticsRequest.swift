/// What statistics are asked for.
public enum StatisticsRequest: Hashable, Sendable {
  /// A field by its values, by its index among the fields of a list.
  case field(FieldCount)
  /// The fields of the table that tell most.
  case overview
  /// What was read in a year, with the years in which something was.
  case year(Int)
  /// What was read in each year.
  case years

  /// How a field is counted.
  public struct FieldCount: Hashable, Sendable {
    /// The field.
    public var field: Int
    /// By what dates are counted; nil for what suits them.
    public var part: DatePart?
    /// What is said of each value.
    public var measure = Measure.rows
    /// The measured field; nil if rows are counted.
    public var measured: Int?
    /// The most values, or classes of numbers, that are shown; more than 3.
    public var limit = 20

    /// Creates a request for the rows by their values.
    public init(_ field: Int) { self.field = field }
  }
}
