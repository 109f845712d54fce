/// An action with the mouse.
public struct MouseEvent: Hashable, Sendable {
  /// The kind of the action.
  public enum Kind: Hashable, Sendable {
    case press
    case drag
    case release
    /// By one notch: down for 1, up for -1.
    case wheel(Int)
  }

  /// The kind of the action.
  public let kind: Kind
  /// The cell under the pointer.
  public let place: Position

  /// Creates an event.
  public init(_ kind: Kind, at place: Position) { (self.kind, self.place) = (kind, place) }
}
