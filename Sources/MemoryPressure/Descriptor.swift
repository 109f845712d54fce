import Platform

/// An open file that is closed with its last owner.
final class Descriptor: Sendable {
  let number: Int32

  init(owning number: Int32) { self.number = number }

  /// Opens a file without waiting for anybody at its other end; nil if it cannot be opened.
  init?(opening path: String, _ flags: Int32) {
    number = open(path, flags | O_NONBLOCK | O_CLOEXEC)
    if number < 0 { return nil }
  }

  deinit { close(number) }

  /// Writes all bytes at once; false if some were not taken.
  func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { pressureWrite(number, $0.baseAddress, $0.count) == $0.count }
  }

  /// Reads what is there, of which the first part is returned; nil at the end of a stream.
  func drain(_ limit: Int = 4_096) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: limit)
    var first: [UInt8]?
    while true {
      let count = buffer.withUnsafeMutableBytes { read(number, $0.baseAddress, $0.count) }
      if count == 0 { return first }
      if count < 0 { return first ?? [] }
      if first == nil { first = Array(buffer[..<count]) }
      if count < limit { return first }
    }
  }
}

/// The system's `write`, which the method of that name hides.
private func pressureWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(number, bytes, count)
}
