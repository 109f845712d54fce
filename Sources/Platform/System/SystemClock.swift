package enum SystemClock {
  package static var secondsSince1970: Double { CommandWorld.current.time?() ?? seconds(CLOCK_REALTIME) }

  /// Seconds since 1970-01-01 00:00 local time, for computing the local date.
  package static var localSecondsSince1970: Double {
    var (time, parts) = (time_t(secondsSince1970), tm())
    guard localtime_r(&time, &parts) != nil else { return secondsSince1970 }
    return secondsSince1970 + Double(parts.tm_gmtoff)
  }

  /// From an unspecified start; never decreases.
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

  /// A time in the system's time zone; nil if out of range.
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

/// Identifies the system's boot: until the next one, data given to the system survives the process.
package enum SystemBoot {
  /// Nil if the system has none; a test that cuts the power gives another one.
  @TaskLocal package static var id = read()

  private static func read() -> String? {
    #if canImport(Darwin)
      var (bytes, count) = ([UInt8](repeating: 0, count: 64), 64)
      guard sysctlbyname("kern.bootsessionuuid", &bytes, &count, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix(count).prefix { $0 != 0 }, as: UTF8.self)
    #else
      guard let bytes = try? DescriptorBytes.readAll("/proc/sys/kernel/random/boot_id", upTo: 64) else {
        return nil
      }
      return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    #endif
  }
}
