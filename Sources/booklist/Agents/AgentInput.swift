import Platform

/// The lines of standard input, as they come.
struct AgentInput {
  /// The most bytes of a line.
  static let longestLine = 16 << 20

  private var rest: [UInt8] = []
  /// Whether the rest of a line that is too long is being left out.
  private var isSkipping = false
  /// Whether there is nothing more to come.
  private(set) var hasEnded = false

  /// Waits for bytes, and gives the lines that end with them; nil for a line that is too long.
  ///
  /// What comes after the last newline is no line, also at the end of the input.
  ///
  /// - Parameter milliseconds: How long to wait at most.
  mutating func lines(within milliseconds: Int32) -> [[UInt8]?] {
    var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard !hasEnded, poll(&waiting, 1, milliseconds) > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(STDIN_FILENO, &buffer, buffer.count)
    guard count > 0 else {
      hasEnded = count == 0 || errno != EINTR && errno != EAGAIN
      return []
    }
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
