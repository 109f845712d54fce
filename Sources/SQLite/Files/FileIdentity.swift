import Platform
import Records

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

/// Paths as the bytes that the system takes: a file's name need not be UTF-8.
extension Text {
  package var resolved: Text? {
    guard !bytes.contains(0), let path = withPath({ realpath($0, nil) }) else { return nil }
    defer { free(path) }
    return Text(bytes: Array(UnsafeRawBufferPointer(start: path, count: strlen(path))))
  }

  package func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map(body) ?? body("")
    }
  }

  package var parentFolder: Text {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : Text(bytes: Array(bytes[..<slash]))
  }
}
