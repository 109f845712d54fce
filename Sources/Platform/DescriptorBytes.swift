/// Bytes to and from what is open, by its descriptor.
public enum DescriptorBytes {
  /// Writes all bytes.
  public static func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) throws(SystemError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError() }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads to the end, or as many bytes as are wanted.
  public static func readAll(_ descriptor: Int32, upTo limit: Int = .max) throws(SystemError) -> [UInt8] {
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: min(limit, 1 << 16)))
    while bytes.count < limit {
      let wanted = min(buffer.count, limit - bytes.count)
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, wanted) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError() }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Reads a file, or as many of its first bytes as are wanted.
  ///
  /// - Parameter waits: Whether to wait for what another program writes, if the path is that of a pipe. If not, the error
  ///   for a pipe is `EAGAIN`, unless nobody has it open for writing: then it is empty.
  public static func readAll(
    _ path: String, upTo limit: Int = .max, waits: Bool = true
  ) throws(SystemError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
    guard file >= 0 else { throw SystemError(path: path) }
    defer { close(file) }
    return try readAll(file, upTo: limit)
  }
}
