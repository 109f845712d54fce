import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A clock that only goes forward.
enum Clock {
  /// Seconds since some moment in the past.
  static var seconds: Double {
    Double(DispatchTime.now().uptimeNanoseconds) / 1e9
  }

  /// The seconds for which the calling thread has had a processor.
  static var threadSeconds: Double {
    var now = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
