import BookStore
import Browser
import Cells
import Platform
import Sentences

/// Standard output, for the results of a command.
enum StandardOutput {
  /// Prints lines as they are.
  static func write(_ text: String) { print(text, terminator: "") }

  /// Prints a line; control characters, which a database may contain, become marks.
  static func say(_ line: String) {
    print(TextWidth.glyphs(of: line).map(\.text).joined())
  }

  /// Flushes what was printed, and reports if any of it could not be written.
  ///
  /// - Returns: Whether everything was written.
  static func finish() -> Bool {
    // Standard error is unbuffered, so a failure is about standard output.
    guard fflush(nil) != 0 else { return true }
    StandardError.say(StoreWording.sentence(.cannotWrite(path: "standard output", errno: errno)))
    return false
  }
}
