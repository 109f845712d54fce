/// What statistics measure for the rows with a value.
public enum Measure: Hashable, Sendable {
  case rows
  case sum
  /// The average of another field, over the rows that have a number there.
  case average
}
