package enum ModeState: Int {
  case unknown
  case set, reset
  case alwaysSet, alwaysReset

  var canBeSet: Bool { self == .set || self == .reset || self == .alwaysSet }
}

package enum TerminalReply: Hashable {
  case background(red: Double, green: Double, blue: Double)
  case mode(Int, ModeState)
  case appearance(isLight: Bool)
  /// Knows kitty's keyboard protocol (https://sw.kovidgoyal.net/kitty/keyboard-protocol/).
  case keyboard
  /// The program's number among the secondary attributes (DA2).
  case program(Int)
  case pictures
  /// The primary attributes, which come last.
  case attributes(hasSixel: Bool)

  var isLast: Bool {
    if case .attributes = self { return true }
    return false
  }
}
