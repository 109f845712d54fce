/// Takes the first lines out of a text that comes some at a time; their ends stay, so that line numbers stay right.
struct LineSkipper {
  /// How many lines are still to be taken out.
  private var count: Int
  private var hasCarriageReturn = false

  init(_ count: Int) { self.count = max(0, count) }

  /// The next bytes without what belongs to those lines.
  mutating func text(of bytes: [UInt8]) -> [UInt8] {
    guard count > 0 || hasCarriageReturn else { return bytes }
    var (ends, place) = ([UInt8](), 0)
    while place < bytes.count, count > 0 || hasCarriageReturn && bytes[place] == 10 {
      let byte = bytes[place]
      let isSecond = hasCarriageReturn && byte == 10
      if byte == 10 || byte == 13 { ends.append(byte) }
      if !isSecond, byte == 10 || byte == 13 { count -= 1 }
      hasCarriageReturn = byte == 13
      place += 1
    }
    if place < bytes.count { hasCarriageReturn = false }
    return ends + bytes[place...]
  }
}
