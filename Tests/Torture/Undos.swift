import ArgumentParser
import SeededRandom

/// Undoes and redoes large steps while another program changes, deletes and inserts rows between the parts.
struct Undos: Part {
  static let configuration = CommandConfiguration(
    abstract: "Undo large steps beside another program that writes.")

  @OptionGroup var options: RunOptions

  static func look(_ run: inout Run) throws {
    while run.hasTime, run.tally.lost.isEmpty, run.tally.wrong.isEmpty {
      let kind = LargeStep.Kind.allCases.randomElement(using: &run.generator) ?? .set
      let step = try LargeStep(kind, in: run.folder, hasWriteAheadLog: .random(using: &run.generator))
      var neighbor = Neighbor(step)
      do {
        try look(step, &neighbor, &run)
      } catch {
        run.tally.wrong.append("\(kind) in \(step.folder): \(error)")
      }
      if !run.options.keep { step.remove() }
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

/// Another program that writes beside an undo, and knows which rows it has touched.
struct Neighbor {
  private let step: LargeStep
  /// What it has left of the rows that it touched; nil where it has deleted one.
  private var touched: [Int64: [String]?] = [:]
  private var number = 0

  init(_ step: LargeStep) { self.step = step }

  /// Writes now and then.
  mutating func mayWrite(_ run: inout Run, _ generator: inout SeededGenerator) throws {
    while Int.random(in: 0..<3, using: &generator) == 0 { try write(&run) }
  }

  mutating func write(_ run: inout Run) throws {
    number += 1
    let key = Int64.random(in: 1...Int64(LargeStep.count * 2), using: &run.generator)
    let name = "theirs\(number)"
    if try step.rows()[key] == nil {
      try step.run("INSERT INTO book VALUES (\(key), '\(name)', '\(name)', NULL)")
    } else if Int.random(in: 0..<4, using: &run.generator) == 0 {
      try step.run("DELETE FROM book WHERE pk = \(key)")
    } else {
      // The column that the step has changed, so that its undo finds a conflict.
      let change = step.kind == .move ? "place = \(-number)" : "author = '\(name)'"
      try step.run("UPDATE book SET \(change) WHERE pk = \(key)")
    }
    touched[key] = try step.rows()[key]
    run.tally.writes += 1
  }

  /// Compares what is there with what must be, and with what this program has written.
  func check(_ expected: LargeStep.Rows, _ what: String, _ tally: inout Tally) throws {
    let rows = try step.rows()
    for key in Set(rows.keys).union(expected.keys) {
      var right: [[String]?] = [expected[key]]
      // A row that it has deleted may have had the key of one that came back then.
      if let theirs = touched[key] { right = theirs == nil ? [nil, expected[key]] : [theirs] }
      if !right.contains(rows[key]) {
        tally.lost.append(
          "\(step.kind) \(what) in \(step.folder): row \(key) is \(rows[key] ?? []), not \(right)")
      }
    }
  }
}
