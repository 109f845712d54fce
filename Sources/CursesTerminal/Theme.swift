/// The colours that a person wants.
public enum Theme: String, CaseIterable, Sendable {
  /// Those of the terminal's palette, until the terminal says whether its background is dark or light.
  case auto
  /// For a dark background.
  case dark
  /// For a light background.
  case light
  /// As much contrast as there is, on any background.
  case contrast
  /// No colours.
  case mono
}
