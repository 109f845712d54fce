import Platform
import Records

/// Paths as bytes, as the system takes them.
extension Text {
  /// The path with `~` at its start replaced by the home folder.
  public var expandingHome: Text {
    guard bytes.first == UInt8(ascii: "~"), bytes.count == 1 || bytes[1] == UInt8(ascii: "/") else {
      return self
    }
    let home = Environment.value("HOME") ?? Environment.accountHome
    return Text(bytes: Array(home.utf8) + bytes.dropFirst())
  }

  /// Where a library is made from this file: in the folder of another library, under the file's name, with a number if
  /// something of that name is there.
  func libraryPath(beside library: String) -> Text {
    let name = lastPathPart.bytes
    let end = name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex
    let stem = String(decoding: end > 0 ? name[..<end] : name[...], as: UTF8.self)
    let folder = library.lastIndex(of: "/").map { String(library[...$0]) } ?? ""
    var (path, number) = ("\(folder)\(stem).sqlite", 2)
    while access(path, F_OK) == 0 { (path, number) = ("\(folder)\(stem) \(number).sqlite", number + 1) }
    return Text(path)
  }
}
