import BookStore
import Platform

/// Buffers the standard output of a command that prints rows.
struct OutputStream {
  private var bytes: [UInt8]
  /// While this is true, all bytes stay in memory.
  var isHeld = false

  private static let blockSize = 1 << 16

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Writes bytes; they may stay in memory until `flush()`.
  mutating func write(_ more: some Sequence<UInt8>) throws(StoreError) {
    bytes += more
    if !isHeld, bytes.count >= Self.blockSize { try flush() }
  }

  /// - Throws: `interrupted` if a signal has arrived, or why the write failed.
  mutating func flush() throws(StoreError) {
    try Self.writeAll(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes bytes immediately; throws as `flush()`.
  static func writeAll(_ bytes: some Collection<UInt8>) throws(StoreError) {
    try OutputFile.standardOutput.write(bytes, isCancelled: CommandWorld.current.isStopped)
  }
}
