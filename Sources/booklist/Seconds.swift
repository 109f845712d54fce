import ArgumentParser

/// A number of seconds as typed: `30`, `0.5`.
struct Seconds: ExpressibleByArgument {
  let count: Double

  init(count: Double) { self.count = count }

  init?(argument: String) {
    guard let count = Double(argument) else { return nil }
    self.count = count
  }

  var defaultValueDescription: String { Int(exactly: count).map(String.init) ?? "\(count)" }
}
