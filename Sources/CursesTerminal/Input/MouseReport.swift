import Cells

/// The encodings of mouse reports (XTerm Control Sequences, Mouse Tracking).
///
/// The program asks for SGR (1006). Terminals without it report in the X10 encoding: the numbers are bytes after the sequence,
/// and the final byte does not tell the length. In the modes 1005 and 1015, which another program may have left on, the numbers
/// are UTF-8 characters or decimals.
enum MouseReport {
  enum Reading {
    /// Numbers, each with 32 added.
    case whole([Int], length: Int)
    case beginning
    case broken(length: Int)
  }

  static func read(_ bytes: ArraySlice<UInt8>, count: Int, isOver: Bool) -> Reading {
    var (numbers, rest) = ([Int](), bytes)
    while numbers.count < count {
      guard let byte = rest.first else { return .beginning }
      // Another sequence begins, so the rest of this one is lost.
      if byte == ASCII.escape { return .broken(length: bytes.count - rest.count) }
      // May be the first byte of two: column 163 and beyond.
      if 0xC2...0xDF ~= byte, rest.count < 2, !isOver { return .beginning }
      let second = 0xC2...0xDF ~= byte ? rest.dropFirst().first.flatMap { $0 & 0xC0 == 0x80 ? $0 : nil } : nil
      numbers.append(second.map { Int(byte & 0x1F) << 6 | Int($0 & 0x3F) } ?? Int(byte))
      rest = rest.dropFirst(second == nil ? 1 : 2)
    }
    return .whole(numbers, length: bytes.count - rest.count)
  }

  /// Column and row count from 1.
  static func event(button: Int, column: Int, row: Int, isRelease: Bool = false) -> MouseEvent? {
    guard (1...10_000).contains(column), (1...10_000).contains(row) else { return nil }
    let place = Position(column: column - 1, row: row - 1)
    switch button {
    case 0: return MouseEvent(isRelease ? .release : .press, at: place)
    // The encodings before SGR do not tell which button was released.
    case 3 where !isRelease: return MouseEvent(.release, at: place)
    case 32: return MouseEvent(.drag, at: place)
    case 64: return MouseEvent(.wheel(-1), at: place)
    case 65: return MouseEvent(.wheel(1), at: place)
    default: return nil
    }
  }
}
