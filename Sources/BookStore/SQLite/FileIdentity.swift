import Platform
import Records

/// Identifies a file independently of its name: another file at the same path has another identity.
struct FileIdentity: Hashable, Sendable {
  let device: Int64
  let inode: Int64

  init(device: Int64, inode: Int64) { (self.device, self.inode) = (device, inode) }

  /// The identity of the file at a path, or nil if there is none.
  ///
  /// The file is not opened: closing it would release the process's locks on it (POSIX, close).
  init?(_ path: Text) {
    var status = stat()
    guard !path.bytes.contains(0), path.withPath({ stat($0, &status) }) == 0 else { return nil }
    device = Int64(truncatingIfNeeded: status.st_dev)
    inode = Int64(truncatingIfNeeded: status.st_ino)
  }

  init?(_ path: String) { self.init(Text(path)) }
}
