/// The fold of a scalar, as UTF-8 that one instruction can store.
struct FoldedScalar: Sendable {
  /// At most nine bytes, for a vowel sign in three parts, with their count in the last lane.
  private(set) var vector = SIMD16<UInt8>()

  var count: Int { Int(vector[15]) }

  /// The folds of the scalars below U+3100, which include all common letters with case or marks.
  static let common = (0..<0x3100).map { FoldedScalar(Unicode.Scalar($0) ?? "\u{FFFD}") }

  init(_ scalar: Unicode.Scalar) {
    if Self.isIdeographOrHangul(scalar) { append(scalar) } else { TextFold.fold(scalar) { append($0) } }
  }

  init(unfolded scalar: Unicode.Scalar) { append(scalar) }

  var scalars: String.UnicodeScalarView {
    String(decoding: (0..<count).map { vector[$0] }, as: UTF8.self).unicodeScalars
  }

  @inline(__always)
  var withoutSigns: FoldedScalar {
    // Few folds have a byte that can begin a sign.
    guard (0..<count).contains(where: { TextSigns.canBegin(with: vector[$0]) }) else { return self }
    var kept = FoldedScalar()
    for scalar in scalars where !TextSigns.contain(scalar) { kept.append(scalar) }
    return kept
  }

  private init() {}

  /// Large ranges that fold to themselves, without the slow look-up of properties.
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
