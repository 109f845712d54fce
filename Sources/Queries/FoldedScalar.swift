/// What a scalar becomes in a fold, as UTF-8 that can be stored with one instruction.
struct FoldedScalar: Sendable {
  /// The bytes, and their number in the last lane.
  ///
  /// No scalar has more than the nine of a vowel sign in three parts.
  private(set) var vector = SIMD16<UInt8>()

  /// How many bytes of the vector are the scalar's.
  var count: Int { Int(vector[15]) }

  /// The scalars below U+3100, by their value: all letters with case or marks that books are commonly written in.
  static let common = (0..<0x3100).map { FoldedScalar(Unicode.Scalar($0) ?? "\u{FFFD}") }

  /// Folds a scalar.
  init(_ scalar: Unicode.Scalar) {
    if Self.isIdeographOrHangul(scalar) { append(scalar) } else { TextFold.fold(scalar) { append($0) } }
  }

  /// Takes a scalar as it is.
  init(unfolded scalar: Unicode.Scalar) {
    append(scalar)
  }

  /// The scalars that it is made of.
  var scalars: String.UnicodeScalarView {
    String(decoding: (0..<count).map { vector[$0] }, as: UTF8.self).unicodeScalars
  }

  /// The same without the signs that a search passes over.
  @inline(__always)
  var withoutSigns: FoldedScalar {
    // Few scalars have a byte with which a sign begins.
    guard (0..<count).contains(where: { TextSigns.canBegin(with: vector[$0]) }) else { return self }
    var kept = FoldedScalar()
    for scalar in scalars where !TextSigns.contain(scalar) { kept.append(scalar) }
    return kept
  }

  private init() {}

  /// The large ranges of scalars that stay what they are; they are not worth a look at their properties.
  private static func isIdeographOrHangul(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3400...0x9FFF, 0xAC00...0xD7A3, 0x2_0000...0x2_F7FF, 0x3_0000...0x3_FFFF: true
    default: false
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      vector[count] = byte
      vector[15] += 1
    }
  }
}
