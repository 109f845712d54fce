import Cells
import Records

/// What the choice of a file says.
public enum FileWording {
  /// A number of bytes as people say it: `312 B`, `48 KB`, `3.2 MB`.
  public static func size(_ byteCount: Int) -> String {
    let text = Wording.bytes(byteCount)
    guard let point = text.firstIndex(of: "."), text[point...].hasPrefix(".0") else { return text }
    return String(text[..<point] + text[point...].dropFirst(2))
  }

  /// What is said of a folder that has nothing to show.
  static let emptyFolder = "Nothing to show here. Press . to show hidden entries."

  /// What is said after a file was taken for a photo that seems to be none.
  static let unknownPicture = Message("That file is not in a known picture format; it was stored as it is.")
}
