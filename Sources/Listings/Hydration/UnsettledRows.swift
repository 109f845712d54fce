import Records

/// The rows that a write-back could not write without a choice by the person, in the order of discovery.
package struct UnsettledRows {
  /// Why a row cannot be written.
  package enum Reason {
    /// Somebody else has also changed fields that were changed here; has the values in the database.
    case conflicts([FieldValue])
    /// Somebody else has deleted it.
    case gone
    /// Somebody else has deleted or renumbered it, and another row has its key.
    case replaced

    /// Whether the row no longer exists.
    package var isGone: Bool { if case .conflicts = self { false } else { true } }
  }

  private var reasons: [RecordID: (number: Int, reason: Reason)] = [:]
  /// The rows by ascending number; some may have been resolved since.
  private var found: [(number: Int, id: RecordID)] = []
  private var lastNumber = 0
  /// How many of them are gone, or replaced by another row.
  package private(set) var goneCount = 0

  /// The number of rows.
  package var count: Int { reasons.count }

  /// Why a row cannot be written, or nil.
  package subscript(id: RecordID) -> Reason? { reasons[id]?.reason }

  /// The rows in no particular order.
  package var ids: some Collection<RecordID> { reasons.keys }

  /// Records why a row cannot be written; nil if that is resolved.
  ///
  /// - Complexity: O(1), amortized.
  package mutating func note(_ id: RecordID, _ reason: Reason?) {
    let known = reasons[id]
    if known?.reason.isGone == true { goneCount -= 1 }
    guard let reason else {
      if known != nil { reasons[id] = nil }
      if reasons.isEmpty { found = [] }
      return
    }
    if reason.isGone { goneCount += 1 }
    if let known { return reasons[id] = (known.number, reason) }
    compact()
    lastNumber += 1
    reasons[id] = (lastNumber, reason)
    found.append((lastNumber, id))
  }

  /// Forgets the entries of resolved rows, once they outnumber the others.
  private mutating func compact() {
    guard found.count > 2 * reasons.count + 64 else { return }
    found.removeAll { reasons[$0.id]?.number != $0.number }
  }

  /// The rows after a number, in order.
  package func after(_ number: Int) -> some Sequence<(number: Int, id: RecordID)> {
    found[place(after: number)...].lazy.filter { reasons[$0.id]?.number == $0.number }
  }

  /// The rows before a number, nearest first.
  package func before(_ number: Int) -> some Sequence<(number: Int, id: RecordID)> {
    found[..<place(after: number - 1)].reversed().lazy.filter { reasons[$0.id]?.number == $0.number }
  }

  /// The index of the first one with a greater number.
  private func place(after number: Int) -> Int {
    var places = found.indices
    while let middle = places.isEmpty ? nil : (places.lowerBound + places.upperBound) / 2 {
      places = found[middle].number > number ? places.lowerBound..<middle : middle + 1..<places.upperBound
    }
    return places.lowerBound
  }
}
