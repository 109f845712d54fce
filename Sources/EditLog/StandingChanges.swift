import Records

/// The standing changes of a session, in the order in which they were found.
package final class StandingChanges {
  package private(set) var all: [StandingChange] = []
  /// The edits in the log, by the numbers of their standing changes.
  private var edits: [Int: AbandonedEntry] = [:]
  /// The partly undone steps in the log, by the numbers of their standing changes.
  private var steps: [Int: Int64] = [:]
  private var lastNumber = 0

  /// Replaces the edits by those that a restoration could not restore.
  package func note(_ refused: [(entry: AbandonedEntry, obstacle: Restoration.Obstacle)]) {
    all.removeAll { edits[$0.number] != nil }
    edits = [:]
    for (entry, obstacle) in refused { edits[add(.edit(obstacle))] = entry }
  }

  /// Replaces the entry of a step by what the last undo or redo left out; removes it if that is nothing.
  package func note(_ rows: [LeftOutChange], count: Int, of step: Int64, isRedo: Bool) {
    forget(step: step)
    if !rows.isEmpty { steps[add(.step(rows, count: count, isRedo: isRedo))] = step }
  }

  /// Removes the entry of a step.
  package func forget(step: Int64) { remove(steps.filter { $0.value == step }.map(\.key)) }

  /// The edits and steps in the log that standing changes refer to.
  package func sources(of numbers: [Int]) -> (edits: [AbandonedEntry], steps: [Int64]) {
    (numbers.compactMap { edits[$0] }, numbers.compactMap { steps[$0] })
  }

  /// Removes entries by their numbers.
  package func remove(_ numbers: [Int]) {
    let gone = Set(numbers)
    all.removeAll { gone.contains($0.number) }
    for number in numbers { (edits[number], steps[number]) = (nil, nil) }
  }

  /// Removes all of them.
  package func removeAll() { (all, edits, steps) = ([], [:], [:]) }

  private func add(_ content: StandingChange.Content) -> Int {
    lastNumber -= 1
    all.append(StandingChange(number: lastNumber, content: content))
    return lastNumber
  }
}
