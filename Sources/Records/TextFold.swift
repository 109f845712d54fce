/// How text is made the same for find and for order: without case and without marks.
///
/// A scalar becomes its full case folding, decomposed canonically, without the marks: `É` and `é` become `e`, `Ё` and
/// `ё` become `е`, `ß` and `SS` become `ss`, `ς` becomes `σ`. What is drawn nowhere, like a soft hyphen, falls away
/// too. It is nobody's language: `ı` becomes `i`, `Å` becomes `a` and `Й` becomes `и` whoever reads. Signs that are
/// letters rather than marks stay: the vowel signs and the virama of the scripts of India and of South-East Asia.
/// Hangul syllables stay whole.
enum TextFold {
  /// Calls `body` with each scalar that a scalar becomes; there may be none.
  static func fold(_ scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    guard scalar.properties.changesWhenCaseMapped else { return decompose(scalar, body) }
    // Lowercase of uppercase is the full case folding, but for letters like ẞ, whose uppercase is itself.
    for lower in scalar.properties.lowercaseMapping.unicodeScalars {
      for upper in lower.properties.uppercaseMapping.unicodeScalars {
        for folded in upper.properties.lowercaseMapping.unicodeScalars { decompose(folded, body) }
      }
    }
  }

  private static func decompose(_ scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    guard let entry = decomposition(of: scalar) else {
      if !isDropped(scalar) { body(scalar) }
      return
    }
    for part in [entry >> 21, entry] {
      if let part = Unicode.Scalar(UInt32(part & 0x1F_FFFF)), part.value != 0 { decompose(part, body) }
    }
  }

  /// The table's entry of a scalar, found in O(log *n*) steps.
  private static func decomposition(of scalar: Unicode.Scalar) -> UInt64? {
    let wanted = UInt64(scalar.value)
    var low = 0
    var high = decompositions.count
    while low < high {
      let middle = (low + high) / 2
      if decompositions[middle] >> 42 < wanted { low = middle + 1 } else { high = middle }
    }
    return low < decompositions.count && decompositions[low] >> 42 == wanted ? decompositions[low] : nil
  }

  /// Whether a scalar is a mark on a letter or is drawn nowhere.
  ///
  /// The combining classes 9 and 84 to 132 are the viramas, and the vowel signs and tones of some scripts.
  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.canonicalCombiningClass.rawValue {
    case 1...8, 10...36, 200...: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
