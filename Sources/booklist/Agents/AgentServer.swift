import Browser
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

  /// Answers until the input and the queue are empty, the agent is gone, or a signal arrives.
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
    guard let tool = library.tools.tool(named: name) else { throw .noTool(name) }
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
    case "tools/list": library.toolList
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

struct AgentMessage {
  /// A text or a number that the answer repeats; nil for a notification, which gets no answer.
  let id: JSONValue?
  let method: String
  let params: JSONValue

  /// Parses a message; nil for an answer, since this program sends no requests.
  init?(_ value: JSONValue) throws(AgentError) {
    guard case .string("2.0")? = value["jsonrpc"] else { throw .noRequest }
    if value["method"] == nil, value["result"] != nil || value["error"] != nil { return nil }
    guard case .string(let method)? = value["method"] else { throw .noRequest }
    id = Self.id(in: value)
    if id == nil, value["id"] != nil { throw .noRequest }
    self.method = method
    params = value["params"] ?? .object([])
  }

  static func value(of line: [UInt8]) throws(AgentError) -> JSONValue {
    guard let value = try? JSONReader.value(of: line) else { throw .notJSON }
    return value
  }

  /// The ID of a message, even if the message is otherwise invalid.
  static func id(in value: JSONValue) -> JSONValue? {
    switch value["id"] {
    case .string(let text)?: .string(text)
    case .number(let digits)?: .number(digits)
    default: nil
    }
  }

  /// The protocol version that this message names; messages from 2026 on do.
  var version: String? { params["_meta"]?["io.modelcontextprotocol/protocolVersion"]?.plain }

  var arguments: JSONValue {
    if let arguments = params["arguments"], !arguments.isNull { arguments } else { .object([]) }
  }

  static func answer(_ result: JSONValue, to id: JSONValue) -> String {
    JSONValue.object([("jsonrpc", .string("2.0")), ("id", id), ("result", result)]).text + "\n"
  }

  static func refusal(_ error: AgentError, to id: JSONValue?) -> String {
    var members = [("code", JSONValue.number(String(error.code))), ("message", .string(error.sentence))]
    if let details = error.details { members.append(("data", details)) }
    return JSONValue.object([
      ("jsonrpc", .string("2.0")), ("id", id ?? .null), ("error", .object(members)),
    ]).text + "\n"
  }
}

final class AgentRun {
  private let tool: AgentTool
  private var process: PipedProgram?
  /// When a command that was told to end is killed; nil if it was not told.
  private var end: ContinuousClock.Instant?
  private(set) var isCancelled = false
  private var isOverdue = false
  private var makesSteps = false

  /// In bytes.
  private static let longestAnswer = 1 << 20
  /// The most output bytes of a command that changes something; long output must not get it killed.
  private static let longestReport = 1 << 26
  private static let readingTime = Duration.seconds(120)
  private static let grace = Duration.seconds(10)

  init(_ tool: AgentTool) { self.tool = tool }

  func cancel() {
    isCancelled = true
    ask()
  }

  private func ask() {
    guard end == nil else { return }
    end = .now + Self.grace
    process?.askToEnd()
  }

  /// - Parameter isUnwanted: Asked at least every 10 ms while the command runs: whether to end it.
  func result(of arguments: JSONValue, in library: AgentLibrary, isUnwanted: () -> Bool) -> JSONValue {
    do throws(AgentParameter.Problem) {
      let (words, input) = try tool.words(of: arguments, library.options)
      makesSteps = tool.makesSteps && !words.contains("--dry-run")
      return answer(words, input, library, isUnwanted)
    } catch { return AgentLibrary.result([error.sentence], isError: true) }
  }

  private func answer(
    _ words: [String], _ input: [UInt8]?, _ library: AgentLibrary, _ isUnwanted: () -> Bool
  ) -> JSONValue {
    let outcome: PipedProgram.Outcome
    let step = makesSteps ? library.latestStep : nil
    do {
      outcome = try run(words, input, library, isUnwanted)
    } catch let error as SystemError {
      return AgentLibrary.result(["The command could not be started: \(error.reason)."], isError: true)
    } catch {
      return AgentLibrary.result(["There is no room for the rows in the temporary folder."], isError: true)
    }
    var texts = texts(outcome, library.tools)
    let isDone = isDone(outcome)
    if makesSteps {
      texts += Self.wayBack(from: step, to: library.latestStep, isDone: isDone)
    } else if isDone, let way = tool.wayBack {
      texts.append(way)
    }
    return AgentLibrary.result(texts, isError: !isDone)
  }

  /// How to undo the change, from the numbers of the latest steps before and after it, if both are known.
  private static func wayBack(from before: Int64?, to after: Int64?, isDone: Bool) -> [String] {
    guard let before, let after else { return [] }
    // If there are no steps at all, the history may be unavailable.
    if after == before { return isDone && after > 0 ? ["Nothing was changed."] : [] }
    return [
      isDone
        ? "This is step \(after) of the history: undo takes it back."
        : "The latest step of the history is number \(after) now."
    ]
  }

  private func run(
    _ words: [String], _ input: [UInt8]?, _ library: AgentLibrary, _ isUnwanted: () -> Bool
  ) throws -> PipedProgram.Outcome {
    let files = try input.map { _ in try TemporaryFiles() }
    defer { withExtendedLifetime(files) {} }
    let path = files?.path(of: "rows.json")
    if let files, let path, let input { try files.write(input, to: path) }
    let process = try PipedProgram(library.program ?? "", words, reading: path ?? "/dev/null")
    self.process = process
    let limit: ContinuousClock.Instant? = tool.isReading ? .now + Self.readingTime : nil
    return try process.exchange(upTo: tool.isReading ? Self.longestAnswer : Self.longestReport) {
      if isUnwanted() { self.ask() }
      if let limit, limit <= .now {
        self.isOverdue = true
        self.ask()
      }
      return self.end.map { $0 <= .now } ?? false
    }
  }

  /// Whether everything was done, or as much as the rows allow; an empty list counts as done.
  private func isDone(_ outcome: PipedProgram.Outcome) -> Bool {
    let isComplete = [0, CommandStatus.partlyDone.rawValue].contains(outcome.exitStatus)
    let isEmpty = tool.isReading && outcome.exitStatus != nil && outcome.output == Array("[]\n".utf8)
    return (isComplete || isEmpty) && !outcome.isTooLong && !isOverdue
  }

  private static func withoutName(_ messages: String) -> String {
    let name = "booklist: "
    return messages.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.hasPrefix(name) ? $0.dropFirst(name.count) : $0
    }.joined(separator: "\n")
  }

  private func texts(_ outcome: PipedProgram.Outcome, _ tools: AgentTools) -> [String] {
    if outcome.isTooLong {
      return ["The answer is longer than 1 MB. Ask for fewer rows or columns, by limit, columns or a query."]
    }
    if isOverdue { return ["This took longer than two minutes and was ended. Ask for less."] }
    var said = [
      String(decoding: outcome.output.prefix(Self.longestAnswer), as: UTF8.self),
      tool.inOwnWords(Self.withoutName(String(decoding: outcome.errors, as: UTF8.self)), tools),
    ]
    if outcome.output.count > Self.longestAnswer { said.append("The rest of the answer is left out.") }
    if outcome.exitStatus == nil { said.append("Signal \(outcome.signal) ended the command.") }
    return said
  }
}
