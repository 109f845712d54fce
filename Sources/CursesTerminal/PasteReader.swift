/// Collects the text of a bracketed paste, which ends only at its end mark, whatever the text holds.
struct PasteReader {
  static let begin: [UInt8] = Array("\u{1B}[200~".utf8)
  static let end: [UInt8] = Array("\u{1B}[201~".utf8)

  private let limit: Int
  /// Whether the beginning of the paste was given up.
  let isTorn: Bool
  private(set) var text: [UInt8] = []
  /// All bytes of the paste, of which only those up to the limit are kept.
  private(set) var byteCount = 0

  init(limit: Int, isTorn: Bool = false) { (self.limit, self.isTorn) = (limit, isTorn) }

  /// Returns whether the end mark was there; the bytes after it stay in the buffer.
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

  mutating func removeLast(_ count: Int) {
    // Bytes beyond the limit were not kept, and the text is too long anyway.
    if byteCount <= limit { text.removeLast(min(count, text.count)) }
    byteCount -= count
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    text.append(contentsOf: bytes.prefix(max(0, limit - text.count)))
    byteCount += bytes.count
  }
}
