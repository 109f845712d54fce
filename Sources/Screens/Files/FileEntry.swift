import Records

/// One entry of a folder.
public struct FileEntry: Hashable, Sendable {
  /// The bytes of the name, which need not be UTF-8.
  public let name: Text
  /// Whether the entry is a folder, or a link to one.
  public let isFolder: Bool
  /// The size in bytes of a regular file; nil for anything else.
  public let byteCount: Int?

  /// Makes an entry.
  public init(name: Text, isFolder: Bool, byteCount: Int? = nil) {
    (self.name, self.isFolder, self.byteCount) = (name, isFolder, byteCount)
  }

  var isHidden: Bool { name.bytes.first == UInt8(ascii: ".") }

  var isImage: Bool {
    guard !isFolder, let point = name.bytes.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let end = name.bytes[(point + 1)...].map { $0 | 0x20 }
    return Self.imageEndings.contains { end.elementsEqual($0.utf8) }
  }

  private static let imageEndings = ["png", "jpg", "jpeg", "gif", "bmp", "webp"]
}
