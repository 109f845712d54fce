import BookStore
import Browser
import Platform
import Screens

enum StandardOutput {
  static func write(_ text: String) { CommandWorld.current.output.write(text) }

  /// Prints a line; control characters, which a database may contain, become marks.
  static func say(_ line: String) { write(TextTable.safe(line) + "\n") }

  /// Reports output that could not be written; returns whether everything was written.
  static func finish() -> Bool {
    guard let failure = CommandWorld.current.output.failure else { return true }
    StandardError.say(StoreWording.sentence(.cannotWrite(path: "standard output", errno: failure.number)))
    return false
  }
}

enum StandardError {
  /// Writes a message after the program's name, with control characters, which a path may contain, replaced by visible marks.
  static func say(_ sentence: String) { write("booklist: \(TextTable.safe(sentence))\n") }

  static func show(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    write(lines.map { TextTable.safe(String($0)) + "\n" }.joined())
  }

  private static func write(_ text: String) {
    // If the terminal has gone away, the message is lost.
    CommandWorld.current.errors.write(text)
  }
}

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

/// A progress line on standard error, shown only if that is a terminal.
struct ProgressBar {
  private let name: String
  private let isShown = CommandWorld.current.errors.isTerminal

  init(_ name: String) { self.name = name }

  func show(_ fraction: Double? = nil) {
    if isShown { write("\r" + WorkProgress(name, fraction: fraction).line) }
  }

  func clear() { if isShown { write("\r\u{1B}[K") } }

  private func write(_ text: String) { CommandWorld.current.errors.write(text) }
}
