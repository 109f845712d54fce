import Cells
import Foundation

/// Where the program complains when there is no screen to do it on.
enum StandardError {
  /// Writes a sentence after the program's name; control characters in it, which a path may hold, show as marks.
  static func say(_ sentence: String) {
    let safe = TextWidth.glyphs(of: sentence).map(\.text).joined()
    FileHandle.standardError.write(Data("booklist: \(safe)\n".utf8))
  }
}
