/// A running program with piped input, output and errors.
///
/// It has its own process group, so that nothing it starts outlives it. Each wait ends with `EINTR` once `isCancelled`
/// returns true, and with `ETIMEDOUT` after the time limit. Writing to an ended program fails with `EPIPE`.
package final class PipedProgram {
  /// The results of a program that has ended.
  package struct Outcome: Sendable {
    /// As `waitpid` gives it.
    package var status: Int32 = 0
    package var output: [UInt8] = []
    /// The end of what the program wrote to standard error.
    package var errors: [UInt8] = []
    package var isTooLong = false

    package var exitStatus: Int32? { status & 0x7F == 0 ? (status >> 8) & 0xFF : nil }
    package var signal: Int32 { status & 0x7F }
  }

  private let process: SpawnedProcess
  /// Our ends of the pipes; -1 if closed.
  private var input, output, errorOutput: Int32
  private let end: ContinuousClock.Instant?
  private let isCancelled: () -> Bool
  private var status: Int32?
  /// The end of standard error so far.
  package private(set) var errors: [UInt8] = []

  private static let mostErrors = 4_096
  private static let patience = Duration.milliseconds(400)

  /// - Parameters:
  ///   - variables: The whole environment; nil for the command's.
  ///   - input: The descriptor for standard input; nil for a pipe.
  ///   - output: The descriptor for standard output; nil for a pipe.
  package init(
    _ path: String, _ arguments: [String], variables: [String: String]? = nil, input: Int32? = nil,
    output: Int32? = nil, limit: Duration? = nil, isCancelled: @escaping () -> Bool = { false }
  ) throws(SystemError) {
    var pipes: [PipeEnds] = []
    do throws(SystemError) {
      for _ in 0..<3 { pipes.append(try PipeEnds()) }
      process = try SpawnedProcess(
        path, arguments, input: input ?? pipes[0].reading, output: output ?? pipes[1].writing,
        errors: pipes[2].writing, variables: variables)
    } catch {
      for pipe in pipes { pipe.shut() }
      throw error
    }
    for descriptor in [pipes[0].reading, pipes[1].writing, pipes[2].writing] { close(descriptor) }
    (self.input, self.output, errorOutput) = (pipes[0].writing, pipes[1].reading, pipes[2].reading)
    // A full pipe must not block a write, nor an empty one a read.
    for descriptor in [self.input, self.output, errorOutput] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    (end, self.isCancelled) = (limit.map { .now + $0 }, isCancelled)
  }

  /// Starts a program whose standard input is a file.
  package convenience init(_ path: String, _ arguments: [String], reading file: String) throws(SystemError) {
    let input = open(file, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw SystemError(path: file) }
    defer { close(input) }
    try self.init(path, arguments, input: input)
  }

  deinit { stop() }

  package func put(_ bytes: [UInt8]) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      try wait(for: input, POLLOUT)
      let count = Self.withoutPipeSignal { rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) } }
      if count < 0, !Self.isTemporary(errno) { throw SystemError() }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  /// Waits for the first byte, and reads what is there; empty at the end.
  package func get(upTo limit: Int = 1 << 16) throws(SystemError) -> [UInt8] {
    while true {
      try wait(for: output, POLLIN)
      if let bytes = Self.bytes(from: output, upTo: limit) { return bytes }
    }
  }

  package func closeInput() { Self.shut(&input) }

  /// Writes the bytes while it collects the output, until the program ends.
  ///
  /// - Parameters:
  ///   - maximum: In bytes; a program that writes more is ended.
  ///   - isOver: Asked every 10 ms; if true, the program is ended.
  package func exchange(
    _ bytes: [UInt8] = [], upTo maximum: Int, until isOver: () -> Bool = { false }
  ) throws(SystemError) -> Outcome {
    var (rest, outcome) = (bytes[...], Outcome())
    while !isOver(), !outcome.isTooLong {
      try check()
      if rest.isEmpty { closeInput() }
      let (isReady, hasRead) = pass(&rest, &outcome.output)
      outcome.isTooLong = outcome.output.count > maximum
      if hasRead { continue }
      if process.hasEnded { break }
      // A pipe whose other end is closed is always ready.
      if isReady { usleep(500) }
    }
    while errorOutput >= 0, collectErrors(0) {}
    (outcome.status, outcome.errors) = (stop(), errors)
    return outcome
  }

  /// Feeds bytes to a program and returns its output; nil if it fails, is too slow, or writes too much.
  package static func output(
    of path: String, _ arguments: [String], feeding bytes: [UInt8], limit: Duration, upTo maximum: Int,
    isCancelled: () -> Bool
  ) -> [UInt8]? {
    let program = try? PipedProgram(path, arguments, limit: limit)
    guard let outcome = try? program?.exchange(bytes, upTo: maximum, until: isCancelled) else { return nil }
    return outcome.status == 0 && !outcome.isTooLong ? outcome.output : nil
  }

  /// Sends SIGTERM to the program and its children.
  package func askToEnd() { if status == nil { process.endGroup() } }

  /// Waits for the program to end; returns the status as `waitpid` gives it.
  package func finish() throws(SystemError) -> Int32 {
    closeInput()
    while !process.hasEnded {
      try check()
      // Errors end with the program, unless a process that it left behind writes to the same pipe.
      if errorOutput < 0 || !collectErrors(10) { usleep(500) }
    }
    while errorOutput >= 0, collectErrors(0) {}
    return stop()
  }

  /// Ends the program and everything it started; returns the status as `waitpid` gives it.
  @discardableResult
  package func stop() -> Int32 {
    if let status { return status }
    for descriptor in [input, output, errorOutput] where descriptor >= 0 { close(descriptor) }
    (input, output, errorOutput) = (-1, -1, -1)
    let limit = ContinuousClock.now + Self.patience
    if !process.hasEnded { process.endGroup() }
    while !process.hasEnded, ContinuousClock.now < limit { usleep(1_000) }
    process.killGroup()
    let status = process.wait()
    self.status = status
    return status
  }

  // MARK: Waiting

  private func check() throws(SystemError) {
    if isCancelled() { throw SystemError(EINTR) }
    if let end, ContinuousClock.now >= end { throw SystemError(ETIMEDOUT) }
  }

  private func wait(for descriptor: Int32, _ event: Int32) throws(SystemError) {
    guard descriptor >= 0 else { throw SystemError(EPIPE) }
    while true {
      try check()
      var polls = [
        pollfd(fd: descriptor, events: Int16(event), revents: 0),
        pollfd(fd: errorOutput, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polls, 2, 50) > 0 else { continue }
      if polls[1].revents != 0 { collectErrors(0) }
      if polls[0].revents != 0 { return }
    }
  }

  /// Writes and reads what the pipes allow within 10 ms: whether any was ready, and whether there was output.
  private func pass(
    _ input: inout ArraySlice<UInt8>, _ output: inout [UInt8]
  ) -> (isReady: Bool, hasRead: Bool) {
    var polls = [
      pollfd(fd: self.output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errorOutput, events: Int16(POLLIN), revents: 0),
      pollfd(fd: self.input, events: Int16(POLLOUT), revents: 0),
    ]
    guard poll(&polls, 3, 10) > 0 else { return (false, false) }
    if polls[2].revents != 0 {
      let count = Self.withoutPipeSignal {
        input.withUnsafeBytes { write(self.input, $0.baseAddress, $0.count) }
      }
      // A program that reads no more gets nothing more; its errors say why.
      input = count < 0 && !Self.isTemporary(errno) ? [] : input.dropFirst(max(count, 0))
    }
    let hasErrors = polls[1].revents != 0 && collectErrors(0)
    guard polls[0].revents != 0, let bytes = Self.bytes(from: self.output, upTo: 1 << 16) else {
      return (true, hasErrors)
    }
    output += bytes
    return (true, hasErrors || !bytes.isEmpty)
  }

  /// Waits some milliseconds for standard error; false if there is nothing.
  @discardableResult
  private func collectErrors(_ time: Int32) -> Bool {
    var waiting = pollfd(fd: errorOutput, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, time) > 0, let bytes = Self.bytes(from: errorOutput, upTo: 1 << 16) else {
      return false
    }
    if bytes.isEmpty { Self.shut(&errorOutput) }
    errors = Array((errors + bytes).suffix(Self.mostErrors))
    return !bytes.isEmpty
  }

  // MARK: Descriptors

  /// Empty at the end; nil if no bytes are available yet.
  private static func bytes(from descriptor: Int32, upTo limit: Int) -> [UInt8]? {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, length in
      count = read(descriptor, buffer.baseAddress, limit)
      length = max(count, 0)
    }
    return count < 0 && isTemporary(errno) ? nil : bytes
  }

  /// Writes without SIGPIPE, which would end the process.
  private static func withoutPipeSignal(_ write: () -> Int) -> Int {
    var (signals, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    let count = write()
    let error = errno
    sigpending(&pending)
    var number: Int32 = 0
    if count < 0, error == EPIPE, sigismember(&pending, SIGPIPE) == 1 { sigwait(&signals, &number) }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = error
    return count
  }

  private static func isTemporary(_ error: Int32) -> Bool { error == EAGAIN || error == EINTR }

  private static func shut(_ descriptor: inout Int32) {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
