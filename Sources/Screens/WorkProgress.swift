/// How far the work is that goes on away from the keys.
public struct WorkProgress: Hashable, Sendable {
  /// What is going on, without a full stop: "Sorting by Author".
  public var text: String
  /// The part that is done, from 0 to 1, or nil where nobody knows.
  public var fraction: Double?
  /// Whether Esc on the list ends the work, by `Effect.cancelWork`.
  public var isCancellable: Bool

  /// Makes a progress of its parts.
  public init(_ text: String, fraction: Double? = nil, isCancellable: Bool = false) {
    self.text = text
    self.fraction = fraction
    self.isCancellable = isCancellable
  }
}
