/// How long tasks have waited for memory since boot, from the kernel's pressure files.
///
/// The format is that of the kernel's `Documentation/accounting/psi.rst`: the lines `some avg10=0.00 avg60=0.00 avg300=0.00
/// total=0` and `full …`, with totals in microseconds.
struct StallInformation: Hashable {
  /// Microseconds in which at least one task waited.
  var some: UInt64
  /// Microseconds in which all tasks waited.
  var full: UInt64

  /// The stall of some tasks within two seconds, in microseconds, at or above which memory counts as short.
  static let someLimit: UInt64 = 150_000
  /// The same limit for all tasks.
  static let fullLimit: UInt64 = 100_000

  init(some: UInt64, full: UInt64) {
    self.some = some
    self.full = full
  }

  /// Parses a pressure file; nil if it is not one.
  ///
  /// Without a `full` line, that total is 0.
  init?(_ text: String) {
    var (some, full): (UInt64?, UInt64?) = (nil, nil)
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ")
      guard let total = words.last(where: { $0.hasPrefix("total=") }) else { continue }
      let number = UInt64(total.dropFirst("total=".count))
      switch words[0] {
      case "some": some = number
      case "full": full = number
      default: break
      }
    }
    guard let some else { return nil }
    self.init(some: some, full: full ?? 0)
  }

  func level(since earlier: StallInformation) -> MemoryWarning.Level? {
    // A total that decreased comes from another file.
    if full >= earlier.full, full - earlier.full >= Self.fullLimit { return .full }
    if some >= earlier.some, some - earlier.some >= Self.someLimit { return .some }
    return nil
  }
}
