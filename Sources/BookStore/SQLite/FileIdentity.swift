#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the system tells a file by, whatever it is called: another file at its path has another identity.
struct FileIdentity: Hashable, Sendable {
  let device: Int64
  let inode: Int64

  /// The identity of the file at a path, or nil if there is none.
  ///
  /// It is not opened: to close it would let go of the locks that the process has on it (POSIX, close).
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = Int64(bitPattern: UInt64(status.st_dev))
    inode = Int64(bitPattern: UInt64(status.st_ino))
  }
}
