/// What a terminal has answered to a question.
package enum TerminalReply: Hashable {
  /// Its background, by the brightness of its red, green and blue, each from 0 to 1.
  case background(red: Double, green: Double, blue: Double)
  /// Whether it can show a frame at one moment (mode 2026).
  case synchronization(Bool)
  /// Whether it tells when it becomes light or dark (mode 2031,
  /// https://contour-terminal.org/vt-extensions/color-palette-update-notifications/).
  case tellsAppearance(Bool)
  /// It has become light or dark.
  case appearance(isLight: Bool)
  /// It knows kitty's keyboard protocol (https://sw.kovidgoyal.net/kitty/keyboard-protocol/).
  case keyboard
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
