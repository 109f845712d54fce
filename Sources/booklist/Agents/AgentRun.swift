import BookStore
import Browser
import Formats
import Platform

/// A call of a tool while its command runs.
final class AgentRun {
  private let tool: AgentTool
  private var process: ProgramRun?
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
    } catch {
      return AgentLibrary.result([error.sentence], isError: true)
    }
  }

  private func answer(
    _ words: [String], _ input: [UInt8]?, _ library: AgentLibrary, _ isUnwanted: () -> Bool
  ) -> JSONValue {
    let outcome: ProgramRun.Outcome
    let step = makesSteps ? library.latestStep : nil
    do {
      outcome = try run(words, input, library, isUnwanted)
    } catch let error as SystemError {
      return AgentLibrary.result(["The command could not be started: \(error.reason)."], isError: true)
    } catch {
      return AgentLibrary.result(["There is no room for the rows in the temporary folder."], isError: true)
    }
    var texts = texts(outcome)
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
  ) throws -> ProgramRun.Outcome {
    let files = try input.map { _ in try TemporaryFiles() }
    defer { withExtendedLifetime(files) {} }
    let path = files?.path(of: "rows.json")
    if let files, let path, let input { try files.write(input, to: path) }
    let process = try ProgramRun(
      library.program ?? "", words, input: path ?? "/dev/null",
      maximum: tool.isReading ? Self.longestAnswer : Self.longestReport)
    self.process = process
    let limit: ContinuousClock.Instant? = tool.isReading ? .now + Self.readingTime : nil
    return process.wait {
      if isUnwanted() { self.ask() }
      if let limit, limit <= .now {
        self.isOverdue = true
        self.ask()
      }
      return self.end.map { $0 <= .now } ?? false
    }
  }

  /// Whether everything was done, or as much as the rows allow; an empty list counts as done.
  private func isDone(_ outcome: ProgramRun.Outcome) -> Bool {
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

  private func texts(_ outcome: ProgramRun.Outcome) -> [String] {
    if outcome.isTooLong {
      return ["The answer is longer than 1 MB. Ask for fewer rows or columns, by limit, columns or a query."]
    }
    if isOverdue { return ["This took longer than two minutes and was ended. Ask for less."] }
    var said = [
      String(decoding: outcome.output.prefix(Self.longestAnswer), as: UTF8.self),
      tool.inOwnWords(Self.withoutName(String(decoding: outcome.errors, as: UTF8.self))),
    ]
    if outcome.output.count > Self.longestAnswer { said.append("The rest of the answer is left out.") }
    if outcome.exitStatus == nil { said.append("Signal \(outcome.signal) ended the command.") }
    return said
  }
}
