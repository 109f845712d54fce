#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The time of the system.
enum Clock {
  /// Seconds since 1970-01-01 00:00 UTC, now.
  static func secondsSince1970() -> Double {
    Double(time(nil))
  }
}
