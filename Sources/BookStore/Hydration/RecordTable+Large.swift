import Records

/// The lazy groups of records, which give back the most memory for the least work.
extension RecordTable {
  /// Lets large values go until the records hold no more bytes: those of the least recently used records first, and
  /// those of records that are shown last, for whoever shows one has it.
  ///
  /// No write-back may be under way, for a value that was set back meanwhile is not what the database will have.
  ///
  /// - Complexity: O(*n* log *n*) in the records that hold such values.
  func releaseLarge(downTo bytes: Int = 0, keeping shown: Set<RecordID> = []) {
    guard !holders.isEmpty, byteCount > bytes else { return }
    let held = holders.compactMap { self[$0] }.filter(\.holdsLarge)
    let order = held.map { (isShown: shown.contains($0.id) ? 1 : 0, $0.lastUse, record: $0) }
    for (_, _, record) in order.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) where byteCount > bytes {
      change(record) { $0.releaseLarge() }
    }
    holders = Set(held.filter(\.holdsLarge).map(\.id))
  }
}
