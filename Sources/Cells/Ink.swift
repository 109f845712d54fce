/// The colours of a picture's cell; what a cell of text looks like follows from its role alone.
public struct Ink: Hashable, Sendable {
  /// The colour of the glyph, or nil for the terminal's own.
  public var foreground: Color?
  /// The colour behind the glyph, or nil for the terminal's own.
  public var background: Color?
  /// Whether the two change places.
  public var isReversed: Bool

  /// A colour as SGR sequences name it (ECMA-48, 8.3.117; ISO/IEC 8613-6).
  public enum Color: Hashable, Sendable {
    /// One of the terminal's palette, the first eight or sixteen of which people choose themselves.
    case palette(UInt8)
    /// Red, green and blue.
    case rgb(UInt8, UInt8, UInt8)
  }

  /// Makes an ink of its parts; without any it is the terminal's own.
  public init(foreground: Color? = nil, background: Color? = nil, isReversed: Bool = false) {
    self.foreground = foreground
    self.background = background
    self.isReversed = isReversed
  }
}
