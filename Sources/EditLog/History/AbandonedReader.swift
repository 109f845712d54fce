import Records

/// Collects the unsaved edits of dead sessions, a few changes at a time.
package struct AbandonedReader {
  package let numbers: [Int64]
  private let doubted: Set<Int64>
  package private(set) var done = 0
  /// Changes that were written; earlier changes of the same fields then count as written too.
  private let written: Set<Int64>
  /// Nil for a field that was written later.
  private var found: [AbandonedEntry?] = []
  private var places: [Place: Int] = [:]

  package init(of numbers: [Int64] = [], doubted: Set<Int64> = [], written: Set<Int64> = []) {
    (self.numbers, self.doubted, self.written) = (numbers, doubted, written)
  }

  /// Empty until everything is read.
  package private(set) var entries: [AbandonedEntry] = []

  private struct Place: Hashable {
    let table: String
    let key: RecordID.Key
    let column: String?
  }

  package func next(_ count: Int) -> ArraySlice<Int64> { numbers[done...].prefix(count) }

  /// Adds the next change; nil if it no longer counts.
  package mutating func add(_ entry: AbandonedEntry?, _ number: Int64) {
    done += 1
    defer { if done == numbers.count { (entries, found) = (found.compactMap(\.self), []) } }
    guard var entry else { return }
    entry.isDoubtful = doubted.contains(number)
    let change = entry.change
    let place = Place(table: change.table, key: change.key, column: change.column)
    if written.contains(number) {
      guard let index = places[place], change.depth == 0 || found[index]?.change.isGoneOn(by: change) == true
      else { return }
      (found[index], places[place]) = (nil, nil)
    } else if let index = places[place] {
      found[index]?.merge(entry)
    } else {
      places[place] = found.endIndex
      found.append(entry)
    }
  }
}

extension Change {
  /// Whether a trigger changed the value that this edit set, which shows that the database had it.
  fileprivate func isGoneOn(by later: Change) -> Bool {
    guard case .edit(_, _, let after) = content, case .edit(_, let before, _) = later.content else {
      return false
    }
    return after == before
  }
}

/// A field that a dead session set and whose value the database does not have.
package struct AbandonedEntry: Hashable, Sendable {
  package var numbers: [Int64]
  package var steps: [Int64]
  /// From the first to the last change, in seconds since 1970.
  package var times: ClosedRange<Double>
  package var change: Change
  /// Whether the session later made changes that are not in the log.
  package var isDoubtful = false

  init(numbers: [Int64], step: Int64, time: Double, change: Change) {
    (self.numbers, steps, times, self.change) = (numbers, [step], time...time, change)
    self.change.state = .abandoned
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
