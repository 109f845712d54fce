/// How far the work is that goes on away from the keys.
public struct WorkProgress: Hashable, Sendable {
  /// What is going on, without a full stop: "Sorting by Author".
  public var text: String
  /// The part that is done, from 0 to 1, or nil where nobody knows.
  public var fraction: Double?
  /// Whether Esc on the list ends the work, by `Effect.cancelWork`.
  public var isCancellable: Bool
  /// Whether Esc ends it on every other screen, too.
  public var isCancellableAnywhere: Bool
  /// Whether the order and the filter of the list have to stay until it is over.
  public var needsList: Bool
  /// Where nobody knows how far it is, a number that goes on with the time, which turns the sign before the text.
  public var turn: Int?

  /// Makes a progress of its parts.
  public init(
    _ text: String, fraction: Double? = nil, isCancellable: Bool = false, isCancellableAnywhere: Bool = false,
    needsList: Bool = false, turn: Int? = nil
  ) {
    self.text = text
    self.fraction = fraction
    self.isCancellable = isCancellable
    self.isCancellableAnywhere = isCancellableAnywhere
    self.needsList = needsList
    self.turn = turn
  }
}
