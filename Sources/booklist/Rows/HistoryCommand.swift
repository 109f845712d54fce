import ArgumentParser
import BookStore
import Browser
import Platform
import Screens

struct HistoryCommand: DescribedCommand {
  static let effect = CommandEffect.reads

  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Print the history, latest first.",
    usage: "booklist history [--limit <n>] [--format <name>]",
    discussion: """
      The history has the steps of the screens and of the commands. Undo undoes the first one that is neither undone nor \
      pending in another program.

      Exit status: as for booklist list.
      """)

  @OptionGroup var library: FileOptions
  @OptionGroup var output: OutputOptions

  @Option(help: ArgumentHelp("Print at most this many steps.", valueName: "n"))
  var limit = 20

  func run() throws {
    try CommandRun(library: library).readLog { store in
      let steps = try store.history.steps(limit: max(0, limit) + 1)
      if case .unavailable(let error) = store.logState {
        throw CommandFailure(LogWording.logUnreadable(error), CommandStatus.nothingDone)
      }
      var rows = RowOutput(
        output.format, ["step", "time", "state", "what"], areNumbers: [true, false, false, false])
      for step in steps.prefix(max(0, limit)) {
        let cells = cells(of: step, store)
        try rows.add([.integer(step.main.step)] + cells.dropFirst().map { .text(Text($0)) }, cells)
      }
      try rows.finish()
      if steps.count > max(0, limit) { StandardError.say("There are more steps; --limit shows them.") }
    }
  }

  private static func text(ofMoment seconds: Double) -> String {
    guard let moment = SystemClock.local(seconds) else { return "" }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(moment.tm_year + 1_900)-\(two(moment.tm_mon + 1))-\(two(moment.tm_mday))"
      + " \(two(moment.tm_hour)):\(two(moment.tm_min))"
  }

  private func cells(of step: StepEntry, _ store: BookStore) -> [String] {
    let schema = step.main.id.flatMap { try? store.schema(of: $0.table) }
    return [
      String(step.main.step), Self.text(ofMoment: step.main.time), HistoryWording.state(of: step),
      HistoryWording.line(step, schema, limit: 200),
    ]
  }
}
