import BookStore
import Demo
import Platform

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
    if Interruption.isAsked { throw .interrupted }
    do throws(SystemError) {
      try DescriptorBytes.writeAll(bytes, to: STDOUT_FILENO)
    } catch {
      throw error.number == ENOSPC
        ? .full : .cannotOpen(path: "standard output", reason: .system(errno: error.number))
    }
  }
}
