import ArgumentParser
import Foundation

/// Kills a process that undoes a large step, and others that go on with it, at random times; then all of it must be undone as
/// one step.
struct KilledUndos: Part {
  static let configuration = CommandConfiguration(
    abstract: "Kill a process that undoes a large step, and go on with it.")

  @OptionGroup var options: RunOptions

  static func look(_ run: inout Run) throws {
    while run.hasTime, run.tally.lost.isEmpty, run.tally.wrong.isEmpty {
      let kind = LargeStep.Kind.allCases.randomElement(using: &run.generator) ?? .set
      let step = try LargeStep(kind, in: run.folder, hasWriteAheadLog: .random(using: &run.generator))
      let before = try step.rows()
      do {
        try kill(step, &run)
        try goOn(step, before, &run.tally)
      } catch {
        run.tally.wrong.append("\(kind) in \(step.folder): \(error)")
      }
      if !run.options.keep { step.remove() }
    }
  }

  /// Kills some processes, one after the other.
  private static func kill(_ step: LargeStep, _ run: inout Run) throws {
    for number in 0...Int.random(in: 0..<3, using: &run.generator) {
      let size = [1, 64, 1_000].randomElement(using: &run.generator) ?? 1
      let child = try Child([
        "killed-undos-child", step.folder, step.kind.rawValue, number == 0 ? "make" : "go-on", "\(size)",
      ])
      guard child.next(within: .seconds(60)) == .line("begins") else {
        run.tally.wrong.append("\(step.kind) in \(step.folder): the process has ended")
        return
      }
      _ = child.next(within: .microseconds(Int.random(in: 0..<200_000, using: &run.generator)))
      child.stop()
      run.tally.kills += 1
      let status = child.wait()
      if status != 0, status != 128 + SIGKILL {
        run.tally.wrong.append("a process that undoes ended by itself with \(status)")
      }
    }
  }

  /// Goes on until all is undone, and redoes it.
  private static func goOn(_ step: LargeStep, _ before: LargeStep.Rows, _ tally: inout Tally) throws {
    let store = try step.store()
    let unfinished = try store.history.unfinished()
    let job = try step.reverse(store)
    if let unfinished, job?.resumedCount != unfinished.count {
      tally.wrong.append("\(step.kind): \(unfinished) and \(job?.resumedCount ?? 0) gone on with")
    }
    tally.undos += 1
    if try step.rows() != before { tally.lost.append("\(step.kind) in \(step.folder) is not undone") }
    let lines = try store.history.steps(limit: 9)
    if lines.map(\.count) != [LargeStep.count, LargeStep.count] || lines.last?.main.state != .undone {
      tally.wrong.append("\(step.kind) in \(step.folder) is not one step: \(lines)")
    }
    if try step.reverse(store) != nil { tally.wrong.append("\(step.kind) is undone twice") }
    if try step.reverse(store, .redo)?.undone.count != LargeStep.count {
      tally.wrong.append("\(step.kind) in \(step.folder) is not redone")
    }
    if try step.reverse(store)?.undone.count != LargeStep.count {
      tally.wrong.append("\(step.kind) in \(step.folder) is not undone again")
    }
    if try step.rows() != before { tally.lost.append("\(step.kind) in \(step.folder) is not undone again") }
  }
}

/// The process that is killed while it undoes a step.
struct KilledUndosChild: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "killed-undos-child", shouldDisplay: false)

  @Argument var folder: String
  @Argument var kind: String
  @Argument var what: String
  @Argument var batchSize: Int

  func run() throws {
    let step = LargeStep(LargeStep.Kind(rawValue: kind) ?? .set, folder: folder)
    let store = try step.store()
    if what == "make" {
      try step.make(store)
      // The step is not what the process dies of.
      store.flushLog()
    }
    Line.say("begins")
    _ = try step.reverse(store, batchSize: batchSize)
    _ = store.close()
  }
}
