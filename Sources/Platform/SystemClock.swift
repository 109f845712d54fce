package enum SystemClock {
  package static var secondsSince1970: Double { CommandWorld.current.time?() ?? seconds(CLOCK_REALTIME) }

  /// Seconds since 1970-01-01 00:00 local time, for computing the local date.
  package static var localSecondsSince1970: Double {
    var (time, parts) = (time_t(secondsSince1970), tm())
    guard localtime_r(&time, &parts) != nil else { return secondsSince1970 }
    return secondsSince1970 + Double(parts.tm_gmtoff)
  }

  /// Seconds since an unspecified moment in the past; never decreases.
  package static var monotonicSeconds: Double { seconds(CLOCK_MONOTONIC) }

  package static var threadSeconds: Double { seconds(CLOCK_THREAD_CPUTIME_ID) }

  package static func seconds(_ clock: clockid_t) -> Double {
    let now = time(of: clock)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  package static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    let now = time(of: clock)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }

  /// A moment in the system's time zone; nil if out of the calendar's range.
  package static func local(_ seconds: Double) -> tm? {
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
