import Records

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the system tells a file by, whatever names it has.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// That of the file that a path leads to, which is only looked at; nil where there is none.
  init?(_ path: Text) {
    var status = stat()
    guard !path.bytes.contains(0), path.withPath({ stat($0, &status) }) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
