/// How long tasks have waited for memory since the system started, as the kernel's pressure files tell it.
///
/// The form is that of the kernel's `Documentation/accounting/psi.rst`: the lines `some avg10=0.00 avg60=0.00
/// avg300=0.00 total=0` and `full …`, the totals in microseconds.
struct StallInformation: Hashable {
  /// The microseconds in which at least one task waited.
  var some: UInt64
  /// The microseconds in which all tasks waited.
  var full: UInt64

  /// The stall within two seconds from which on memory counts as short, in microseconds.
  static let someLimit: UInt64 = 150_000
  /// The same for tasks that all wait at once.
  static let fullLimit: UInt64 = 100_000

  init(some: UInt64, full: UInt64) {
    self.some = some
    self.full = full
  }

  /// Reads the text of a pressure file; nil if it is not one.
  ///
  /// A file without the line of all tasks has none that waited.
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

  /// How short memory became since an earlier reading, or nil if it did not.
  func level(since earlier: StallInformation) -> MemoryWarning.Level? {
    // A total that went back is another file's.
    if full >= earlier.full, full - earlier.full >= Self.fullLimit { return .full }
    if some >= earlier.some, some - earlier.some >= Self.someLimit { return .some }
    return nil
  }
}
