import Records

/// The rows that a write-back could not write before the person has chosen, in the order in which they were found.
struct UnsettledRows {
  /// What stands against writing a row.
  enum Reason {
    /// Somebody else has changed fields that were set here, too; these are the values that the database holds.
    case conflicts([FieldValue])
    /// Somebody else has deleted it.
    case gone
    /// Somebody else has deleted it or numbered the rows anew, and another row has its key.
    case replaced

    /// Whether the row is there no more.
    var isGone: Bool { if case .conflicts = self { false } else { true } }
  }

  private var reasons: [RecordID: (number: Int, reason: Reason)] = [:]
  /// The rows by ascending number; some may have been settled since.
  private var found: [(number: Int, id: RecordID)] = []
  private var lastNumber = 0
  /// How many of them are gone, or have another row in their place.
  private(set) var goneCount = 0

  /// How many there are.
  var count: Int { reasons.count }

  /// What stands against writing a row, if anything.
  subscript(id: RecordID) -> Reason? { reasons[id]?.reason }

  /// The rows in no order.
  var ids: some Collection<RecordID> { reasons.keys }

  /// Notes what stands against writing a row; nil where it is settled.
  ///
  /// - Complexity: O(1), amortized.
  mutating func note(_ id: RecordID, _ reason: Reason?) {
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

  /// Forgets the places of those that were settled, once they are more than the others.
  private mutating func compact() {
    guard found.count > 2 * reasons.count + 64 else { return }
    found.removeAll { reasons[$0.id]?.number != $0.number }
  }

  /// Those after one of them, in their order.
  func after(_ number: Int) -> some Sequence<(number: Int, id: RecordID)> {
    found[place(after: number)...].lazy.filter { reasons[$0.id]?.number == $0.number }
  }

  /// Those before one of them, the nearest first.
  func before(_ number: Int) -> some Sequence<(number: Int, id: RecordID)> {
    found[..<place(after: number - 1)].reversed().lazy.filter { reasons[$0.id]?.number == $0.number }
  }

  /// The place of the first one with a greater number.
  private func place(after number: Int) -> Int {
    var places = found.indices
    while let middle = places.isEmpty ? nil : (places.lowerBound + places.upperBound) / 2 {
      places = found[middle].number > number ? places.lowerBound..<middle : middle + 1..<places.upperBound
    }
    return places.lowerBound
  }
}
