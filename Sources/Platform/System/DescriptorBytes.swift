package enum DescriptorBytes {
  /// Writes all bytes, waiting for a slow reader.
  ///
  /// - Parameter isCancelled: Whether to give up with `EINTR` or `EAGAIN`; called after each signal, and ten times a second
  ///   while waiting. Without it, the wait only ends when the reader goes away.
  package static func writeAll(
    _ bytes: some Collection<UInt8>, to descriptor: Int32, isCancelled: (() -> Bool)? = nil
  ) throws(SystemError) {
    var rest = Array(bytes)[...]
    // A larger write may block halfway, and a signal just before it does not interrupt it.
    let most = isCancelled != nil && mayBlock(descriptor) ? atomicCount : Int.max
    while !rest.isEmpty {
      if most < Int.max, let isCancelled, !isReady(descriptor, for: POLLOUT) {
        if isCancelled() { throw SystemError(EAGAIN) }
        continue
      }
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, min($0.count, most)) }
      if count < 0, errno == EINTR || errno == EAGAIN {
        let error = SystemError()
        if isCancelled?() == true { throw error }
        if error.number == EAGAIN { _ = isReady(descriptor, for: POLLOUT) }
        continue
      }
      guard count > 0 else { throw SystemError() }
      rest = rest.dropFirst(count)
    }
  }

  /// The largest write that a pipe takes whole or not at all (`PIPE_BUF`).
  private static let atomicCount = 4_096

  /// Whether an operation may wait for another program; regular files are always ready.
  private static func mayBlock(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  private static func isReady(_ descriptor: Int32, for events: some FixedWidthInteger) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
    return poll(&waiting, 1, 100) > 0
  }

  /// Reads to the end or a limit; throws `EINTR` if cancelled, as `writeAll`.
  package static func readAll(
    _ descriptor: Int32, upTo limit: Int = .max, isCancelled: (() -> Bool)? = nil
  ) throws(SystemError) -> [UInt8] {
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: min(limit, 1 << 16)))
    while bytes.count < limit {
      let count = try readSome(descriptor, into: &buffer, upTo: limit - bytes.count, isCancelled)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Waits for the first byte, and reads what is there; returns 0 at the end, and throws `EINTR` if cancelled.
  package static func readSome(
    _ descriptor: Int32, into buffer: inout [UInt8], upTo limit: Int = .max, _ isCancelled: (() -> Bool)?
  ) throws(SystemError) -> Int {
    while true {
      if let isCancelled, mayBlock(descriptor), !isReady(descriptor, for: POLLIN) {
        if isCancelled() { throw SystemError(EINTR) }
        continue
      }
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, min($0.count, limit)) }
      if count >= 0 { return count }
      guard errno == EINTR || errno == EAGAIN && isCancelled != nil, isCancelled?() != true else {
        throw SystemError()
      }
    }
  }

  /// Opens a file for cancellable reading: opening a pipe does not wait for a writer, reading does.
  package static func openToRead(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError(path: path) }
    return descriptor
  }

  /// - Parameter waits: Whether to wait for the writer of a pipe; otherwise reading throws `EAGAIN`, or finds a pipe without
  ///   writers empty.
  package static func readAll(
    _ path: String, upTo limit: Int = .max, waits: Bool = true
  ) throws(SystemError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
    guard file >= 0 else { throw SystemError(path: path) }
    defer { close(file) }
    return try readAll(file, upTo: limit)
  }
}
