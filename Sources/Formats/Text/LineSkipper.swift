/// Removes the first lines of a text incrementally, keeping their line ends so that line numbers stay right.
struct LineSkipper {
  private var count: Int
  private var hasCarriageReturn = false

  init(_ count: Int) { self.count = max(0, count) }

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
