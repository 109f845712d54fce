/// Folds text for search and sorting by removing case and marks.
///
/// A scalar becomes its full case folding, decomposed canonically, without marks: `É` and `é` become `e`, `ß` and `SS` become
/// `ss`, `ς` becomes `σ`. Invisible scalars such as the soft hyphen are dropped. The fold does not depend on a language. Vowel
/// signs and the virama of Indian and South-East Asian scripts stay, and Hangul syllables stay whole.
package enum TextFold {
  static func fold(_ scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    guard scalar.properties.changesWhenCaseMapped else { return decompose(scalar, body) }
    // This is the full case folding, except for letters like ẞ, whose uppercase is the letter itself.
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

  /// The classes 9 and 84 to 132, viramas, vowel signs and tones of some scripts, stay.
  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.canonicalCombiningClass.rawValue {
    case 1...8, 10...36, 200...: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  // MARK: Bytes

  static func capacity(forByteCount count: Int) -> Int {
    // An invalid byte becomes U+FFFD with three bytes, and no scalar grows more. The last store writes a whole vector.
    3 * count + 16
  }

  /// Writes the fold as UTF-8 and returns its length; invalid sequences become U+FFFD.
  ///
  /// - Parameter output: Room for `capacity(forByteCount:)` bytes.
  static func fold(_ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer) -> Int {
    var (index, written) = (0, 0)
    foldASCII(text, &index, into: output, &written)
    // An ASCII text does not need the table, which takes milliseconds to build.
    guard index < text.count else { return written }
    return FoldedScalar.common.withUnsafeBufferPointer { common in
      while index < text.count {
        let (folded, length) = foldedScalar(in: text, at: index, common)
        output.storeBytes(of: folded.vector, toByteOffset: written, as: SIMD16<UInt8>.self)
        written += folded.count
        index += length
        foldASCII(text, &index, into: output, &written)
      }
      return written
    }
  }

  @inline(__always)
  private static func foldASCII(
    _ text: UnsafeRawBufferPointer, _ index: inout Int, into output: UnsafeMutableRawPointer,
    _ written: inout Int
  ) {
    while index < text.count {
      if index + 8 <= text.count {
        let chunk = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if chunk & BytePattern.highBits == 0 {
          output.storeBytes(of: lowercase(chunk), toByteOffset: written, as: UInt64.self)
          written += 8
          index += 8
          continue
        }
      }
      guard text[index] < 0x80 else { return }
      output.storeBytes(of: lowercase(text[index]), toByteOffset: written, as: UInt8.self)
      written += 1
      index += 1
    }
  }

  /// The bytes are valid only during the call.
  package static func withFold<Result>(
    of text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(byteCount: capacity(forByteCount: text.count), alignment: 16) { room in
      guard let start = room.baseAddress else { return body(UnsafeRawBufferPointer(room)) }
      return body(UnsafeRawBufferPointer(start: start, count: fold(text, into: start)))
    }
  }

  /// The fold of a scalar beyond ASCII, and the scalar's length in bytes.
  static func foldedScalar(in text: UnsafeRawBufferPointer, at index: Int) -> (FoldedScalar, length: Int) {
    FoldedScalar.common.withUnsafeBufferPointer { foldedScalar(in: text, at: index, $0) }
  }

  @inline(__always)
  private static func foldedScalar(
    in text: UnsafeRawBufferPointer, at index: Int, _ common: UnsafeBufferPointer<FoldedScalar>
  ) -> (FoldedScalar, length: Int) {
    let (scalar, length) = decode(text, at: index)
    let isCommon = scalar.value < common.count
    return (isCommon ? common[Int(scalar.value)] : FoldedScalar(scalar), length)
  }

  @inline(__always)
  static func lowercase(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  @inline(__always)
  static func lowercase(_ chunk: UInt64) -> UInt64 {
    // The high bit of each byte from A on, minus those after Z.
    let isUppercase =
      (chunk &+ 0x3F3F_3F3F_3F3F_3F3F) & ~(chunk &+ 0x2525_2525_2525_2525) & BytePattern.highBits
    return chunk | isUppercase >> 2
  }

  /// U+FFFD for a truncated sequence (Unicode Standard, table 3-7), with its byte count.
  @inline(__always)
  private static func decode(
    _ text: UnsafeRawBufferPointer, at index: Int
  ) -> (scalar: Unicode.Scalar, length: Int) {
    let lead = text[index]
    if (0xC2...0xDF).contains(lead) {
      // By far the most common length in alphabetic scripts.
      let next = index + 1 < text.count ? text[index + 1] : 0
      guard next & 0xC0 == 0x80 else { return (replacement, 1) }
      return (Unicode.Scalar(UInt32(lead & 0x1F) << 6 | UInt32(next & 0x3F)) ?? replacement, 2)
    }
    let (following, second): (Int, ClosedRange<UInt8>)
    switch lead {
    case 0xE0: (following, second) = (2, 0xA0...0xBF)
    case 0xED: (following, second) = (2, 0x80...0x9F)
    case 0xE1...0xEF: (following, second) = (2, 0x80...0xBF)
    case 0xF0: (following, second) = (3, 0x90...0xBF)
    case 0xF1...0xF3: (following, second) = (3, 0x80...0xBF)
    case 0xF4: (following, second) = (3, 0x80...0x8F)
    default: return (replacement, 1)
    }
    var value = UInt32(lead) & (0x3F >> UInt32(following))
    for offset in 1...following {
      guard index + offset < text.count else { return (replacement, offset) }
      let byte = text[index + offset]
      let isSound = offset == 1 ? second.contains(byte) : byte & 0xC0 == 0x80
      guard isSound else { return (replacement, offset) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return (Unicode.Scalar(value) ?? replacement, following + 1)
  }

  private static let replacement: Unicode.Scalar = "\u{FFFD}"
}
