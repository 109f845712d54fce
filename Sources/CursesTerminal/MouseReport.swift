import Cells

/// What terminals report of the mouse, in each of the ways that there are (XTerm Control Sequences, Mouse Tracking).
///
/// The program asks for SGR (1006). One that does not know it reports in the first way, X10: the numbers are bytes behind
/// the sequence, whose length its final byte does not say. In the modes 1005 and 1015, which another program may have left
/// behind, the numbers are characters of UTF-8, or decimals.
enum MouseReport {
  /// What bytes behind a sequence turned out to be.
  enum Reading {
    /// Numbers, each with 32 added, and the bytes that they take.
    case whole([Int], length: Int)
    /// The beginning of them.
    case beginning
    /// So many bytes that are none.
    case broken(length: Int)
  }

  /// Reads some numbers that are bytes, or characters of UTF-8.
  ///
  /// - Parameter isOver: Whether nothing follows.
  static func read(_ bytes: ArraySlice<UInt8>, count: Int, isOver: Bool) -> Reading {
    var (numbers, rest) = ([Int](), bytes)
    while numbers.count < count {
      guard let byte = rest.first else { return .beginning }
      // Another sequence begins, so that the rest of this one is lost.
      if byte == ASCII.escape { return .broken(length: bytes.count - rest.count) }
      // What begins a character of two bytes, column 163 and beyond: is it one?
      if 0xC2...0xDF ~= byte, rest.count < 2, !isOver { return .beginning }
      let second = 0xC2...0xDF ~= byte ? rest.dropFirst().first.flatMap { $0 & 0xC0 == 0x80 ? $0 : nil } : nil
      numbers.append(second.map { Int(byte & 0x1F) << 6 | Int($0 & 0x3F) } ?? Int(byte))
      rest = rest.dropFirst(second == nil ? 1 : 2)
    }
    return .whole(numbers, length: bytes.count - rest.count)
  }

  /// What was done, by the button, the column and the row, which count from 1; nil if the program has no use for it.
  static func event(button: Int, column: Int, row: Int, isRelease: Bool = false) -> MouseEvent? {
    guard (1...10_000).contains(column), (1...10_000).contains(row) else { return nil }
    let place = Position(column: column - 1, row: row - 1)
    switch button {
    case 0: return MouseEvent(isRelease ? .release : .press, at: place)
    // The ways before SGR do not say which button was let go.
    case 3 where !isRelease: return MouseEvent(.release, at: place)
    case 32: return MouseEvent(.drag, at: place)
    case 64: return MouseEvent(.wheel(-1), at: place)
    case 65: return MouseEvent(.wheel(1), at: place)
    default: return nil
    }
  }
}
