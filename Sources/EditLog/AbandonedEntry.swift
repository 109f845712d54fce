import Records

/// A field that a dead session set and whose value the database does not have.
package struct AbandonedEntry: Hashable, Sendable {
  package var numbers: [Int64]
  package var steps: [Int64]
  /// The times of the first and the last change, in seconds since 1970.
  package var times: ClosedRange<Double>
  package var change: Change
  /// Whether the session later made changes that are not in the log.
  package var isDoubtful = false

  init(numbers: [Int64], step: Int64, time: Double, change: Change) {
    (self.numbers, steps, times, self.change) = (numbers, [step], time...time, change)
  }

  package mutating func merge(_ later: AbandonedEntry) {
    guard case .edit(let column, let before, _) = change.content,
      case .edit(_, _, let after) = later.change.content
    else { return }
    numbers += later.numbers
    steps += later.steps
    isDoubtful = isDoubtful || later.isDoubtful
    times = min(times.lowerBound, later.times.lowerBound)...max(times.upperBound, later.times.upperBound)
    change.content = .edit(column: column, before: before, after: after)
  }
}

extension AbandonedChanges {
  init?(_ entries: [AbandonedEntry]) {
    guard let first = entries.lazy.map(\.times.lowerBound).min(),
      let last = entries.lazy.map(\.times.upperBound).max()
    else { return nil }
    self.init(
      count: entries.count, first: first, last: last, isDoubtful: entries.contains(where: \.isDoubtful))
  }
}
