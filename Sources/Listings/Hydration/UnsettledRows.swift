import Records

/// The rows that a write-back could not write without a choice by the person, in the order of discovery.
package struct UnsettledRows {
  package enum Reason {
    case conflicts([FieldValue])
    case gone
    /// Another program has deleted or renumbered the row, and another row has its key.
    case replaced

    package var isGone: Bool { if case .conflicts = self { false } else { true } }
  }

  private var reasons: [RecordID: (number: Int, reason: Reason)] = [:]
  private var found: [(number: Int, id: RecordID)] = []
  private var lastNumber = 0
  package private(set) var goneCount = 0

  package var count: Int { reasons.count }

  package subscript(id: RecordID) -> Reason? { reasons[id]?.reason }

  package var ids: some Collection<RecordID> { reasons.keys }

  /// Records why a row cannot be written; nil if that is resolved.
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

  private mutating func compact() {
    guard found.count > 2 * reasons.count + 64 else { return }
    found.removeAll { reasons[$0.id]?.number != $0.number }
  }

  package func after(_ number: Int) -> some Sequence<(number: Int, id: RecordID)> {
    found[place(after: number)...].lazy.filter { reasons[$0.id]?.number == $0.number }
  }

  package func before(_ number: Int) -> some Sequence<(number: Int, id: RecordID)> {
    found[..<place(after: number - 1)].reversed().lazy.filter { reasons[$0.id]?.number == $0.number }
  }

  private func place(after number: Int) -> Int {
    var places = found.indices
    while let middle = places.isEmpty ? nil : (places.lowerBound + places.upperBound) / 2 {
      places = found[middle].number > number ? places.lowerBound..<middle : middle + 1..<places.upperBound
    }
    return places.lowerBound
  }
}
