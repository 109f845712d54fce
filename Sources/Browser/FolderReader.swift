import BookStore
import Platform
import Records
import Screens

/// Reads what is in a folder.
enum FolderReader {
  /// The entries in the order of their names, folders first; nil if nobody waits for them any more.
  ///
  /// - Complexity: O(*n* log *n*) in the entries, with a call of the system for each.
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

  /// What names are ordered by: without regard to the case of ASCII's letters.
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
