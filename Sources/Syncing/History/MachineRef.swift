/// A machine's name in refs and file names.
enum MachineRef {
  static let (heads, places) = ("refs/heads/", "refs/places/")

  static func head(_ name: String) -> String { heads + text(name) }

  /// The ref of a machine's head at the place, as last fetched.
  static func place(_ name: String) -> String { places + text(name) }

  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
    .union(128...255)

  /// Escapes all bytes except letters, digits, `-`, `_` and inner dots as `%` and two digits.
  static func text(_ name: String) -> String {
    let bytes = Array(name.utf8)
    let escaped = bytes.indices.flatMap { place -> [UInt8] in
      let isInside = place > 0 && place + 1 < bytes.count && !name.hasSuffix(".lock")
      let isDot = bytes[place] == UInt8(ascii: ".") && isInside && plain.contains(bytes[place - 1])
      if plain.contains(bytes[place]) || isDot { return [bytes[place]] }
      return Array("%\(String(bytes[place] >> 4, radix: 16))\(String(bytes[place] & 15, radix: 16))".utf8)
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// The name from its escaped form, or from a ref; nil for any other form.
  static func name(_ text: some StringProtocol, below prefix: String = "") -> String? {
    guard text.hasPrefix(prefix) else { return nil }
    let text = String(text.dropFirst(prefix.count))
    let parts = text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
    var bytes = Array(parts[0])
    for part in parts.dropFirst() {
      guard let byte = UInt8(String(decoding: part.prefix(2), as: UTF8.self), radix: 16) else { return nil }
      bytes += [byte] + part.dropFirst(2)
    }
    let name = String(decoding: bytes, as: UTF8.self)
    let isClean = name.unicodeScalars.allSatisfy {
      ![.control, .format].contains($0.properties.generalCategory)
    }
    return name.utf8.count <= 100 && !name.isEmpty && isClean && self.text(name) == text ? name : nil
  }
}
