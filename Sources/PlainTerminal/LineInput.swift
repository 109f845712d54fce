import Platform

struct LineInput {
  enum Line {
    case text(String)
    case unreadable
  }

  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var lines: [Line] = []
  private(set) var isOver = false

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  mutating func next() -> Line? { lines.isEmpty ? nil : lines.removeFirst() }

  mutating func hasTaken(where isWanted: (String) -> Bool) -> Bool {
    let place = lines.firstIndex { if case .text(let text) = $0 { isWanted(text) } else { false } }
    guard let place else { return false }
    lines.removeFirst(place + 1)
    return true
  }

  /// Reads the available bytes, waiting for the first.
  mutating func readMore() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    if count <= 0 {
      isOver = true
      if !bytes.isEmpty { take(bytes.count) }
      return
    }
    bytes += buffer[..<count]
    while let end = bytes.firstIndex(of: 10) {
      take(end)
      bytes.removeFirst()
    }
  }

  private mutating func take(_ count: Int) {
    var line = bytes.prefix(count)
    if line.last == 13 { line.removeLast() }
    lines.append(String(validating: line, as: UTF8.self).map(Line.text) ?? .unreadable)
    bytes.removeFirst(count)
  }
}
