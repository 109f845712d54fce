import Foundation
import SeededRandom

/// The fold of a string by Foundation's decomposition, scalar by scalar: slow, and sure of itself.
func slowFold(_ string: some StringProtocol) -> String {
  var folded = String.UnicodeScalarView()
  for scalar in String(string).unicodeScalars {
    if staysComposed(scalar) {
      folded.append(scalar)
      continue
    }
    let cased = String(scalar).lowercased().uppercased().lowercased()
    for part in cased.decomposedStringWithCanonicalMapping.unicodeScalars where !isMark(part) {
      folded.append(part)
    }
  }
  return String(folded)
}

/// Whether a scalar is a Hangul syllable or an ideograph for round trips, which stay as they are.
func staysComposed(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x2_F800...0x2_FA1F: true
  default: false
  }
}

private func isMark(_ scalar: Unicode.Scalar) -> Bool {
  let order = scalar.properties.canonicalCombiningClass.rawValue
  let isVowelOrVirama = order == 0 || order == 9 || (37..<200).contains(order)
  return !isVowelOrVirama || scalar.properties.isDefaultIgnorableCodePoint
}

/// Words and strings of many scripts, and what is made of them by chance.
struct RandomText {
  private static let pieces = [
    "war", "Peace", "THE", "e", "É", "é", "e\u{301}", "Ё", "ё", "е\u{308}", "Й", "ß", "ẞ", "SS", "İ", "ı",
    "I", "ς", "Σ", "σ", "ﬁ", "ŉ", "ᾷ", "K", "ǅ", "Ⱥ", "Straße", "Ōe", "漢字", "かがガ", "한국어", "ภาษาไทย", "হো", "ೋ",
    "שָׁלוֹם", "أَهْلًا", "👩‍👩‍👧‍👦", "🇩🇪", "1️⃣", "co\u{AD}op", "𐐀𐐨", "\u{301}", "\0", "@", "`", "[", "{", "Z", "z", "-",
    "42", "\r\n",
  ]

  var generator: SeededGenerator

  /// Up to 12 pieces, some of them parted by blanks.
  mutating func string() -> String {
    (0..<Int.random(in: 0...12, using: &generator)).map { _ in
      (Self.pieces.randomElement(using: &generator) ?? "") + (Bool.random(using: &generator) ? " " : "")
    }.joined()
  }

  /// A string's bytes, some of them replaced by others.
  mutating func damagedBytes() -> [UInt8] {
    var bytes = Array(string().utf8)
    for _ in 0..<Int.random(in: 0...3, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: bytes.indices, using: &generator)
      bytes[index] = UInt8.random(in: 0...255, using: &generator)
    }
    return bytes
  }

  /// A part of a string in another case, as somebody could type it to find the string.
  mutating func part(of string: String) -> String {
    let scalars = Array(string.unicodeScalars)
    guard !scalars.isEmpty else { return "" }
    let start = Int.random(in: scalars.indices, using: &generator)
    let end = Int.random(in: start...min(start + 6, scalars.count), using: &generator)
    let part = scalars[start..<end].map { String($0) }.joined()
    return Bool.random(using: &generator) ? part.uppercased() : part.lowercased()
  }
}
