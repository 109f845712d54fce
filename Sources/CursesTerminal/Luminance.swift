import Platform

/// Relative luminance and contrast ratio of colours (WCAG 2.2).
enum Luminance {
  static func of(_ red: Double, _ green: Double, _ blue: Double) -> Double {
    func linear(_ part: Double) -> Double {
      part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The luminance that has the same contrast with black and with white.
  static let middle = 0.179

  static func of(_ color: RGB) -> Double {
    of(Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
  }

  static func contrast(_ first: RGB, _ second: RGB) -> Double {
    let (one, other) = (of(first), of(second))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }
}
