import Records

/// The sentences about photos, other bytes and files.
extension Wording {
  /// A number of bytes as people say it: `312 B`, `48 KB`, `3.2 MB`.
  public static func size(_ byteCount: Int) -> String {
    let text = bytes(byteCount)
    guard let point = text.firstIndex(of: "."), text[point...].hasPrefix(".0") else { return text }
    return String(text[..<point] + text[point...].dropFirst(2))
  }

  /// What stands for bytes: `PNG, 640 × 480, 48 KB`, or `Blob, 3.2 MB, x'00ff…'` where they are no picture.
  static func summary(_ blob: BlobSummary) -> String {
    guard let info = blob.info else {
      let hex = blob.head.isEmpty ? "" : ", " + blob.hex
      return "Blob, \(size(blob.byteCount))\(hex)"
    }
    let pixels = info.size.map { ", \(number($0.width)) × \(number($0.height))" } ?? ""
    return "\(info.format.rawValue)\(pixels), \(size(blob.byteCount))"
  }

  /// What is said of a folder that has nothing to show.
  static let emptyFolder = "Nothing to be seen here; . shows hidden entries."

  /// What the keys that clear and write bytes say on any other field.
  static let noBytes = Message("Only a photo or another blob can be cleared and written to a file here.")

  /// What is said after a file was taken for a photo that seems to be none.
  static let unknownPicture = Message("That file is no picture of a known form; it was taken as it is.")

  /// What that key says where several fields hold bytes and none is chosen.
  static let chooseBytes = Message("Turn editing on with e, and choose the field to be written to a file.")

  /// What the key that writes bytes to a file says where there are none.
  static func nothingToWrite(_ field: Field) -> Message { .problem("\(field.label) is empty.") }

  /// A name for the file that a field is written to: the record's title, as far as it can be a name, and an ending.
  ///
  /// - Parameter blob: What the bytes are, or nil for a text.
  static func fileName(title: String, _ blob: BlobSummary?) -> String {
    let scalars = title.unicodeScalars.prefix(60).map { scalar -> Unicode.Scalar in
      scalar == "/" || scalar.properties.generalCategory == .control ? "-" : scalar
    }
    var name = String(String.UnicodeScalarView(scalars))
    while name.last == " " { name.removeLast() }
    while name.first == "." || name.first == " " || name.first == "~" { name.removeFirst() }
    return (name.isEmpty ? "blob" : name) + (blob.map { ending($0.info?.format) } ?? ".txt")
  }

  private static func ending(_ format: ImageInfo.Format?) -> String {
    switch format {
    case .png: ".png"
    case .jpeg: ".jpg"
    case .gif: ".gif"
    case .bmp: ".bmp"
    case .webp: ".webp"
    case nil: ".bin"
    }
  }
}
