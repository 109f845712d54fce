/// What a person did with the mouse.
public struct MouseEvent: Hashable, Sendable {
  /// What was done.
  public enum Kind: Hashable, Sendable {
    /// The left button was pressed.
    case press
    /// The pointer was moved to another cell while the left button was held.
    case drag
    /// The left button was let go.
    case release
    /// The wheel was turned by a notch, down for 1 and up for -1.
    case wheel(Int)
  }

  /// What was done.
  public let kind: Kind
  /// The cell under the pointer.
  public let place: Position

  /// Makes an event of its parts.
  public init(_ kind: Kind, at place: Position) { (self.kind, self.place) = (kind, place) }
}
