/// A place in a text: line and column, both from 1; the column counts bytes.
public struct TextPlace: Hashable, Sendable {
  /// The line, which ends with LF, CR or both.
  public var line: Int
  /// The byte in its line.
  public var column: Int

  /// Makes a place of its parts.
  public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

  /// The place of a byte in a text.
  ///
  /// - Complexity: O(*n*) in the bytes before it.
  init(of index: Int, in bytes: [UInt8]) {
    var (line, start, last) = (1, 0, UInt8(0))
    for (place, byte) in bytes.prefix(index).enumerated() {
      if byte == 10 && last == 13 {
        start = place + 1
      } else if byte == 10 || byte == 13 {
        (line, start) = (line + 1, place + 1)
      }
      last = byte
    }
    self.init(line: line, column: index - start + 1)
  }
}

/// Counts the lines and the bytes of a text as it comes.
struct PlaceCounter {
  /// Where the next byte stands.
  private(set) var place = TextPlace(line: 1, column: 1)
  private var last: UInt8 = 0

  /// Counts a byte.
  mutating func advance(over byte: UInt8) {
    if byte == 10 || byte == 13 {
      if byte == 13 || last != 13 { place.line += 1 }
      place.column = 1
    } else {
      place.column += 1
    }
    last = byte
  }
}
