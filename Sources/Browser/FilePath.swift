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
}
