import EditLog
import Records
import SQLite

/// The way through the changes of a step, from the last one to the first.
struct StepWalk {
  /// Changes by their numbers that come one after the other.
  private struct Stretch {
    var first: Int64 = 0
    /// The number of the change before which the next ones are.
    var end = Int64.max
    /// Before which number the edits are that went with the rows.
    var editsEnd: Int64?
    /// And from which number on, if that is another one.
    var editsFirst: Int64?
  }

  /// The step of the log.
  let step: Int64
  /// What is still to be gone through, the next stretch last.
  private var stretches = [Stretch()]
  /// What is gone through after all of those.
  private var postponed: [Stretch] = []

  init(of step: Int64) { self.step = step }

  /// Whether anything was put off.
  var hasPostponed: Bool { !postponed.isEmpty }

  /// The next changes; none at the end.
  ///
  /// - Parameter limit: How many; the rows of a run come together, even if that is more.
  /// - Throws: As `LogReader.changes`.
  mutating func next(limit: Int, _ reader: LogReader) throws(StoreError) -> [LogReader.NumberedChange] {
    while let stretch = stretches.last {
      let page = try reader.changes(of: step, from: stretch.first, before: stretch.end, limit: limit)
      if !page.isEmpty { return page }
      stretches.removeLast()
    }
    return []
  }

  /// Where the edits are in the log that went with the rows of the next changes.
  func edits(from number: Int64) -> (first: Int64, end: Int64) {
    guard let stretch = stretches.last else { return (number, number) }
    return (stretch.editsFirst ?? number, stretch.editsEnd ?? stretch.end)
  }

  /// Goes on before a change.
  mutating func pass(_ number: Int64) {
    guard !stretches.isEmpty else { return }
    stretches[stretches.count - 1].end = number
    stretches[stretches.count - 1].editsEnd = nil
  }

  /// Puts off the next changes down to one.
  mutating func postpone(downTo number: Int64) {
    guard var stretch = stretches.last else { return }
    stretch.first = max(stretch.first, number)
    postponed.insert(stretch, at: 0)
    pass(number)
  }

  /// Goes on with what was put off.
  mutating func takeUpPostponed() { (stretches, postponed) = (postponed, []) }

  /// Takes in that the second part of a run has got a number of its own; it comes next.
  mutating func note(split number: Int64, to second: Int64) {
    guard !stretches.isEmpty else { return }
    let edits = edits(from: number)
    // The second part follows all other changes of the step.
    stretches[stretches.count - 1].end = number + 1
    stretches[stretches.count - 1].editsEnd = edits.end
    stretches.append(
      Stretch(first: second, end: second + 1, editsEnd: edits.end, editsFirst: edits.first))
  }
}
