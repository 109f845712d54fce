import Cells

/// Where a command says what came of it.
enum StandardOutput {
  /// Prints lines as they are.
  static func write(_ text: String) { print(text, terminator: "") }

  /// Prints a line; control characters in it, which a database may hold, show as marks.
  static func say(_ line: String) {
    print(TextWidth.glyphs(of: line).map(\.text).joined())
  }
}
