import Cells
import Platform

/// Where the program complains when there is no screen to do it on.
enum StandardError {
  /// Writes a sentence after the program's name; control characters in it, which a path may hold, show as marks.
  static func say(_ sentence: String) { write("booklist: \(safe(sentence))\n") }

  /// Writes a text of several lines, in which control characters show as marks, too.
  static func show(_ text: String) {
    write(text.split(separator: "\n", omittingEmptySubsequences: false).map { safe($0) + "\n" }.joined())
  }

  private static func safe(_ line: some StringProtocol) -> String {
    TextWidth.glyphs(of: line).map(\.text).joined()
  }

  private static func write(_ text: String) {
    // A terminal that has gone away takes nothing, and there is nobody to be told.
    try? DescriptorBytes.writeAll(text.utf8, to: STDERR_FILENO)
  }
}
