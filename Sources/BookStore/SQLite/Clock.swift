import Dispatch
import Platform

/// A monotonic clock.
enum Clock {
  /// Seconds since an unspecified moment in the past.
  static var seconds: Double {
    Double(DispatchTime.now().uptimeNanoseconds) / 1e9
  }

  /// The processor time of the calling thread in seconds.
  static var threadSeconds: Double {
    SystemClock.seconds(CLOCK_THREAD_CPUTIME_ID)
  }
}
