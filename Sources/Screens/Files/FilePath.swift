import Records

extension Text {
  static let slash = UInt8(ascii: "/")

  /// Joins the paths; a path from the root or the home folder stays as it is.
  func appending(path: Text) -> Text {
    if path.bytes.first == Self.slash || path.bytes.first == UInt8(ascii: "~") { return path }
    if bytes.isEmpty { return path }
    return Text(bytes: bytes + (bytes.last == Self.slash ? [] : [Self.slash]) + path.bytes)
  }

  func appending(name: Text) -> Text {
    Text(bytes: bytes + (bytes.last == Self.slash ? [] : [Self.slash]) + name.bytes)
  }

  /// The folder that contains the path; the root contains itself.
  var parentFolder: Text {
    let path = bytes.last == Self.slash ? bytes.dropLast() : bytes[...]
    guard let slash = path.lastIndex(of: Self.slash) else { return "/" }
    return slash == 0 ? "/" : Text(bytes: Array(path[..<slash]))
  }

  package var lastPathPart: Text {
    let path = bytes.last == Self.slash ? bytes.dropLast() : bytes[...]
    guard let slash = path.lastIndex(of: Self.slash) else { return Text(bytes: Array(path)) }
    return Text(bytes: Array(path[(slash + 1)...]))
  }
}
