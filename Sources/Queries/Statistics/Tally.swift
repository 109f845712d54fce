/// The number of rows, and the sum of a measured field over them.
public struct Tally: Hashable, Sendable {
  /// The number of rows.
  public var rows: Int
  /// The number of rows that have a number in the measured field.
  public var measured: Int
  /// The sum of these numbers.
  public var sum: Double

  package init(rows: Int = 0, measured: Int = 0, sum: Double = 0) {
    (self.rows, self.measured, self.sum) = (rows, measured, sum)
  }

  /// Adds the rows of another tally.
  public static func += (left: inout Tally, right: Tally) {
    left.rows += right.rows
    left.measured += right.measured
    left.sum += right.sum
  }

  /// The figure for a measure; nil if no row has a number to average.
  public func figure(_ measure: Measure) -> Double? {
    switch measure {
    case .rows: Double(rows)
    case .sum: sum
    case .average: measured > 0 ? sum / Double(measured) : nil
    }
  }
}

/// What statistics measure for the rows with a value.
public enum Measure: Hashable, Sendable {
  case rows
  case sum
  /// Of another field, over the rows with a number there.
  case average
}
