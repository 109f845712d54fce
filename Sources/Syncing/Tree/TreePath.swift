import Records

/// The path of a file in a tree.
package enum TreePath: Hashable, Sendable {
  /// The rows of a table whose names begin with these hexadecimal digits.
  case rows(table: Text, prefix: String)
  case value(RowName)
  case format

  /// Nil for a path that this program does not write.
  package init?(_ text: String) {
    guard text.utf8.count <= 1_000, let path = Self.path(text),
      path.text?.utf8.elementsEqual(text.utf8) == true
    else { return nil }
    self = path
  }

  private static func path(_ text: String) -> TreePath? {
    if text == "format.json" { return .format }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if parts.first == "values" {
      return RowName(hex: Array(parts.dropFirst().joined().utf8)).map(TreePath.value)
    }
    let isOwn = parts.first != "rows"
    guard parts.count > (isOwn ? 1 : 2), let last = parts.last, last.hasSuffix(ending),
      let table = isOwn ? own[parts[0]] : name(escaped: parts[1])
    else { return nil }
    let file = String(last.dropLast(ending.count))
    let prefix = parts.dropFirst(isOwn ? 1 : 2).dropLast().joined() + (file == "all" ? "" : file)
    let isPrefix = prefix.utf8.count <= 32 && prefix.utf8.allSatisfy { Hex.number(of: $0) != nil }
    return isPrefix ? .rows(table: table, prefix: prefix) : nil
  }

  /// Nil if the table's name is too long.
  package var text: String? {
    switch self {
    case .format: return "format.json"
    case .value(let digest): return "values/\(digest.text.prefix(2))/\(digest.text.dropFirst(2))"
    case .rows(let table, let prefix):
      let file = prefix.isEmpty ? "all" : prefix.map(String.init).joined(separator: "/")
      return Self.folder(of: table).map { $0 + file + Self.ending }
    }
  }

  static func folder(of table: Text) -> String? {
    if let own = own.first(where: { $0.value == table }) { return own.key + "/" }
    let escaped = escaped(table)
    return escaped.utf8.count <= 240 ? "rows/\(escaped)/" : nil
  }

  private static let ending = ".jsonl"
  private static let own = [
    "tables": TreeFormat.declarations, "same": TreeFormat.same, "settings": TreeFormat.settings,
  ]

  // MARK: Names of tables

  /// A name that is valid and unique on every file system.
  private static func escaped(_ name: Text) -> String {
    var bytes = name.bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x61...0x7a, 0x30...0x39, 0x2d, 0x5f: [byte]
      case 0x41...0x5a: [0x2b, byte | 0x20]
      default: percent(byte)
      }
    }
    if devices.contains(String(decoding: bytes, as: UTF8.self)) {
      bytes.replaceSubrange(0..<1, with: percent(bytes[0]))
    }
    return bytes.isEmpty ? "%" : String(decoding: bytes, as: UTF8.self)
  }

  private static func percent(_ byte: UInt8) -> [UInt8] { [0x25] + Hex.digits(of: [byte]) }

  /// Names that Windows reserves.
  private static let devices = Set(
    ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] })

  /// Nil for an invalid escape; the caller escapes the name again to detect other forms.
  private static func name(escaped text: String) -> Text? {
    if text == "%" { return "" }
    var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
    while let byte = rest.popFirst() {
      if byte == 0x2b, let letter = rest.popFirst(), letter > 0x60 {
        bytes.append(letter & 0xdf)
      } else if byte == 0x25, let escaped = Hex.bytes(of: rest.prefix(2))?.first {
        bytes.append(escaped)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    let name = Text(bytes: bytes)
    return name.isValid && bytes.count <= TreeFormat.nameByteCount ? name : nil
  }
}
