import Records

/// The standing changes of a session, in the order in which they were found.
final class StandingChanges {
  private(set) var all: [StandingChange] = []
  /// The edits in the log that a change stands for, by its number.
  private var edits: [Int: AbandonedEntry] = [:]
  /// The step in the log that is left in part, and the number of its change.
  private var step: (id: Int64, number: Int)?
  private var lastNumber = 0

  /// Notes the edits that a restoration has left, in the place of those before.
  func note(_ refused: [(entry: AbandonedEntry, obstacle: Restoration.Obstacle)]) {
    all.removeAll { edits[$0.number] != nil }
    edits = [:]
    for (entry, obstacle) in refused { edits[add(.edit(obstacle))] = entry }
  }

  /// Notes what an undo or a redo has left of its step, in the place of what the last one left; nothing if there are no
  /// rows.
  func note(_ rows: [LeftOutChange], count: Int, of id: Int64, isRedo: Bool) {
    if let step { remove(step.number) }
    step = rows.isEmpty ? nil : (id, add(.step(rows, count: count, isRedo: isRedo)))
  }

  /// What a change stands for in the log: edits, or a step that is left in part.
  func source(of number: Int) -> (edits: AbandonedEntry?, step: Int64?) {
    (edits[number], step?.number == number ? step?.id : nil)
  }

  /// Removes a change from the list.
  func remove(_ number: Int) {
    all.removeAll { $0.number == number }
    edits[number] = nil
    if step?.number == number { step = nil }
  }

  /// Removes all of them.
  func removeAll() { (all, edits, step) = ([], [:], nil) }

  private func add(_ content: StandingChange.Content) -> Int {
    lastNumber -= 1
    all.append(StandingChange(number: lastNumber, content: content))
    return lastNumber
  }
}
