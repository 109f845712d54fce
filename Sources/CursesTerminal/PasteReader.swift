/// Collects the text of a bracketed paste; whatever stands in it, it ends only at its end mark.
struct PasteReader {
  /// What ends a paste.
  private static let end: [UInt8] = Array("\u{1B}[201~".utf8)

  private let limit: Int
  private(set) var text: [UInt8] = []
  /// How many bytes were dropped.
  private(set) var droppedCount = 0

  /// Makes a reader that keeps a number of bytes and drops the rest.
  init(limit: Int) { self.limit = limit }

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

  /// Adds bytes of the text.
  mutating func keep(_ bytes: ArraySlice<UInt8>) {
    let kept = bytes.prefix(max(0, limit - text.count))
    text.append(contentsOf: kept)
    droppedCount += bytes.count - kept.count
  }
}
