/// Bytes to and from what is open, by its descriptor.
public enum DescriptorBytes {
  /// Writes all bytes, and waits while what is open takes none.
  ///
  /// - Parameter isCancelled: Whether to give up; it is asked ten times a second while a slow reader is waited for, and after
  ///   each signal. Without it, nothing but the end of the reader ends the wait.
  /// - Throws: `EINTR` or `EAGAIN` if it was given up, or what the system says.
  public static func writeAll(
    _ bytes: some Collection<UInt8>, to descriptor: Int32, isCancelled: (() -> Bool)? = nil
  ) throws(SystemError) {
    var rest = Array(bytes)[...]
    // A write of more than that may block in the middle, and a signal that comes right before it does not end it.
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

  /// The most bytes of a write that a pipe takes as a whole, where it takes any (`PIPE_BUF`).
  private static let atomicCount = 4_096

  /// Whether a read or a write may wait for another program: files are always ready.
  private static func mayBlock(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// Waits until bytes can be read or written, for a tenth of a second at most.
  private static func isReady(_ descriptor: Int32, for events: some FixedWidthInteger) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
    return poll(&waiting, 1, 100) > 0
  }

  /// Reads to the end, or as many bytes as are wanted.
  ///
  /// - Parameter isCancelled: Whether to give up, which is asked as for `writeAll` and ends as `EINTR`.
  public static func readAll(
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

  /// Reads what there is, and waits for it.
  ///
  /// - Returns: How many bytes were read; 0 at the end.
  /// - Throws: `EINTR` if it was given up, or what the system says.
  public static func readSome(
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

  /// Opens a file for `readSome` or `readAll` with an `isCancelled`: a pipe that nobody writes to is waited for there.
  ///
  /// - Throws: What the system says.
  public static func openToRead(_ path: String) throws(SystemError) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemError(path: path) }
    return descriptor
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
