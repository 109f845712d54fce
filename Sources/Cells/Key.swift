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
