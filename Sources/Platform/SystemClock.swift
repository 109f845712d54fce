/// The clocks of the system.
public enum SystemClock {
  /// Seconds since 1970-01-01 00:00 UTC.
  public static var secondsSince1970: Double { CommandWorld.current.time?() ?? seconds(CLOCK_REALTIME) }

  /// Seconds since 1970-01-01 00:00 local time, for computing the local date.
  public static var localSecondsSince1970: Double {
    var (time, parts) = (time_t(secondsSince1970), tm())
    guard localtime_r(&time, &parts) != nil else { return secondsSince1970 }
    return secondsSince1970 + Double(parts.tm_gmtoff)
  }

  /// Seconds since an unspecified moment in the past; never decreases.
  public static var monotonicSeconds: Double { seconds(CLOCK_MONOTONIC) }

  /// The calling thread's processor time in seconds.
  public static var threadSeconds: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

  /// The time of a clock in seconds.
  public static func seconds(_ clock: clockid_t) -> Double {
    let now = time(of: clock)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  /// The time of a clock in nanoseconds.
  public static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    let now = time(of: clock)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }

  /// A moment in the system's time zone; nil if out of the calendar's range.
  public static func local(_ seconds: Double) -> tm? {
    guard let whole = time_t(exactly: seconds.rounded(.down)) else { return nil }
    var (moment, parts) = (whole, tm())
    return localtime_r(&moment, &parts) == nil ? nil : parts
  }

  private static func time(of clock: clockid_t) -> timespec {
    var now = timespec()
    clock_gettime(clock, &now)
    return now
  }
}
