/// The content of one or two cells: a base character with its marks.
public struct Glyph: Hashable, Sendable {
  /// A base character with at most four combining marks; never a control character.
  public let text: String
  /// The columns that `text` takes: 1 or 2.
  public let width: Int
}

struct GlyphRun {
  private(set) var glyphs: [Glyph] = []
  private(set) var width = 0

  private var start = 0
  private var marks = 0

  /// Curses holds no more marks in a cell.
  private static let markLimit = 4

  static let plainBytes: Range<UInt8> = 0x20..<0x7F
  private static let plain = plainBytes.map { Glyph(text: String(Unicode.Scalar($0)), width: 1) }

  mutating func reserve(_ count: Int) { glyphs.reserveCapacity(count) }

  mutating func append(_ character: Character) {
    start = glyphs.count
    for scalar in character.unicodeScalars { append(scalar) }
  }

  mutating func append(_ glyph: Glyph) {
    glyphs.append(glyph)
    width += glyph.width
    marks = 0
  }

  mutating func append(plain byte: UInt8) { append(Self.plain[Int(byte - Self.plainBytes.lowerBound)]) }

  mutating func cut(to count: Int) {
    while glyphs.count > count, let last = glyphs.popLast() { width -= last.width }
  }

  /// The columns of a scalar that is neither joined to others nor replaced; nil for others.
  static func columns(of scalar: Unicode.Scalar) -> Int? {
    if scalar.value < 0xA0 { return plainBytes.contains(UInt8(scalar.value)) ? 1 : 2 }
    return switch WidthClass(of: scalar) {
    case .narrow: 1
    case .wide: 2
    case .dropped, .mark, .replaced: nil
    }
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20..<0x7F: append(plain: UInt8(scalar.value))
    case 0..<0x20, 0x7F: appendPair("^", UInt8(scalar.value ^ 0x40))
    case 0x80..<0xA0: appendPair("~", UInt8(scalar.value ^ 0xC0))
    default:
      switch WidthClass(of: scalar) {
      case .dropped: break
      case .narrow: append(Glyph(text: String(scalar), width: 1))
      case .wide: append(Glyph(text: String(scalar), width: 2))
      case .mark: join(scalar)
      case .replaced: replace(scalar)
      }
    }
  }

  private mutating func appendPair(_ mark: Unicode.Scalar, _ letter: UInt8) {
    append(Glyph(text: String(mark), width: 1))
    append(Glyph(text: String(Unicode.Scalar(letter)), width: 1))
  }

  /// Puts a mark on the cluster's last glyph, or on a dotted circle if there is none.
  private mutating func join(_ mark: Unicode.Scalar) {
    if glyphs.count == start { append(Glyph(text: "\u{25CC}", width: 1)) }
    guard marks < Self.markLimit, let base = glyphs.popLast() else { return }
    if let syllable = Hangul.compose(base.text, mark) {
      glyphs.append(Glyph(text: syllable, width: base.width))
    } else {
      glyphs.append(Glyph(text: base.text + String(mark), width: base.width))
      marks += 1
    }
  }

  private mutating func replace(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x1F1E6...0x1F1FF:
      // Some terminals join two of these to a flag of two columns and others do not; redrawing one half moves both.
      append(Glyph(text: String(Unicode.Scalar(UInt8(scalar.value - 0x1F1E6 + 0x41))), width: 1))
    case 0x1F3FB...0x1F3FF where glyphs.count > start: break
    case 0x2028, 0x2029: append(Glyph(text: "\u{2424}", width: 1))
    default: append(Glyph(text: "\u{FFFD}", width: 1))
    }
  }
}

/// Composes Hangul jamo, which not every terminal does (Unicode Standard, section 3.12).
private enum Hangul {
  static func compose(_ text: String, _ jamo: Unicode.Scalar) -> String? {
    let scalars = text.unicodeScalars
    guard let first = scalars.first?.value, scalars.dropFirst().isEmpty else { return nil }
    switch (first, jamo.value) {
    case (0x1100...0x1112, 0x1161...0x1175):
      return syllable(0xAC00 + ((first - 0x1100) * 21 + jamo.value - 0x1161) * 28)
    case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first - 0xAC00) % 28 == 0:
      return syllable(first + jamo.value - 0x11A7)
    default:
      return nil
    }
  }

  private static func syllable(_ value: UInt32) -> String? {
    Unicode.Scalar(value).map { String($0) }
  }
}
