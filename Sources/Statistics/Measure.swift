/// What statistics say of the rows with a value.
public enum Measure: Hashable, Sendable {
  /// How many rows there are.
  case rows
  /// The sum of another field.
  case sum
  /// The average of another field, over the rows that have a number there.
  case average
}
