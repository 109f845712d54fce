import Records

extension RecordTable {
  /// The least recently used records, in that order.
  ///
  /// - Complexity: O(*n*) in those that are asked for, but for looks that count no more.
  func leastRecentlyUsed(_ count: Int) -> [Record] {
    dropOldUses()
    var found: [Record] = []
    // Between them there may be looks that count no more.
    for use in uses.prefix(64 + 4 * count) where isLastUse(use) {
      if found.count == count { break }
      if let record = self[use.id] { found.append(record) }
    }
    return found
  }

  /// Drops looks from the start of the order that count no more.
  private func dropOldUses() {
    while let use = uses.first, !isLastUse(use) { uses.removeFirst() }
  }
}
