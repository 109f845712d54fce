/// Incrementally converts an encoding to UTF-8, without a byte order mark.
package struct TextDecoder: Sendable {
  package let encoding: TextEncoding
  private var rest: [UInt8] = []
  private var isAtStart = true
  private var (lineCount, columnCount) = (0, 0)
  /// The UTF-8 of each byte of a single-byte encoding, empty if undefined.
  private let table: [[UInt8]]

  package init(_ encoding: TextEncoding) {
    self.encoding = encoding
    guard let place = SingleByteTable.names.firstIndex(of: encoding.rawValue) else {
      table = []
      return
    }
    let lines = SingleByteTable.characters.unicodeScalars.split(separator: "\n")
    let last = Array(lines[place])
    table = (0..<256).map { byte in
      let scalar = byte < 256 - last.count ? Unicode.Scalar(UInt8(byte)) : last[byte - 256 + last.count]
      return scalar == "\u{FFFD}" ? [] : Array(String(scalar).utf8)
    }
  }

  /// The UTF-8 of the next bytes; throws for an undefined byte, but an incomplete character at the end becomes U+FFFD.
  package mutating func utf8(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [UInt8] {
    switch encoding {
    case .utf8, .mixed: return withoutMark(bytes, isLast)
    case .latin1: return bytes.flatMap { String(Unicode.Scalar($0)).utf8 }
    case .windows1252: return Self.windows1252(bytes)
    case .utf16LittleEndian, .utf16BigEndian: return wide(bytes, isLast)
    default: return try looked(up: bytes)
    }
  }

  /// Converts Windows-1252 to UTF-8; the five undefined bytes become control characters.
  package static func windows1252(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var utf8: [UInt8] = []
    for byte in bytes {
      let scalar = (0x80..<0xA0).contains(byte) ? high[Int(byte) - 0x80] : Unicode.Scalar(byte)
      utf8 += String(scalar).utf8
    }
    return utf8
  }

  /// The characters of 0x80 to 0x9F (unicode.org, CP1252.TXT).
  private static let high = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  private mutating func looked(up bytes: [UInt8]) throws(FormatError) -> [UInt8] {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      columnCount += 1
      let character = table[Int(byte)]
      if character.isEmpty {
        throw .notText(encoding, TextPlace(line: lineCount + 1, column: columnCount))
      }
      if byte == 10 { (lineCount, columnCount) = (lineCount + 1, 0) }
      utf8 += character
    }
    return utf8
  }

  private mutating func withoutMark(_ bytes: [UInt8], _ isLast: Bool) -> [UInt8] {
    guard isAtStart else { return bytes }
    rest += bytes
    guard rest.count >= 3 || isLast else { return [] }
    defer { (rest, isAtStart) = ([], false) }
    return rest.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(rest.dropFirst(3)) : rest
  }

  private mutating func wide(_ bytes: [UInt8], _ isLast: Bool) -> [UInt8] {
    let bytes = rest + bytes
    let isLittle = encoding == .utf16LittleEndian
    var units = stride(from: 0, to: bytes.count - 1, by: 2).map { place in
      let pair = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isLittle ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1
    }
    rest = Array(bytes.suffix(bytes.count % 2))
    if !isLast, let last = units.last, UTF16.isLeadSurrogate(last) {
      units.removeLast()
      rest = Array(bytes.suffix(rest.count + 2))
    }
    if isAtStart, !units.isEmpty {
      isAtStart = false
      if units.first == 0xFEFF { units.removeFirst() }
    }
    if isLast, !rest.isEmpty { units.append(0xFFFD) }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
