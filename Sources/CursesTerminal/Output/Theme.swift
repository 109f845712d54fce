import CNcurses
import Cells

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

extension Theme {
  /// The style of each role in the theme, in 256 colours; `styles` are the person's own.
  public func textStyles(_ styles: [Role: Style] = [:]) -> [Role: TextStyle] {
    Dictionary(
      uniqueKeysWithValues: Role.allCases.map { ($0, Look.textStyle(of: $0, in: self, styles)) })
  }
}

extension TextStyle {
  init(attributes: attr_t) {
    self.init(
      isBold: attributes & cnc_bold != 0, isDim: attributes & cnc_dim != 0,
      isUnderlined: attributes & cnc_underline != 0, isReversed: attributes & cnc_reverse != 0)
  }
}
