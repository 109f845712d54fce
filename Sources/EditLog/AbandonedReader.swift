import Records

/// What dead sessions have left, as far as it was read.
package struct AbandonedReader {
  /// The numbers of the changes, in their order.
  package let numbers: [Int64]
  /// Those of sessions that are doubted.
  private let doubted: Set<Int64>
  /// How many of them were read.
  package private(set) var done = 0
  /// Those that were written, and all that was set in the same fields before.
  private let written: Set<Int64>
  /// What was read, each field once; nil where it has been written.
  private var found: [AbandonedEntry?] = []
  private var places: [Place: Int] = [:]

  package init(of numbers: [Int64] = [], doubted: Set<Int64> = [], written: Set<Int64> = []) {
    (self.numbers, self.doubted, self.written) = (numbers, doubted, written)
  }

  /// What was read, each field once; empty until all is read.
  package private(set) var entries: [AbandonedEntry] = []

  /// A field of a row.
  private struct Place: Hashable {
    let table: String
    let key: RecordID.Key
    let column: String?
  }

  /// The numbers of the next changes to be read.
  package func next(_ count: Int) -> ArraySlice<Int64> { numbers[done...].prefix(count) }

  /// Takes in the next change; nil if it does not count any more.
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

extension LoggedChange {
  /// Whether a trigger has changed what this edit set, so that the database had it.
  fileprivate func isGoneOn(by later: LoggedChange) -> Bool {
    guard case .edit(_, _, let after) = content, case .edit(_, let before, _) = later.content else {
      return false
    }
    return after == before
  }
}
