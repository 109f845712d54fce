import Cells
import Records

/// The wording of the file screen.
public enum FileWording {
  /// A number of bytes in short form: `312 B`, `48 KB`, `3.2 MB`.
  public static func size(_ byteCount: Int) -> String {
    let text = Wording.bytes(byteCount)
    guard let point = text.firstIndex(of: "."), text[point...].hasPrefix(".0") else { return text }
    return String(text[..<point] + text[point...].dropFirst(2))
  }

  /// Shown in a folder that has no visible entries.
  static let emptyFolder = "Nothing to show here. Press . to show hidden entries."

  /// Shown after a file was taken for a photo that does not look like a picture.
  static let unknownPicture = Message("That file is not in a known picture format; it was stored as it is.")
}
