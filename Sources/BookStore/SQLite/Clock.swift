import Dispatch

/// A clock that only goes forward.
enum Clock {
  /// Seconds since some moment in the past.
  static var seconds: Double {
    Double(DispatchTime.now().uptimeNanoseconds) / 1e9
  }
}
