/// Finds where a text's fold can contain a scalar, by the first two bytes of the scalars that fold to it.
struct FoldStarts: Sendable {
  /// For each lead byte from 0xC0, the bit set of its second bytes, counted from 0x80.
  private var seconds = Array(repeating: UInt64(0), count: 64)
  /// Added to a byte's low seven bits, sets the high bit from the smallest lead byte on.
  private var fromLeast: UInt64 = 0
  /// The same, after the largest lead byte.
  private var behindGreatest: UInt64 = 0

  /// From U+3100, the scalars that do not fold to themselves.
  private static let distant: [(lead: UInt8, seconds: ClosedRange<UInt8>)] = [
    (0xEA, 0x99...0x9F), (0xEA, 0xAD...0xAE), (0xEF, 0xAC...0xAD), (0xEF, 0xBC...0xBD),
    (0xF0, 0x90...0x91), (0xF0, 0x96...0x96), (0xF0, 0x9D...0x9E),
  ]

  /// For each folded scalar, the other scalars below U+3100 whose folds contain it.
  private static let sources: [Unicode.Scalar: [Unicode.Scalar]] = {
    var sources: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for (value, folded) in FoldedScalar.common.enumerated() {
      guard let source = Unicode.Scalar(UInt32(value)),
        folded.vector != FoldedScalar(unfolded: source).vector
      else { continue }
      for scalar in folded.scalars { sources[scalar, default: []].append(source) }
    }
    return sources
  }()

  init(of scalar: Unicode.Scalar) {
    for source in [scalar] + Self.sources[scalar, default: []] {
      let bytes = Array(String(source).utf8)
      if bytes.count > 1 { add(bytes[0], bytes[1]) }
    }
    for (lead, second) in Self.distant { for byte in second { add(lead, byte) } }
    let leads = (UInt8(0xC0)..<0xE0).filter { seconds[Int($0 & 0x3F)] != 0 }
    guard let least = leads.first, let greatest = leads.last else { return }
    fromLeast = BytePattern.everyByte &* UInt64(0x100 - Int(least))
    behindGreatest = BytePattern.everyByte &* UInt64(0xFF - greatest)
  }

  /// Sets the high bit of each of eight bytes that may begin such a scalar, by the lead byte alone.
  @inline(__always)
  func candidates(in chunk: UInt64) -> UInt64 {
    let low = chunk & ~BytePattern.highBits
    let isInRange = (low &+ fromLeast) & ~(low &+ behindGreatest)
    return chunk & chunk << 1 & (chunk << 2 | isInRange) & BytePattern.highBits
  }

  private mutating func add(_ lead: UInt8, _ second: UInt8) {
    seconds[Int(lead & 0x3F)] |= 1 << UInt64(second & 0x3F)
  }

  @inline(__always)
  func canBegin(in text: UnsafeRawBufferPointer, at index: Int) -> Bool {
    let lead = text[index]
    guard lead >= 0x80 else { return true }
    guard index + 1 < text.count else { return false }
    return seconds[Int(lead & 0x3F)] >> UInt64(text[index + 1] & 0x3F) & 1 != 0
  }
}
