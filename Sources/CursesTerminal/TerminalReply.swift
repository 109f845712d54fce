/// The state of a mode that a terminal was asked for.
package enum ModeState: Int {
  /// The terminal does not know it.
  case unknown
  case set, reset
  /// It is set, or reset, for good.
  case alwaysSet, alwaysReset

  /// Whether it is set, or can be.
  var canBeSet: Bool { self == .set || self == .reset || self == .alwaysSet }
}

/// What a terminal has answered to a question.
package enum TerminalReply: Hashable {
  /// Its background, by the brightness of its red, green and blue, each from 0 to 1.
  case background(red: Double, green: Double, blue: Double)
  /// The state of a mode (DECRPM).
  case mode(Int, ModeState)
  /// It has become light or dark.
  case appearance(isLight: Bool)
  /// It knows kitty's keyboard protocol (https://sw.kovidgoyal.net/kitty/keyboard-protocol/).
  case keyboard
  /// Which program it is, by its number among the secondary attributes (DA2).
  case program(Int)
  /// It knows kitty's graphics.
  case pictures
  /// What it is, which comes last, and whether that has Sixel.
  case attributes(hasSixel: Bool)

  /// Whether nothing that was asked for comes behind it.
  var isLast: Bool {
    if case .attributes = self { return true }
    return false
  }
}
