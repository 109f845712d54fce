/// Bytes to and from what is open, by its descriptor.
public enum DescriptorBytes {
  /// Writes all bytes, and waits while what is open takes none.
  ///
  /// - Parameter isCancelled: Whether to give up; it is asked while a slow reader is waited for, after each signal, and ten
  ///   times a second if the descriptor does not block.
  /// - Throws: `EINTR` or `EAGAIN` if it was given up, or what the system says.
  public static func writeAll(
    _ bytes: some Collection<UInt8>, to descriptor: Int32, isCancelled: () -> Bool = { false }
  ) throws(SystemError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN {
        let error = SystemError()
        if isCancelled() { throw error }
        if error.number == EAGAIN { waitForReader(of: descriptor) }
        continue
      }
      guard count > 0 else { throw SystemError() }
      rest = rest.dropFirst(count)
      // A signal ends a write in the middle as if it were done.
      if !rest.isEmpty, isCancelled() { throw SystemError(EAGAIN) }
    }
  }

  /// Waits until bytes can be written, for a tenth of a second at most.
  private static func waitForReader(of descriptor: Int32) {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&waiting, 1, 100)
  }

  /// Reads to the end, or as many bytes as are wanted.
  ///
  /// - Parameter isCancelled: Whether to give up, which is asked after each signal and ends as `EINTR`.
  public static func readAll(
    _ descriptor: Int32, upTo limit: Int = .max, isCancelled: () -> Bool = { false }
  ) throws(SystemError) -> [UInt8] {
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: min(limit, 1 << 16)))
    while bytes.count < limit {
      let wanted = min(buffer.count, limit - bytes.count)
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, wanted) }
      if count < 0, errno == EINTR, !isCancelled() { continue }
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
