import Platform

struct AgentInput {
  /// In bytes.
  static let longestLine = 16 << 20

  private var rest: [UInt8] = []
  private var isSkipping = false
  private(set) var hasEnded = false
  /// Whether the input ended some time after the last bytes, because an agent closed it.
  ///
  /// An immediate end is that of a file or a pipe whose requests all still need an answer.
  private(set) var hasEndedLate = false
  private var lastBytes = ContinuousClock.now
  private static let pause = Duration.milliseconds(500)

  /// Waits for bytes, and returns the lines that they complete, nil for an overlong one; drops text after the last newline.
  mutating func lines(within milliseconds: Int32) -> [[UInt8]?] {
    let found = nextLines(within: milliseconds)
    // If the input has already ended, this notices it together with the last bytes.
    return found + (found.isEmpty ? [] : nextLines(within: 0))
  }

  private mutating func nextLines(within milliseconds: Int32) -> [[UInt8]?] {
    var waiting = pollfd(fd: CommandWorld.current.input, events: Int16(POLLIN), revents: 0)
    guard !hasEnded, poll(&waiting, 1, milliseconds) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(CommandWorld.current.input, &buffer, buffer.count)
    guard count > 0 else {
      hasEnded = count == 0 || errno != EINTR && errno != EAGAIN
      hasEndedLate = hasEnded && ContinuousClock.now - lastBytes > Self.pause
      return []
    }
    lastBytes = .now
    return lines(of: buffer[..<count])
  }

  private mutating func lines(of bytes: ArraySlice<UInt8>) -> [[UInt8]?] {
    var (lines, bytes): ([[UInt8]?], ArraySlice<UInt8>) = ([], bytes)
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      take(bytes[..<end])
      lines.append(isSkipping ? nil : rest)
      (rest, isSkipping) = ([], false)
      bytes = bytes[(end + 1)...]
    }
    take(bytes)
    return lines
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) {
    guard !isSkipping else { return }
    rest += bytes
    if rest.count > Self.longestLine { (rest, isSkipping) = ([], true) }
  }
}
