import SeededRandom

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
