/// Colours and attributes as a terminal's SGR sequences and a web page's style sheets can both name them.
public struct TextStyle: Hashable, Sendable {
  /// The colour of the glyph, or nil for the usual one.
  public var foreground: Ink.Color?
  /// The colour behind the glyph, or nil for the usual one.
  public var background: Ink.Color?
  /// Whether the glyph is bold.
  public var isBold: Bool
  /// Whether the glyph is dimmed.
  public var isDim: Bool
  /// Whether there is a line below the glyph.
  public var isUnderlined: Bool
  /// Whether the two colours change places.
  public var isReversed: Bool

  /// Makes a style of its parts; without any it is the usual one.
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
