import ArgumentParser

/// Undoes and redoes large steps while another program changes, deletes and inserts rows between the parts.
struct Undos: Part {
  static let configuration = CommandConfiguration(
    abstract: "Undo large steps beside another program that writes.")

  @OptionGroup var options: RunOptions

  static func look(_ options: RunOptions) throws -> Tally {
    try options.run { run in
      while run.hasTime, run.tally.lost.isEmpty, run.tally.wrong.isEmpty {
        let kind = LargeStep.Kind.allCases.randomElement(using: &run.generator) ?? .set
        let step = try LargeStep(kind, in: run.folder, hasWriteAheadLog: .random(using: &run.generator))
        var neighbor = Neighbor(step)
        do {
          try look(step, &neighbor, &run)
        } catch {
          run.tally.wrong.append("\(kind) in \(step.folder): \(error)")
        }
        if !options.keep { step.remove() }
      }
    }
  }

  private static func look(_ step: LargeStep, _ neighbor: inout Neighbor, _ run: inout Run) throws {
    let store = try step.store()
    let before = try step.rows()
    try step.make(store)
    let after = try step.rows()
    let isLater = Bool.random(using: &run.generator)
    if isLater { for _ in 0..<Int.random(in: 0..<40, using: &run.generator) { try neighbor.write(&run) } }
    let size = [1, 64, 1_000].randomElement(using: &run.generator) ?? 1
    var generator = run.generator
    let job = try? step.reverse(store, batchSize: size) { try neighbor.mayWrite(&run, &generator) }
    run.tally.undos += 1
    try neighbor.check(before, "undone", &run.tally)
    guard let job else { return }
    if job.undone.count + job.undone.leftOutCount != LargeStep.count {
      run.tally.wrong.append("\(step.kind) counts \(job.undone)")
    }
    let lines = try store.history.steps(limit: 9)
    // The rest of a step is a line of its own.
    let count = job.isIncomplete ? 3 : 2
    if lines.count != count { run.tally.wrong.append("\(step.kind) is \(lines.count) steps: \(lines)") }
    guard try step.reverse(store, .redo) != nil else {
      return run.tally.wrong.append("\(step.kind) cannot be redone")
    }
    try neighbor.check(after, "redone", &run.tally)
    guard try step.reverse(store) != nil else {
      return run.tally.wrong.append("\(step.kind) cannot be undone again")
    }
    try neighbor.check(before, "undone again", &run.tally)
  }
}
