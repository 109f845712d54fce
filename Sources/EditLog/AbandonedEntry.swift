import Records

/// A field that a dead session has set, and that the database does not have.
package struct AbandonedEntry: Hashable, Sendable {
  /// The numbers of the changes in the log, from the first to the last.
  package var numbers: [Int64]
  /// The steps that they are of.
  package var steps: [Int64]
  /// When the first and the last of them were made, in seconds since 1970.
  package var times: ClosedRange<Double>
  /// All of them as one.
  package var change: LoggedChange
  /// Whether their session has made changes later that are not in the log.
  package var isDoubtful = false

  init(numbers: [Int64], step: Int64, time: Double, change: LoggedChange) {
    (self.numbers, steps, times, self.change) = (numbers, [step], time...time, change)
  }

  /// Takes a later change of the same field in.
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
  /// Sums up changes; nil if there are none.
  init?(_ entries: [AbandonedEntry]) {
    guard let first = entries.lazy.map(\.times.lowerBound).min(),
      let last = entries.lazy.map(\.times.upperBound).max()
    else { return nil }
    self.init(
      count: entries.count, first: first, last: last, isDoubtful: entries.contains(where: \.isDoubtful))
  }
}
