import BookStore
import Platform
import Records
import Screens

/// Reads the contents of a folder.
enum FolderReader {
  /// The entries sorted by name, folders first; nil if they are no longer wanted.
  ///
  /// - Complexity: O(*n* log *n*) in the number of entries, with a system call for each.
  static func entries(of folder: Text, isCancelled: () -> Bool) throws(StoreError) -> [FileEntry]? {
    var (found, isUnwanted): ([(key: [UInt8], entry: FileEntry)], Bool) = ([], false)
    let error = folder.withPath { path -> SystemError? in
      do throws(SystemError) {
        try Folder.forEachName(in: path) { bytes, folder in
          isUnwanted = found.count % 256 == 0 && isCancelled()
          if !isUnwanted { found.append((key(bytes), entry(Text(bytes: bytes), in: folder))) }
          return !isUnwanted
        }
        return nil
      } catch {
        return error
      }
    }
    if let error { throw .cannotOpen(path: folder.string, reason: .system(errno: error.number)) }
    if isUnwanted { return nil }
    found.sort {
      if $0.entry.isFolder != $1.entry.isFolder { return $0.entry.isFolder }
      return $0.key.lexicographicallyPrecedes($1.key)
    }
    return found.map(\.entry)
  }

  /// The sort key of a name, which ignores the case of ASCII letters.
  private static func key(_ name: [UInt8]) -> [UInt8] {
    name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
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
