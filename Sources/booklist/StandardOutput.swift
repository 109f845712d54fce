import BookStore
import Browser
import Cells
import Platform

/// Where a command says what came of it.
enum StandardOutput {
  /// Prints lines as they are.
  static func write(_ text: String) { print(text, terminator: "") }

  /// Prints a line; control characters in it, which a database may hold, show as marks.
  static func say(_ line: String) {
    print(TextWidth.glyphs(of: line).map(\.text).joined())
  }

  /// Writes what was printed and is still in memory, and complains if any of it could not be written.
  ///
  /// - Returns: Whether all of it was.
  static func finish() -> Bool {
    // Standard error keeps nothing in memory, so this is about standard output.
    guard fflush(nil) != 0 else { return true }
    StandardError.say(StoreWording.sentence(.cannotWrite(path: "standard output", errno: errno)))
    return false
  }
}
