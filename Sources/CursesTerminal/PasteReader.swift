/// Collects the text of a bracketed paste; whatever stands in it, it ends only at its end mark.
struct PasteReader {
  /// What begins a paste.
  static let begin: [UInt8] = Array("\u{1B}[200~".utf8)
  /// What ends it.
  static let end: [UInt8] = Array("\u{1B}[201~".utf8)

  private let limit: Int
  /// Whether it is the rest of a paste whose beginning was given up.
  let isTorn: Bool
  private(set) var text: [UInt8] = []
  /// How many bytes it has, of which no more than the limit are kept.
  private(set) var byteCount = 0

  /// Makes a reader that keeps a number of bytes.
  init(limit: Int, isTorn: Bool = false) { (self.limit, self.isTorn) = (limit, isTorn) }

  /// Takes bytes from the front of a buffer.
  ///
  /// - Returns: Whether its end was there; what follows stays in the buffer.
  mutating func take(from buffer: inout ArraySlice<UInt8>) -> Bool {
    while let escape = buffer.firstIndex(of: Self.end[0]) {
      keep(buffer[..<escape])
      buffer = buffer[escape...]
      if buffer.starts(with: Self.end) {
        buffer = buffer.dropFirst(Self.end.count)
        return true
      }
      if Self.end.starts(with: buffer) { return false }
      keep(buffer.prefix(1))
      buffer = buffer.dropFirst()
    }
    keep(buffer)
    buffer = []
    return false
  }

  /// Takes bytes away from its end.
  mutating func removeLast(_ count: Int) {
    // Beyond the limit they were not kept, and the text is too long anyway.
    if byteCount <= limit { text.removeLast(min(count, text.count)) }
    byteCount -= count
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    text.append(contentsOf: bytes.prefix(max(0, limit - text.count)))
    byteCount += bytes.count
  }
}
