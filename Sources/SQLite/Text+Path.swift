import Platform
import Records

/// Paths as the bytes that the system takes: a file's name need not be UTF-8.
extension Text {
  /// Nil if there is nothing at the path.
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
