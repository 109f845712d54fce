/// A line and column in a text, both from 1; the column counts bytes.
public struct TextPlace: Hashable, Sendable {
  /// The line; lines end with LF, CR or both.
  public var line: Int
  /// The byte within its line.
  public var column: Int

  /// Creates a place.
  public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

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

struct PlaceCounter {
  private(set) var place = TextPlace(line: 1, column: 1)
  private var last: UInt8 = 0

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
