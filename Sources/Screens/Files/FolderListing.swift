import Records

/// The contents of a folder, the answer to `Effect.listFolder`.
public struct FolderListing: Hashable, Sendable {
  package var asked: Text
  /// The full path; for an empty request, that of the last folder.
  package let path: Text
  package let entries: [FileEntry]
  package let problem: Message?

  package init(asked: Text, path: Text, entries: [FileEntry], problem: Message? = nil) {
    (self.asked, self.path, self.entries, self.problem) = (asked, path, entries, problem)
  }
}

/// An entry of a folder.
public struct FileEntry: Hashable, Sendable {
  /// The bytes of the name, which need not be UTF-8.
  package let name: Text
  /// Whether the entry is a folder, or a link to one.
  package let isFolder: Bool
  /// The size of a regular file in bytes; nil for other entries.
  package let byteCount: Int?

  package init(name: Text, isFolder: Bool, byteCount: Int? = nil) {
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
