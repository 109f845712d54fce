import BookStore
import Demo

/// Standard output of a command that prints rows.
struct OutputStream {
  private var bytes: [UInt8] = []

  /// How many bytes are written at once.
  private static let blockSize = 1 << 16

  /// Writes bytes; they may stay in memory until `flush()`.
  ///
  /// - Throws: As `flush()`.
  mutating func write(_ more: some Sequence<UInt8>) throws(StoreError) {
    bytes += more
    if bytes.count >= Self.blockSize { try flush() }
  }

  /// Writes what is still in memory.
  ///
  /// - Throws: `interrupted` if a signal has come, or why nothing can be written.
  mutating func flush() throws(StoreError) {
    try Self.writeAll(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes bytes at once.
  ///
  /// - Throws: As `flush()`.
  static func writeAll(_ bytes: some Collection<UInt8>) throws(StoreError) {
    try OutputFile.standardOutput.write(bytes) { Interruption.isAsked }
  }
}
