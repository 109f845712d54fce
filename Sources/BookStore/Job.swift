import SQLite

/// Work that is done one step at a time, so that keys are answered in between.
///
/// If nobody continues it, whatever is not done yet stays as it was.
public protocol Job: AnyObject {
  /// The part that is done, from 0 to 1.
  var fraction: Double { get }

  /// Does some of the remaining work.
  ///
  /// - Returns: Whether there may be more to do.
  /// - Throws: Any error that reading and writing can throw; what was done before stays done, and the step can be
  ///   retried.
  func step() throws(StoreError) -> Bool
}

extension Job {
  /// Does all the remaining work.
  ///
  /// - Throws: As `step()`.
  public func finish() throws(StoreError) { while try step() {} }
}
