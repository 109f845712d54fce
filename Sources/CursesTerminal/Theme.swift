/// The person's choice of colours.
public enum Theme: String, CaseIterable, Sendable {
  /// The terminal's palette, until the terminal reports whether its background is dark or light.
  case auto
  case dark
  case light
  /// The most contrast, on any background.
  case contrast
  case mono
}
