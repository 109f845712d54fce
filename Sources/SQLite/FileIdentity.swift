import Platform
import Records

/// Identifies a file independently of its name: another file at the same path has another identity.
package struct FileIdentity: Hashable, Sendable {
  package let device, inode: Int64

  package init(device: Int64, inode: Int64) { (self.device, self.inode) = (device, inode) }

  /// The file is not opened: closing it would release the process's locks on it (POSIX, close).
  package init?(_ path: Text) {
    var status = stat()
    guard !path.bytes.contains(0), path.withPath({ stat($0, &status) }) == 0 else { return nil }
    device = Int64(truncatingIfNeeded: status.st_dev)
    inode = Int64(truncatingIfNeeded: status.st_ino)
  }

  package init?(_ path: String) { self.init(Text(path)) }
}
