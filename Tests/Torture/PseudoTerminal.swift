import CTorture
import Foundation
import TestSupport

/// A program on a terminal of its own.
final class PseudoTerminal {
  private var descriptor: Int32
  private let process: pid_t
  private var output = TerminalOutput()
  /// What was sent since something was last looked for.
  private var unread: [UInt8] = []

  /// What the program has sent that drives the terminal, or is no text, if it has.
  var unsound: String? { output.unsound }

  /// Starts a program, which gets the variables and no others.
  init(_ arguments: [String], environment: [String]) throws(TortureError) {
    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var descriptor: Int32 = -1
    process = spawn_on_terminal(arguments[0], &words, &variables, 80, 24, &descriptor)
    self.descriptor = descriptor
    guard process > 0 else { throw .notStarted(arguments[0], errno: errno) }
  }

  deinit { hangUp() }

  /// Takes the terminal away, as a window does that is closed.
  func hangUp() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Whether the program sends a text in one piece within some time; what it sent up to there is not looked at again.
  func sees(_ text: String, within time: Duration) -> Bool {
    let (wanted, end) = (Array(text.utf8), ContinuousClock.now + time)
    while true {
      if let place = unread.firstRange(of: wanted) {
        unread.removeFirst(place.upperBound)
        return true
      }
      guard ContinuousClock.now < end, reaction(within: 100) != .ended else { return false }
    }
  }

  /// Has the terminal be of a size, which the program is told.
  func resize(columns: Int, rows: Int) { _ = resize_terminal(descriptor, Int32(columns), Int32(rows)) }

  /// Types bytes, and reads meanwhile so that the program need not wait; false where it has ended.
  func type(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN | POLLOUT), revents: 0)
      guard poll(&waiting, 1, 10_000) > 0 else { return true }
      if waiting.revents & Int16(POLLIN) != 0, !drain() { return false }
      if waiting.revents & Int16(POLLHUP) != 0 { return false }
      guard waiting.revents & Int16(POLLOUT) != 0 else { continue }
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, min($0.count, 256)) }
      if count < 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// What the program does.
  enum Reaction {
    case drawn
    case none
    case ended
  }

  /// Waits until the program draws something.
  func reaction(within milliseconds: Int32) -> Reaction {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) > 0 else { return .none }
    return drain() ? .drawn : .ended
  }

  /// Reads all that is drawn at the moment.
  func settle() {
    while case .drawn = reaction(within: 20) {}
  }

  private func drain() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &bytes, bytes.count)
    if count > 0 {
      output.take(bytes[..<count])
      unread = unread.suffix(100_000) + bytes[..<count]
    }
    return count > 0
  }

  /// Says that the terminal goes away, and answers how the program ends: its status, 128 and a signal's number, or nil where it
  /// had to be killed.
  func end() -> Int32? {
    send(SIGHUP)
    return awaitEnd()
  }

  /// How the program ends by itself, in the same way.
  func awaitEnd() -> Int32? {
    var status: Int32 = 0
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
      _ = reaction(within: 10)
      if waitpid(process, &status, WNOHANG) == process { return ProcessStatus.code(of: status) }
    }
    kill(process, SIGKILL)
    waitpid(process, &status, 0)
    return nil
  }
}
