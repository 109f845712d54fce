/// A program with piped input and output, in its own process group, so that nothing it starts outlives it.
package struct ChildProcess {
  private let process: SpawnedProcess
  private var input: Int32
  private let output: Int32

  /// Discards standard error; nil if the program cannot be started.
  package init?(_ path: String, _ arguments: [String]) {
    guard let ours = try? PipeEnds() else { return nil }
    guard let theirs = try? PipeEnds() else {
      ours.shut()
      return nil
    }
    let process = try? SpawnedProcess(path, arguments, input: ours.reading, output: theirs.writing)
    Self.shut(ours.reading, theirs.writing)
    guard let process else {
      Self.shut(ours.writing, theirs.reading)
      return nil
    }
    // A write must not block if the pipe is full.
    _ = fcntl(ours.writing, F_SETFL, O_NONBLOCK)
    (self.process, input, output) = (process, ours.writing, theirs.reading)
  }

  /// Writes the input, collects the output and waits for the exit; nil if the program was killed or failed.
  ///
  /// The program is killed if it exceeds `limit` or `maximum` bytes, or is cancelled. Its whole process group is gone
  /// afterwards.
  package mutating func run(
    _ bytes: [UInt8], limit: Duration, maximum: Int, isCancelled: () -> Bool
  ) -> [UInt8]? {
    let end = ContinuousClock.now + limit
    func isOver() -> Bool { isCancelled() || ContinuousClock.now >= end }
    let result = exchange(bytes, maximum: maximum, isOver: isOver)
    Self.shut(input, output)
    while !isOver(), result != nil {
      if process.hasEnded {
        // Before the process ID can be reused.
        process.killGroup()
        return process.wait() == 0 ? result : nil
      }
      usleep(500)
    }
    process.killGroup()
    _ = process.wait()
    return nil
  }

  // MARK: Bytes

  private mutating func exchange(_ bytes: [UInt8], maximum: Int, isOver: () -> Bool) -> [UInt8]? {
    var rest = bytes[...]
    var result: [UInt8] = []
    while !isOver() {
      var polls = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
      ]
      guard poll(&polls, 2, 20) > 0 else { continue }
      if polls[1].revents != 0 { send(&rest) }
      if polls[0].revents != 0 {
        guard let count = receive(&result) else { continue }
        if count == 0 { return result }
        if result.count > maximum { return nil }
      }
    }
    return nil
  }

  /// Writes what the pipe takes; closes the input when all is written or the program stops reading.
  private mutating func send(_ bytes: inout ArraySlice<UInt8>) {
    let count = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    if count > 0 { bytes = bytes.dropFirst(count) }
    guard bytes.isEmpty || (count < 0 && !Self.isTemporary(errno)) else { return }
    Self.shut(input)
    input = -1
  }

  private func receive(_ result: inout [UInt8]) -> Int? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(output, &buffer, buffer.count)
    if count < 0 { return Self.isTemporary(errno) ? nil : 0 }
    result += buffer.prefix(count)
    return count
  }

  private static func isTemporary(_ error: Int32) -> Bool { error == EAGAIN || error == EINTR }

  private static func shut(_ descriptors: Int32...) {
    for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
  }
}
