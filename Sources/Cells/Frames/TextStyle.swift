/// Colours and attributes that both SGR sequences and web style sheets can express.
public struct TextStyle: Hashable, Sendable {
  /// The colour of the glyph, or nil for the default.
  public var foreground: Ink.Color?
  /// The colour behind the glyph, or nil for the default.
  public var background: Ink.Color?
  /// Whether the glyph is bold.
  public var isBold: Bool
  /// Whether the glyph is dimmed.
  public var isDim: Bool
  /// Whether the glyph is underlined.
  public var isUnderlined: Bool
  /// Whether foreground and background are swapped.
  public var isReversed: Bool

  /// Creates a style; by default, the terminal's plain style.
  public init(
    foreground: Ink.Color? = nil, background: Ink.Color? = nil, isBold: Bool = false, isDim: Bool = false,
    isUnderlined: Bool = false, isReversed: Bool = false
  ) {
    (self.foreground, self.background) = (foreground, background)
    (self.isBold, self.isDim) = (isBold, isDim)
    (self.isUnderlined, self.isReversed) = (isUnderlined, isReversed)
  }

  /// The style of a picture's cell.
  public init(_ ink: Ink) {
    self.init(foreground: ink.foreground, background: ink.background, isReversed: ink.isReversed)
  }
}
