/// The name of a machine as a part of a ref and of a file's name.
enum MachineRef {
  static let (heads, places) = ("refs/heads/", "refs/places/")

  /// The ref of a machine's last commit, in its own repository and at the place.
  static func head(_ name: String) -> String { heads + text(name) }

  /// The ref of a machine's last commit at the place, as last fetched.
  static func place(_ name: String) -> String { places + text(name) }

  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
    .union(128...255)

  /// Letters, digits, `-`, `_` and dots between them stay; every other byte becomes `%` and two digits.
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

  /// The name that a text, or the ref of one, stands for; nil if no machine would write it like this.
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
