/// Incrementally sorts numbers into ranges with round bounds, in bounded memory.
///
/// Up to `mostBins` numbers are kept individually, then bins whose width is a growing power of ten. The final width is a multiple
/// of the bin width, so each number ends up in exactly the right class.
struct NumberClasses {
  /// `x` is in the bin `floor(x / width)`.
  private var bins: [Int64: Tally] = [:]
  private var exponent = -6
  private(set) var areWhole = true

  private static let mostBins = 4_096

  struct Range {
    let lower, upper, width: Double
    var tally: Tally
  }

  mutating func add(_ number: Double, _ tally: Tally) {
    if number != number.rounded() { areWhole = false }
    while abs(scaled(number)) > 1e17 { coarsen() }
    bins[bin(of: number), default: Tally()] += tally
    while bins.count > Self.mostBins { coarsen() }
  }

  /// A decimal bound such as 2.01 falls into the bin that begins there.
  private func bin(of number: Double) -> Int64 {
    let scaled = scaled(number)
    let nearest = scaled.rounded()
    return Int64(abs(scaled - nearest) <= 4 * scaled.ulp ? nearest : scaled.rounded(.down))
  }

  /// Powers of ten are exact up to 10 to the power of 22.
  private func scaled(_ number: Double) -> Double {
    exponent < 0 ? number * Self.power(-exponent) : number / Self.power(exponent)
  }

  static func power(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  private mutating func coarsen() {
    exponent += 1
    var merged: [Int64: Tally] = [:]
    for (bin, tally) in bins { merged[Self.floor(bin, 10), default: Tally()] += tally }
    bins = merged
  }

  private static func floor(_ number: Int64, _ divisor: Int64) -> Int64 {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient - 1 : quotient
  }

  /// - Parameter count: Includes empty ranges; more than 3.
  func ranges(atMost count: Int) -> [Range] {
    guard let least = bins.keys.min(), let greatest = bins.keys.max() else { return [] }
    let step = step(least, greatest, count)
    var tallies: [Int64: Tally] = [:]
    for (bin, tally) in bins { tallies[Self.floor(bin, step), default: Tally()] += tally }
    return (Self.floor(least, step)...Self.floor(greatest, step)).map { index in
      Range(
        lower: value(of: index * step), upper: value(of: (index + 1) * step), width: value(of: step),
        tally: tallies[index] ?? Tally()
      )
    }
  }

  private func value(of bin: Int64) -> Double {
    exponent < 0 ? Double(bin) / Self.power(-exponent) : Double(bin) * Self.power(exponent)
  }

  /// The smallest of 1, 2, 5, 10 … bins that keeps within the limit; whole numbers are never divided.
  private func step(_ least: Int64, _ greatest: Int64, _ count: Int) -> Int64 {
    var step: Int64 = 1
    var factors: [Int64] = [2, 5, 10]
    var base: Int64 = 1
    let whole = areWhole && exponent < 0 ? Int64(Self.power(-exponent)) : 1
    while step < whole || Self.floor(greatest, step) - Self.floor(least, step) >= Int64(count) {
      if factors.isEmpty { (factors, base) = ([2, 5, 10], base * 10) }
      step = base * factors.removeFirst()
    }
    return step
  }
}
