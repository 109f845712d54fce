import BookStore
import Browser
import Cells
import Platform

/// Standard output, for the results of a command.
enum StandardOutput {
  /// Prints lines as they are.
  static func write(_ text: String) { CommandWorld.current.output.write(text) }

  /// Prints a line; control characters, which a database may contain, become marks.
  static func say(_ line: String) {
    write(TextWidth.glyphs(of: line).map(\.text).joined() + "\n")
  }

  /// Reports if any of what was printed could not be written.
  ///
  /// - Returns: Whether everything was written.
  static func finish() -> Bool {
    guard let failure = CommandWorld.current.output.failure else { return true }
    StandardError.say(StoreWording.sentence(.cannotWrite(path: "standard output", errno: failure.number)))
    return false
  }
}
