import BookStore
import Platform

/// Input for a command's values: standard input, a file or a pipe.
enum StandardInput {
  /// Reads all of it.
  ///
  /// - Parameter path: The path of a file; - is standard input.
  /// - Throws: `StoreError.interrupted` if a signal has arrived, or `SystemError`.
  static func readAll(_ path: String = "-") throws -> [UInt8] {
    do throws(SystemError) {
      let descriptor = path == "-" ? STDIN_FILENO : try DescriptorBytes.openToRead(path)
      defer { if descriptor != STDIN_FILENO { close(descriptor) } }
      return try DescriptorBytes.readAll(descriptor) { Interruption.isAsked }
    } catch {
      if Interruption.isAsked { throw StoreError.interrupted }
      throw error
    }
  }
}
