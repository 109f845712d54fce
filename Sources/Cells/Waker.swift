/// Ends a terminal's wait for the next event, from any thread.
public struct Waker: Sendable {
  private let action: @Sendable () -> Void

  /// Creates a waker that runs an action.
  public init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  /// Makes the terminal's `nextEvent` return `.woken`, now or at its next call.
  public func wake() { action() }
}
