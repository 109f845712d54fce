import Cells
import Platform

enum StandardError {
  /// Writes a message after the program's name, with control characters, which a path may contain, replaced by visible marks.
  static func say(_ sentence: String) { write("booklist: \(safe(sentence))\n") }

  /// Writes a text of several lines; control characters become marks too.
  static func show(_ text: String) {
    write(text.split(separator: "\n", omittingEmptySubsequences: false).map { safe($0) + "\n" }.joined())
  }

  private static func safe(_ line: some StringProtocol) -> String {
    TextWidth.glyphs(of: line).map(\.text).joined()
  }

  private static func write(_ text: String) {
    // If the terminal has gone away, the message is lost.
    CommandWorld.current.errors.write(text)
  }
}
