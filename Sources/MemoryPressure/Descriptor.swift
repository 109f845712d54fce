import Platform

/// An open file, closed with the last reference.
final class Descriptor: Sendable {
  let number: Int32

  init(owning number: Int32) { self.number = number }

  /// Opens a file without waiting for a peer; nil if that fails.
  init?(opening path: String, _ flags: Int32) {
    number = open(path, flags | O_NONBLOCK | O_CLOEXEC)
    if number < 0 { return nil }
  }

  deinit { close(number) }

  /// Writes all bytes at once; false after a partial write.
  func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { pressureWrite(number, $0.baseAddress, $0.count) == $0.count }
  }

  /// Reads everything available and returns the first part; nil at the end of a stream.
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

/// The system's `write`, which the method of the same name hides.
private func pressureWrite(_ number: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(number, bytes, count)
}
