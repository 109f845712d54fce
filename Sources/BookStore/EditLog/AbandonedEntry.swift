import Records

/// A field that a dead session has set, and that the database does not have.
struct AbandonedEntry: Hashable, Sendable {
  /// The numbers of the changes in the log, from the first to the last.
  var numbers: [Int64]
  /// The steps that they are of.
  var steps: [Int64]
  /// When the first and the last of them were made, in seconds since 1970.
  var times: ClosedRange<Double>
  /// All of them as one.
  var change: LoggedChange
  /// Whether their session has made changes later that are not in the log.
  var isDoubtful = false

  init(numbers: [Int64], step: Int64, time: Double, change: LoggedChange) {
    (self.numbers, steps, times, self.change) = (numbers, [step], time...time, change)
  }

  /// Takes a later change of the same field in.
  mutating func merge(_ later: AbandonedEntry) {
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
