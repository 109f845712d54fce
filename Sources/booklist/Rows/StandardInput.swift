import BookStore
import Platform

enum StandardInput {
  /// - Parameter path: The path of a file; `-` is standard input.
  /// - Throws: `StoreError.interrupted` if a signal has arrived, or `SystemError`.
  static func readAll(_ path: String = "-") throws -> [UInt8] {
    do throws(SystemError) {
      let world = CommandWorld.current
      let descriptor = path == "-" ? world.input : try DescriptorBytes.openToRead(path)
      defer { if descriptor != world.input { close(descriptor) } }
      return try DescriptorBytes.readAll(descriptor, isCancelled: world.isStopped)
    } catch {
      if Interruption.isAsked { throw StoreError.interrupted }
      throw error
    }
  }
}
