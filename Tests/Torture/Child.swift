import Foundation
import TestSupport

/// Another process of this program, whose lines are read while it runs.
final class Child {
  let process: pid_t
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Starts a subcommand.
  init(_ arguments: [String]) throws(TortureError) {
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .notStarted(path, errno: errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, nil, &words, environ)
    close(ends[1])
    descriptor = ends[0]
    self.process = process
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    guard code == 0 else { throw .notStarted(path, errno: code) }
  }

  deinit { close(descriptor) }

  /// What comes next of a child.
  enum Output: Hashable {
    case line(String)
    /// Nothing came in time.
    case silence
    /// It has ended, or closed its output.
    case end
  }

  /// Follows a child that says which seed it works on, until it ends; a fault counts with its seed.
  ///
  /// - Parameters:
  ///   - what: What a seed makes, for the message: `keys`.
  ///   - patience: How long the child may say nothing before it is stopped.
  ///   - count: Receives the words of each line.
  /// - Returns: The last seed.
  func follow(
    _ what: String, from first: UInt64, within patience: Duration = .seconds(30), _ tally: inout Tally,
    count: ([Substring], inout Tally) -> Void
  ) -> UInt64 {
    var seed = first
    while true {
      switch next(within: patience) {
      case .line(let line):
        let words = line.split(separator: " ")
        if words.first == "seed" { seed = UInt64(words[1]) ?? seed }
        if words.first == "wrong" { tally.wrong.append("\(what) of seed \(seed): \(line.dropFirst(6))") }
        count(words, &tally)
      case .silence:
        tally.wrong.append("\(what) of seed \(seed): no end")
        stop()
      case .end:
        let status = wait()
        if status != 0 { tally.wrong.append("\(what) of seed \(seed): ended with \(status)") }
        return seed
      }
    }
  }

  /// The next line, waiting no longer than a time; half a line at the end is none.
  func next(within time: Duration) -> Output {
    let end = ContinuousClock.now + time
    while true {
      if let place = buffer.firstIndex(of: 10) {
        let line = String(decoding: buffer[..<place], as: UTF8.self)
        buffer.removeFirst(place + 1)
        return .line(line)
      }
      let left = max(0, (end - .now) / .milliseconds(1))
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&waiting, 1, Int32(left.rounded(.up)))
      if count < 0, errno == EINTR { continue }
      if count == 0 { return .silence }
      if !fill() { return .end }
    }
  }

  private func fill() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return false }
    buffer += bytes[..<count]
    return true
  }

  /// Ends it at whatever instruction it is.
  func stop() { _ = kill(process, SIGKILL) }

  /// Waits for its end: its exit status, or 128 and the number of the signal that ended it.
  func wait() -> Int32 { ProcessStatus.wait(for: process) }
}

/// Lines on standard output.
enum Line {
  /// Gives a line to the system at once, so that who is killed then has said it.
  static func say(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(1, bytes, bytes.count)
  }
}

/// Why a run could not go on; no finding.
enum TortureError: Error {
  /// A program could not be started.
  case notStarted(String, errno: Int32)
  /// There is no folder for the databases.
  case noFolder(String)
  /// What a child said is none of the words that it should say.
  case notUnderstood(String)
}
