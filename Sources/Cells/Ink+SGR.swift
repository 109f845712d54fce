extension Ink {
  /// Does what the parameters of an SGR sequence say of colours; attributes other than reverse video change nothing.
  ///
  /// Parameters that are not numbers parted by semicolons or colons, as those of private sequences, change nothing.
  mutating func apply(sgr parameters: [UInt8]) {
    let separators = [UInt8(ascii: ";"), UInt8(ascii: ":")]
    var numbers: [Int] = []
    for part in parameters.split(omittingEmptySubsequences: false, whereSeparator: separators.contains) {
      guard part.count <= 4, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return }
      numbers.append(part.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }
    apply(numbers[...])
  }

  private mutating func apply(_ numbers: ArraySlice<Int>) {
    var rest = numbers
    while let number = rest.popFirst() {
      switch number {
      case 0: self = Ink()
      case 7: isReversed = true
      case 27: isReversed = false
      case 30...37: foreground = .palette(UInt8(number - 30))
      case 40...47: background = .palette(UInt8(number - 40))
      case 90...97: foreground = .palette(UInt8(number - 82))
      case 100...107: background = .palette(UInt8(number - 92))
      case 39: foreground = nil
      case 49: background = nil
      case 38: if let color = Self.color(&rest) { foreground = color }
      case 48: if let color = Self.color(&rest) { background = color }
      default: break
      }
    }
  }

  /// Takes the colour that stands behind 38 or 48; nil, with nothing left, where there is none.
  private static func color(_ rest: inout ArraySlice<Int>) -> Color? {
    let kind = rest.popFirst()
    let count = kind == 5 ? 1 : kind == 2 ? 3 : 0
    let parts = rest.prefix(count).compactMap { UInt8(exactly: $0) }
    guard count > 0, parts.count == count else {
      rest = []
      return nil
    }
    rest = rest.dropFirst(count)
    return count == 1 ? .palette(parts[0]) : .rgb(parts[0], parts[1], parts[2])
  }
}
