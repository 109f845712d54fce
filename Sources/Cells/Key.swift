/// A key as the terminal reports it.
public enum Key: Hashable, Sendable {
  /// A printable character; the space is one.
  case character(Character)
  /// Control with a lower-case letter or a punctuation mark, as in `.control("a")`.
  case control(Character)
  /// Alt, or Esc before, with a character.
  case alt(Character)
  /// Return or Enter.
  case enter
  /// Esc alone.
  case escape
  /// Tab.
  case tab
  /// Shift with Tab.
  case backTab
  /// Backspace, whichever byte the terminal sends for it.
  case backspace
  /// Delete forward.
  case delete
  /// Arrow up.
  case up
  /// Arrow down.
  case down
  /// Arrow left.
  case left
  /// Arrow right.
  case right
  /// Home.
  case home
  /// End.
  case end
  /// Page up.
  case pageUp
  /// Page down.
  case pageDown
  /// The first function key.
  case f1
}
