/// An event that the program must handle.
public enum Event: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Never treated as keys, whatever the text holds.
  case paste(String)
  case refused(InputRefusal)
  case resized(Size)
  case signal(Signal)
  /// The process was continued after a stop, or another program wrote over the screen.
  case continued
  case closed
  case woken
}

/// A key as the terminal reports it.
public enum Key: Hashable, Sendable {
  case character(Character)
  /// Control with a lower-case letter or a punctuation mark, as in `.control("a")`.
  case control(Character)
  /// Alt with a character, or Esc before a character.
  case alt(Character)
  case enter
  case escape
  case tab
  case backTab
  case backspace
  case delete
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown
  case f1
}

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

/// Input that the program cannot take; none of it is typed or pasted.
public enum InputRefusal: Hashable, Sendable {
  case longPaste(byteCount: Int, limit: Int)
  /// Neither UTF-8 nor in the encoding of the locale.
  case unreadablePaste
  case unreadableKey
  case unreadableLine
}

/// A signal that the program handles, besides those for resizing and continuing.
public enum Signal: Hashable, Sendable, CaseIterable {
  case terminate
  case hangUp
  /// SIGINT from outside; Ctrl-C is a key.
  case interrupt
  /// SIGTSTP from outside; Ctrl-Z is a key.
  case stop
  /// SIGUSR1.
  case memoryWarning
}
