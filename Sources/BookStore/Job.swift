import SQLite

/// Work that is done one step at a time, so that keys are handled in between.
///
/// If a job is abandoned, whatever is not done yet stays as it was.
public protocol Job: AnyObject {
  /// The fraction done, from 0 to 1.
  var fraction: Double { get }

  /// Does some of the remaining work.
  ///
  /// - Returns: Whether there may be more to do.
  /// - Throws: Any read or write error; what was done before stays done, and the step can be retried.
  func step() throws(StoreError) -> Bool
}

extension Job {
  /// Does all the remaining work.
  public func finish() throws(StoreError) { while try step() {} }
}
