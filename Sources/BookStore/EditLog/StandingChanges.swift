import Records

/// The standing changes of a session, in the order in which they were found.
final class StandingChanges {
  private(set) var all: [StandingChange] = []
  /// The edits in the log that a change stands for, by its number.
  private var edits: [Int: AbandonedEntry] = [:]
  /// The steps in the log that are left in part, by the numbers of their changes.
  private var steps: [Int: Int64] = [:]
  private var lastNumber = 0

  /// Notes the edits that a restoration has left, in the place of those before.
  func note(_ refused: [(entry: AbandonedEntry, obstacle: Restoration.Obstacle)]) {
    all.removeAll { edits[$0.number] != nil }
    edits = [:]
    for (entry, obstacle) in refused { edits[add(.edit(obstacle))] = entry }
  }

  /// Notes what an undo or a redo has left of a step, in the place of what an earlier one left of it; nothing if there are
  /// no rows.
  func note(_ rows: [LeftOutChange], count: Int, of step: Int64, isRedo: Bool) {
    forget(step: step)
    if !rows.isEmpty { steps[add(.step(rows, count: count, isRedo: isRedo))] = step }
  }

  /// Removes what was left of a step.
  func forget(step: Int64) { remove(steps.filter { $0.value == step }.map(\.key)) }

  /// What changes stand for in the log: edits, and steps that are left in part.
  func sources(of numbers: [Int]) -> (edits: [AbandonedEntry], steps: [Int64]) {
    (numbers.compactMap { edits[$0] }, numbers.compactMap { steps[$0] })
  }

  /// Removes changes from the list.
  func remove(_ numbers: [Int]) {
    let gone = Set(numbers)
    all.removeAll { gone.contains($0.number) }
    for number in numbers { (edits[number], steps[number]) = (nil, nil) }
  }

  /// Removes all of them.
  func removeAll() { (all, edits, steps) = ([], [:], [:]) }

  private func add(_ content: StandingChange.Content) -> Int {
    lastNumber -= 1
    all.append(StandingChange(number: lastNumber, content: content))
    return lastNumber
  }
}
