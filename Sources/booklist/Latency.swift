import ArgumentParser

/// The delay of a statement or a key, as typed: `2ms`, `500us`, `0.5s`, `0`; a bare number is in milliseconds.
struct Latency: ExpressibleByArgument {
  let duration: Duration

  private static let limit = Duration.seconds(10)

  init?(argument: String) {
    let units = [("ms", 0.001), ("us", 0.000_001), ("µs", 0.000_001), ("s", 1)]
    let unit = units.first { argument.hasSuffix($0.0) } ?? ("", 0.001)
    guard let number = Double(argument.dropLast(unit.0.count)), number >= 0, number <= 1_000_000 else {
      return nil
    }
    duration = .seconds(number * unit.1)
    if duration > Self.limit { return nil }
  }

  init(_ duration: Duration) { self.duration = duration }

  var defaultValueDescription: String { "\(Int(duration / .milliseconds(1)))ms" }
}
