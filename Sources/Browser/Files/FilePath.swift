import Platform
import Records

extension Text {
  /// The path with `~` at its start replaced by the home folder.
  public var expandingHome: Text {
    guard bytes.first == UInt8(ascii: "~"), bytes.count == 1 || bytes[1] == UInt8(ascii: "/") else {
      return self
    }
    let home = Environment.value("HOME") ?? Environment.accountHome
    return Text(bytes: Array(home.utf8) + bytes.dropFirst())
  }

  /// A free path in the folder of another library, named like this file, with a number if necessary.
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
