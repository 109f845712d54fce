import Foundation
import Records

/// Paths as the system takes them, by their bytes.
extension Text {
  /// The path with `~` at its start replaced by the home folder.
  var expandingHome: Text {
    guard bytes.first == UInt8(ascii: "~"), bytes.count == 1 || bytes[1] == UInt8(ascii: "/") else {
      return self
    }
    let home = ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()
    return Text(bytes: Array(home.utf8) + bytes.dropFirst())
  }

  /// The path from the root, without links and without what leads back; nil where there is nothing at it.
  var resolved: Text? {
    guard !bytes.contains(0), let path = withPath({ realpath($0, nil) }) else { return nil }
    defer { free(path) }
    return Text(bytes: Array(UnsafeRawBufferPointer(start: path, count: strlen(path))))
  }

  /// Calls a function of C with the path.
  func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map(body) ?? body("")
    }
  }
}
