/// Composes Hangul jamo, which not every terminal does (Unicode Standard, section 3.12).
enum Hangul {
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
