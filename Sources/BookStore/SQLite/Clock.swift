import Dispatch
import Platform

/// A clock that only goes forward.
enum Clock {
  /// Seconds since some moment in the past.
  static var seconds: Double {
    Double(DispatchTime.now().uptimeNanoseconds) / 1e9
  }

  /// The seconds for which the calling thread has had a processor.
  static var threadSeconds: Double {
    SystemClock.seconds(CLOCK_THREAD_CPUTIME_ID)
  }
}
