import BookStore
import Browser
import Cells
import Platform

enum StandardOutput {
  static func write(_ text: String) { CommandWorld.current.output.write(text) }

  /// Prints a line; control characters, which a database may contain, become marks.
  static func say(_ line: String) { write(TextWidth.glyphs(of: line).map(\.text).joined() + "\n") }

  /// Reports output that could not be written; returns whether everything was written.
  static func finish() -> Bool {
    guard let failure = CommandWorld.current.output.failure else { return true }
    StandardError.say(StoreWording.sentence(.cannotWrite(path: "standard output", errno: failure.number)))
    return false
  }
}
