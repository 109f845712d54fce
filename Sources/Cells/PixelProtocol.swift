/// A protocol for pixel pictures in a terminal.
public enum PixelProtocol: Hashable, Sendable {
  /// Kitty's graphics (https://sw.kovidgoyal.net/kitty/graphics-protocol/); also of Ghostty and Konsole.
  case kitty
  /// The inline images of iTerm2 (https://iterm2.com/documentation-images.html); also of WezTerm and mintty.
  case iterm
  /// DEC's graphics for printers and terminals (VT330/VT340 Programmer Reference Manual, volume 2, chapter 14).
  case sixel
}
