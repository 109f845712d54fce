/// A control string of ECMA-48, section 5.6: its opening, its text, and ST or, in terminals, BEL.
struct ControlString {
  enum Reading {
    case whole(ControlString, length: Int)
    case beginning
    case broken(length: Int)
    case long(length: Int)
    /// A key with Alt, or an unknown string if its end still comes.
    case undecided
    case key
  }

  private let opening: UInt8
  private let text: ArraySlice<UInt8>

  private static let limit = 4_096

  /// Replaces the beginning of a too long string; no known answer begins with it.
  static let mark: [UInt8] = [ASCII.escape, UInt8(ascii: "P"), UInt8(ascii: "0")]

  static func canBegin(with byte: UInt8) -> Bool {
    [UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^")].contains(byte)
  }

  /// Whether the bytes begin a string and not a key with Alt, judging by how the known answers begin.
  static func isBegun(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count > 2, bytes.first == ASCII.escape, canBegin(with: bytes[bytes.startIndex + 1]) else {
      return false
    }
    switch (bytes[bytes.startIndex + 1], bytes[bytes.startIndex + 2]) {
    case (UInt8(ascii: "_"), let byte): return byte == UInt8(ascii: "G")
    case (UInt8(ascii: "P"), let byte) where "!$+=>?".utf8.contains(byte): return true
    // The titles of the icon and the window.
    case (UInt8(ascii: "]"), UInt8(ascii: "L")), (UInt8(ascii: "]"), UInt8(ascii: "l")): return true
    case (_, UInt8(ascii: "0")...UInt8(ascii: "9")): return true
    default: return false
    }
  }

  static func read(_ bytes: ArraySlice<UInt8>) -> Reading {
    guard isBegun(bytes) else { return readUnknown(bytes) }
    let start = bytes.startIndex + 2
    for index in bytes[start...].indices.prefix(limit) {
      switch bytes[index] {
      case 0x07: return whole(bytes, start..<index, end: index + 1)
      // CAN and SUB cancel a string (ECMA-48, 8.3.6 and 8.3.148); so does a user with Control-C.
      case 0x18, 0x1A: return .broken(length: index + 1 - bytes.startIndex)
      case 0x03: return .broken(length: index - bytes.startIndex)
      case ASCII.escape:
        guard index + 1 < bytes.endIndex else { return .beginning }
        // Another sequence ends the string, and is read on its own.
        let isEnd = bytes[index + 1] == UInt8(ascii: "\\")
        return whole(bytes, start..<index, end: isEnd ? index + 2 : index)
      default: continue
      }
    }
    return bytes.count > limit + 2 ? .long(length: limit) : .beginning
  }

  /// Reads a string only if its end is there, since a key with Alt begins in the same way.
  private static func readUnknown(_ bytes: ArraySlice<UInt8>) -> Reading {
    let start = bytes.startIndex + 2
    guard let end = bytes[start...].firstIndex(where: { $0 < 0x20 }) else {
      return bytes[start...].count > unknownLimit ? .key : .undecided
    }
    guard end > start, end - start <= unknownLimit else { return .key }
    if bytes[end] == 0x07 { return whole(bytes, start..<end, end: end + 1) }
    guard bytes[end] == ASCII.escape else { return .key }
    guard end + 1 < bytes.endIndex else { return .undecided }
    return bytes[end + 1] == UInt8(ascii: "\\") ? whole(bytes, start..<end, end: end + 2) : .key
  }

  private static let unknownLimit = 256

  private static func whole(_ bytes: ArraySlice<UInt8>, _ text: Range<Int>, end: Int) -> Reading {
    let string = ControlString(opening: bytes[bytes.startIndex + 1], text: bytes[text])
    return .whole(string, length: end - bytes.startIndex)
  }

  var reply: TerminalReply? {
    if opening == UInt8(ascii: "_"), text.elementsEqual("Gi=31;OK".utf8) { return .pictures }
    guard opening == UInt8(ascii: "]") else { return nil }
    let mark = Array("11;rgb:".utf8)
    guard text.starts(with: mark) else { return nil }
    let parts = String(decoding: text.dropFirst(mark.count), as: UTF8.self).split(separator: "/")
      .map { part in UInt(part, radix: 16).map { Double($0) / Double((1 << (4 * min(part.count, 4))) - 1) } }
    guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2],
      [red, green, blue].allSatisfy({ 0...1 ~= $0 })
    else { return nil }
    return .background(red: red, green: green, blue: blue)
  }
}
