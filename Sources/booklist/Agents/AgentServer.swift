import Formats
import Platform

/// Answers the messages of an agent on standard input, one tool at a time.
///
/// A tool is a command, run as a separate process: if it hangs or is killed, the server survives. While it runs, messages are
/// read and answered; calls wait for their turn.
final class AgentServer {
  /// The supported protocol versions, the latest first.
  ///
  /// The latest needs no handshake. 2025-03-26 is left out, because it has batches of requests.
  static let versions = ["2026-07-28", "2025-11-25", "2025-06-18", "2024-11-05"]

  static let methods = "initialize, server/discover, ping, tools/list and tools/call"

  /// The limits of the queue: the number of calls, and their total bytes.
  private static let mostWaiting = 100
  private static let mostWaitingBytes = 2 * AgentInput.longestLine

  private let library: AgentLibrary
  private var input = AgentInput()
  private var waiting: [Call] = []
  private var running: AgentRun?
  private var runningID: JSONValue?

  private struct Call {
    let id: JSONValue
    let tool: AgentTool
    let arguments: JSONValue
    let byteCount: Int
  }

  init(_ library: AgentLibrary) { self.library = library }

  /// Answers until all requests before the end of the input are answered, the agent is gone, or a signal arrives.
  func run() throws(AgentError) {
    Interruption.listen()
    // Writing to an agent that is gone then fails, which ends the running command.
    Interruption.ignoreClosedPipes()
    Interruption.takeChildrenAlong()
    guard library.program != nil else { throw .noProgram }
    while !Interruption.isAsked {
      if !waiting.isEmpty {
        try perform(waiting.removeFirst())
      } else if input.hasEnded {
        return
      } else {
        try read(within: 1_000)
      }
    }
    Interruption.followSignal()
  }

  // MARK: Messages

  /// Answers the messages that arrive within a time, and queues calls of tools.
  private func read(within milliseconds: Int32) throws(AgentError) {
    for line in input.lines(within: milliseconds) {
      guard let line else {
        try write(AgentMessage.refusal(.tooLong, to: nil))
        continue
      }
      if !line.allSatisfy({ [9, 13, 32].contains($0) }) { try receive(line) }
    }
  }

  private func receive(_ line: [UInt8]) throws(AgentError) {
    var id: JSONValue?
    do throws(AgentError) {
      let value = try AgentMessage.value(of: line)
      id = AgentMessage.id(in: value)
      if let message = try AgentMessage(value) { try receive(message, byteCount: line.count) }
    } catch {
      if case .notWritten = error { throw error }
      try write(AgentMessage.refusal(error, to: id))
    }
  }

  private func receive(_ message: AgentMessage, byteCount: Int) throws(AgentError) {
    guard let id = message.id else {
      if message.method == "notifications/cancelled" { cancel(message.params["requestId"]) }
      return
    }
    if message.method == "tools/call" { return try enqueue(message, id, byteCount) }
    try write(AgentMessage.answer(try answer(to: message), to: id))
  }

  private func enqueue(_ message: AgentMessage, _ id: JSONValue, _ byteCount: Int) throws(AgentError) {
    try check(message.version)
    let name = message.params["name"]?.plain ?? ""
    guard let tool = library.tool(named: name) else { throw .noTool(name) }
    let bytes = waiting.reduce(byteCount) { $0 + $1.byteCount }
    guard waiting.count < Self.mostWaiting, bytes <= Self.mostWaitingBytes else { throw .tooMany }
    waiting.append(Call(id: id, tool: tool, arguments: message.arguments, byteCount: byteCount))
  }

  private func check(_ version: String?) throws(AgentError) {
    if let version, !Self.versions.contains(version) { throw .otherVersion(version) }
  }

  private func answer(to message: AgentMessage) throws(AgentError) -> JSONValue {
    try check(message.version)
    return switch message.method {
    case "initialize": library.greeting(to: message.params["protocolVersion"]?.plain)
    case "server/discover": library.discovery
    case "ping": .object([])
    case "tools/list": library.tools
    default: throw .noMethod(message.method)
    }
  }

  private func cancel(_ id: JSONValue?) {
    guard let id = id?.text else { return }
    waiting.removeAll { $0.id.text == id }
    if runningID?.text == id { running?.cancel() }
  }

  private static var hasNoReader: Bool {
    var output = pollfd(fd: CommandWorld.current.output.descriptor, events: 0, revents: 0)
    return poll(&output, 1, 0) > 0 && Int32(output.revents) & (POLLERR | POLLHUP) != 0
  }

  private func write(_ line: String) throws(AgentError) {
    do throws(SystemError) {
      let world = CommandWorld.current
      try DescriptorBytes.writeAll(line.utf8, to: world.output.descriptor, isCancelled: world.isStopped)
    } catch {
      if !Interruption.isAsked { throw .notWritten(error) }
    }
  }

  // MARK: Calls

  /// Runs the command of a tool, and answers with its output; other messages are answered meanwhile.
  private func perform(_ call: Call) throws(AgentError) {
    let run = AgentRun(call.tool)
    (running, runningID) = (run, call.id)
    defer { (running, runningID) = (nil, nil) }
    var failure: AgentError?
    var hasGone = false
    let result = run.result(of: call.arguments, in: library) {
      do throws(AgentError) { try self.read(within: 0) } catch { failure = error }
      hasGone = hasGone || self.input.hasEndedLate || self.input.hasEnded && Self.hasNoReader
      return failure != nil || hasGone || Interruption.isAsked
    }
    if let failure { throw failure }
    if hasGone { waiting = [] }
    if !run.isCancelled { try write(AgentMessage.answer(result, to: call.id)) }
  }
}
