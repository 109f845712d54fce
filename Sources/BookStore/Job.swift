/// Work that is done a step at a time, so that keys are answered in between.
///
/// If nobody goes on with it, what is not done yet stays as it was.
public protocol Job: AnyObject {
  /// The part that is done, from 0 to 1.
  var fraction: Double { get }

  /// Does some of what is left to do.
  ///
  /// - Returns: Whether there may be more to do.
  /// - Throws: What reading and writing can end with; what was done before stays done, and the step may be tried again.
  func step() throws(StoreError) -> Bool
}

extension Job {
  /// Does all that is left to do.
  ///
  /// - Throws: As `step()`.
  public func finish() throws(StoreError) { while try step() {} }
}
