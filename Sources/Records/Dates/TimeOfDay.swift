/// A time of day to the nanosecond, without a zone.
public struct TimeOfDay: Hashable, Sendable {
  /// The nanoseconds since midnight.
  public let nanoseconds: Int64

  /// 00:00:00.
  public static let midnight = TimeOfDay(nanoseconds: 0)

  /// - Parameter nanoseconds: Less than a day.
  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Makes a time from its components; nil if they are out of range, including leap seconds.
  public init?(hour: Int, minute: Int, second: Int = 0, nanosecond: Int = 0) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second),
      (0..<1_000_000_000).contains(nanosecond)
    else { return nil }
    nanoseconds = Int64((hour * 60 + minute) * 60 + second) * 1_000_000_000 + Int64(nanosecond)
  }

  /// The whole seconds since midnight.
  public var seconds: Int64 { nanoseconds / 1_000_000_000 }

  /// The nanoseconds since the last whole second.
  public var nanosecond: Int64 { nanoseconds % 1_000_000_000 }

  package var minuteText: String {
    String(Int(seconds / 3_600), paddedTo: 2) + ":" + String(Int(seconds / 60 % 60), paddedTo: 2)
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// The time as SQLite prints it, with 3, 6 or 9 decimal places if needed: `07:08:09.500`.
  public var description: String {
    let text = minuteText + ":" + String(Int(seconds % 60), paddedTo: 2)
    guard nanosecond > 0 else { return text }
    let count = nanosecond % 1_000_000 == 0 ? 3 : nanosecond % 1_000 == 0 ? 6 : 9
    return text + "." + String(Int(nanosecond), paddedTo: 9).prefix(count)
  }
}
