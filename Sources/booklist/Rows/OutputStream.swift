import BookStore
import Platform

/// Standard output of a command that prints rows.
struct OutputStream {
  private var bytes: [UInt8] = []

  /// The number of bytes that are written together.
  private static let blockSize = 1 << 16

  /// Writes bytes; they may stay in memory until `flush()`.
  ///
  /// - Throws: As `flush()`.
  mutating func write(_ more: some Sequence<UInt8>) throws(StoreError) {
    bytes += more
    if bytes.count >= Self.blockSize { try flush() }
  }

  /// Writes the buffered bytes.
  ///
  /// - Throws: `interrupted` if a signal has arrived, or why the write failed.
  mutating func flush() throws(StoreError) {
    try Self.writeAll(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes bytes immediately.
  ///
  /// - Throws: As `flush()`.
  static func writeAll(_ bytes: some Collection<UInt8>) throws(StoreError) {
    try OutputFile.standardOutput.write(bytes, isCancelled: CommandWorld.current.isStopped)
  }
}
