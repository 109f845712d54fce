import Platform

/// How bright colours are, and how much they differ in that (WCAG 2.2, relative luminance and contrast ratio).
enum Luminance {
  /// The luminance of red, green and blue in sRGB, each from 0 to 1.
  static func of(_ red: Double, _ green: Double, _ blue: Double) -> Double {
    func linear(_ part: Double) -> Double {
      part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The luminance on which black and white have the same contrast.
  static let middle = 0.179

  /// The luminance of a colour.
  static func of(_ color: RGB) -> Double {
    of(Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
  }

  /// The contrast of two colours, from 1 to 21.
  static func contrast(_ first: RGB, _ second: RGB) -> Double {
    let (one, other) = (of(first), of(second))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }
}
