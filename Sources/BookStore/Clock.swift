import Dispatch

/// A clock that only goes forward.
enum Clock {
  /// Seconds since some moment in the past.
  static var seconds: Double {
    Double(nanoseconds) / 1e9
  }

  /// Nanoseconds since the same moment.
  static var nanoseconds: UInt64 { DispatchTime.now().uptimeNanoseconds }
}
