import CNcurses
import Cells

extension Theme {
  /// How each role looks in the theme, with the colours of a terminal that has 256.
  ///
  /// - Parameter styles: The styles that the person has chosen instead of the theme's.
  public func textStyles(_ styles: [Role: Style] = [:]) -> [Role: TextStyle] {
    Dictionary(
      uniqueKeysWithValues: Role.allCases.map { ($0, Look.textStyle(of: $0, in: self, styles)) })
  }
}

extension TextStyle {
  /// Attributes of ncurses without colours.
  init(attributes: attr_t) {
    self.init(
      isBold: attributes & cnc_bold != 0, isDim: attributes & cnc_dim != 0,
      isUnderlined: attributes & cnc_underline != 0, isReversed: attributes & cnc_reverse != 0)
  }
}
