import Platform

struct RGB: Hashable {
  let red, green, blue: UInt8

  init(_ number: UInt32) {
    (red, green, blue) = (
      UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
      UInt8(truncatingIfNeeded: number)
    )
  }

  /// The number for ncurses with this many colours; nil if there are too few.
  func number(of colors: Int) -> Int32? {
    if colors == 1 << 24 { return max(8, Int32(red) << 16 | Int32(green) << 8 | Int32(blue)) }
    return colors >= 256 ? Int32(index) : nil
  }

  /// The nearest of xterm's 256 colours, except the first sixteen, which users choose themselves.
  var index: Int {
    let (gray, cube) = (nearestGray, nearestCube)
    return distance(to: Self.palette(gray)) < distance(to: Self.palette(cube)) ? gray : cube
  }

  private var nearestGray: Int {
    (232...255).min { distance(to: Self.palette($0)) < distance(to: Self.palette($1)) } ?? 232
  }

  private var nearestCube: Int {
    func step(_ value: UInt8) -> Int {
      Self.steps.indices.min { abs(Self.steps[$0] - Int(value)) < abs(Self.steps[$1] - Int(value)) } ?? 0
    }
    return 16 + 36 * step(red) + 6 * step(green) + step(blue)
  }

  private static let steps = [0, 95, 135, 175, 215, 255]

  /// One of xterm's colours from 16: a cube of 216, and then 24 grays.
  static func palette(_ index: Int) -> RGB {
    if index >= 232 {
      let gray = UInt32(8 + 10 * (index - 232))
      return RGB(gray << 16 | gray << 8 | gray)
    }
    let place = index - 16
    let parts = [place / 36, place / 6 % 6, place % 6].map { UInt32(steps[$0]) }
    return RGB(parts[0] << 16 | parts[1] << 8 | parts[2])
  }

  private func distance(to other: RGB) -> Int {
    func square(_ first: UInt8, _ second: UInt8) -> Int {
      (Int(first) - Int(second)) * (Int(first) - Int(second))
    }
    return square(red, other.red) + square(green, other.green) + square(blue, other.blue)
  }
}

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
