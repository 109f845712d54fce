import BookStore
import Foundation
import Records
import Screens

/// Reads what is in a folder.
enum FolderReader {
  /// The entries in the order of their names, folders first; nil where nobody waits for them any more.
  ///
  /// - Complexity: O(*n* log *n*) in the entries, with a call of the system for each.
  static func entries(of folder: Text, isCancelled: () -> Bool) throws(StoreError) -> [FileEntry]? {
    guard let stream = folder.withPath({ opendir($0) }) else {
      throw .cannotOpen(path: folder.string, reason: .system(errno: errno))
    }
    defer { closedir(stream) }
    var found: [(key: [UInt8], entry: FileEntry)] = []
    while let next = readdir(stream) {
      if found.count % 256 == 0, isCancelled() { return nil }
      let name = name(of: next)
      guard name != ".", name != ".." else { continue }
      found.append((key(name), entry(name, in: dirfd(stream))))
    }
    found.sort {
      if $0.entry.isFolder != $1.entry.isFolder { return $0.entry.isFolder }
      return $0.key.lexicographicallyPrecedes($1.key)
    }
    return found.map(\.entry)
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> Text {
    // By its place in memory: an entry may be shorter than its declared type.
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = UnsafeRawPointer(entry) + offset
    let count = strlen(start.assumingMemoryBound(to: CChar.self))
    return Text(bytes: Array(UnsafeRawBufferPointer(start: start, count: count)))
  }

  /// What names are ordered by: without regard to the case of ASCII's letters.
  private static func key(_ name: Text) -> [UInt8] {
    name.bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func entry(_ name: Text, in folder: Int32) -> FileEntry {
    var status = stat()
    guard name.withPath({ fstatat(folder, $0, &status, 0) }) == 0 else {
      return FileEntry(name: name, isFolder: false)
    }
    let kind = status.st_mode & S_IFMT
    return FileEntry(
      name: name, isFolder: kind == S_IFDIR, byteCount: kind == S_IFREG ? Int(status.st_size) : nil)
  }
}
