/// Collects the text of a bracketed paste; whatever stands in it, it ends only at its end mark.
struct PasteReader {
  /// What ends a paste.
  private static let end: [UInt8] = Array("\u{1B}[201~".utf8)

  private let limit: Int
  private var text: [UInt8] = []

  /// Makes a reader that keeps so many bytes and drops those beyond.
  init(limit: Int) {
    self.limit = limit
  }

  /// Takes bytes from the front of a buffer.
  ///
  /// - Returns: The whole text when its end was there; what follows stays in the buffer.
  mutating func take(from buffer: inout ArraySlice<UInt8>) -> [UInt8]? {
    while let escape = buffer.firstIndex(of: Self.end[0]) {
      keep(buffer[..<escape])
      buffer = buffer[escape...]
      if buffer.starts(with: Self.end) {
        buffer = buffer.dropFirst(Self.end.count)
        return text
      }
      if Self.end.starts(with: buffer) { return nil }
      keep(buffer.prefix(1))
      buffer = buffer.dropFirst()
    }
    keep(buffer)
    buffer = []
    return nil
  }

  /// The text as far as it came, with what was held back because it could have been the end's beginning.
  func asFarAsItCame(heldBack: ArraySlice<UInt8>) -> [UInt8] {
    text + heldBack.prefix(max(0, limit - text.count))
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    text.append(contentsOf: bytes.prefix(max(0, limit - text.count)))
  }
}
