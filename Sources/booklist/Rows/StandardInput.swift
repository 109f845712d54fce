import BookStore
import Demo
import Platform

/// Standard input of a command that takes values from it.
enum StandardInput {
  /// Reads all of it.
  ///
  /// - Throws: `StoreError.interrupted` if a signal has come, or `SystemError`.
  static func readAll() throws -> [UInt8] {
    do throws(SystemError) {
      return try DescriptorBytes.readAll(STDIN_FILENO) { Interruption.isAsked }
    } catch {
      if Interruption.isAsked { throw StoreError.interrupted }
      throw error
    }
  }
}
