import Platform
import Records
import SQLite

/// The records that the store holds, at most one object per row; every change goes through here and updates the totals.
package final class RecordTable {
  private var records: [RecordID: Record] = [:]
  /// Not accessed since they were read; none of them is in `records`.
  private var packed = PackedRecords()
  /// In no particular order; each record knows its index here.
  package private(set) var dirty: [Record] = []
  private var dirtyFloor = 0.0
  package private(set) var hydratedCount = 0
  package private(set) var seenCount = 0
  package private(set) var hydrationCount = 0
  package private(set) var byteCount = 0

  /// Accesses, oldest first; an entry that is not its record's latest access is stale.
  private var uses: ArraySlice<(id: RecordID, use: Int)> = []
  package private(set) var lastUse = 0
  package private(set) var buckets: RecordBuckets?
  package private(set) var unsettled = UnsettledRows()
  private var holders: Set<RecordID> = []
  private var related: [RecordID: [RelatedRows]] = [:]
  package private(set) var relatedEdition = 0
  private var held: [RecordID] = []

  package init() {}

  package var hydrated: [Record] {
    for id in Array(packed.ids) { _ = self[id] }
    return records.values.filter { $0.state != .known }
  }

  package var hydratedIDs: [RecordID] {
    records.values.lazy.filter { $0.state != .known }.map(\.id) + packed.ids
  }

  package subscript(id: RecordID) -> Record? {
    if let record = records[id] { return record }
    guard !packed.isEmpty, let (values, use) = packed.take(id) else { return nil }
    let record = Record(id: id, holding: values)
    record.lastUse = use
    records[id] = record
    return record
  }

  package func state(of id: RecordID) -> RecordState {
    records[id]?.state ?? (packed.contains(id) ? .hydrated : .known)
  }

  package var capacity: Int { max(records.capacity, packed.capacity) }

  package func reserve(_ count: Int, within bytes: Int) {
    let mean = hydratedCount > 0 ? byteCount / hydratedCount : Self.likelyByteCount
    let total = min(hydratedCount + count, bytes / max(mean, 1))
    // Rows that are set become objects one after the other.
    records.reserveCapacity(total)
    packed.reserve(total)
    // The mean is a guess, and copying the accesses of millions of records takes longer than a frame.
    uses.reserveCapacity(total + total / 8)
  }

  /// The approximate size of a book in bytes.
  private static let likelyByteCount = 384

  package func hydrate(_ id: RecordID, _ values: [Value], large: [LargeField]) -> Record {
    let record: Record
    if let held = self[id] {
      record = held
    } else {
      record = Record(id: id)
      records[id] = record
    }
    change(record) { $0.hydrate(values, large: large) }
    noteUse(of: record)
    return record
  }

  package func add(_ id: RecordID, _ row: PackedRow) -> Bool {
    if !records.isEmpty, records[id] != nil { return false }
    guard let bytes = packed.add(id, row, use: lastUse + 1) else { return false }
    lastUse += 1
    byteCount += bytes
    hydratedCount += 1
    hydrationCount += 1
    buckets?.note(id, from: .known, to: .hydrated)
    appendUse(of: id, lastUse)
    return true
  }

  package func noteUse(of record: Record) {
    if uses.last?.use == record.lastUse { return }
    lastUse += 1
    record.lastUse = lastUse
    appendUse(of: record.id, lastUse)
  }

  private func appendUse(of id: RecordID, _ use: Int) {
    uses.append((id, use))
    if uses.count > 2 * hydratedCount + 1_024 { uses = ArraySlice(uses.filter(isLastUse)) }
  }

  private func isLastUse(_ use: (id: RecordID, use: Int)) -> Bool {
    guard let record = records[use.id] else { return packed.use(of: use.id) == use.use }
    return record.lastUse == use.use && record.values != nil
  }

  /// Evicts the least recently used records until `bytes` are free; returns the dirty ones, which must be written first.
  ///
  /// The records to keep count as just accessed.
  package func releaseLeastRecentlyUsed(bytes: Int, keeping kept: Set<RecordID>) -> [Record] {
    let taken = takeLeastRecentlyUsed(bytes: bytes, keeping: kept)
    for id in taken { dehydrate(id) }
    return taken.compactMap { records[$0] }.filter { $0.state == .dirty }
  }

  /// Returns keys, not records, because a record that is referenced elsewhere stays in the table.
  private func takeLeastRecentlyUsed(bytes: Int, keeping kept: Set<RecordID>) -> [RecordID] {
    var taken: [RecordID] = []
    var found = 0
    var spared: [RecordID] = []
    while found < bytes, let use = uses.popFirst() {
      guard isLastUse(use) else { continue }
      if kept.contains(use.id) {
        spared.append(use.id)
      } else {
        taken.append(use.id)
        found += byteCount(of: use.id)
      }
    }
    for id in spared { noteUse(of: id) }
    return taken
  }

  package func noteLook(at record: Record) {
    if !record.isSeen { (record.isSeen, seenCount) = (true, seenCount + 1) }
  }

  package func noteUse(of id: RecordID) {
    if let record = records[id] { return noteUse(of: record) }
    guard packed.note(use: lastUse + 1, of: id) else { return }
    lastUse += 1
    appendUse(of: id, lastUse)
  }

  package func change(_ record: Record, _ body: (Record) -> Void) {
    let (state, bytes) = (record.state, record.byteCount)
    body(record)
    byteCount += record.byteCount - bytes
    if record.holdsLarge { holders.insert(record.id) }
    let newState = record.state
    guard newState != state else { return }
    if newState == .known { dropRelated(of: record.id) }
    buckets?.note(record.id, from: state, to: newState)
    hydratedCount += (newState == .known ? 0 : 1) - (state == .known ? 0 : 1)
    if newState == .known, record.isSeen { (record.isSeen, seenCount) = (false, seenCount - 1) }
    if state == .known { hydrationCount += 1 }
    if newState == .dirty {
      addDirty(record)
    } else if state == .dirty {
      removeDirty(record)
      if unsettled.count > 0 { unsettled.note(record.id, nil) }
    }
  }

  package func related(to id: RecordID) -> [RelatedRows]? { related[id] }

  package func keep(_ rows: [RelatedRows], pointingTo id: RecordID) {
    guard self[id]?.values != nil else { return }
    dropRelated(of: id)
    related[id] = rows
    byteCount += rows.reduce(0) { $0 + $1.byteCount }
  }

  private func dropRelated(of id: RecordID) {
    guard !related.isEmpty, let rows = related.removeValue(forKey: id) else { return }
    byteCount -= rows.reduce(0) { $0 + $1.byteCount }
  }

  package func forgetRelated() {
    relatedEdition += 1
    for id in Array(related.keys) { dropRelated(of: id) }
  }

  private func byteCount(of id: RecordID) -> Int {
    (records[id]?.byteCount ?? packed.byteCount(of: id) ?? 0)
      + (related[id] ?? []).reduce(0) { $0 + $1.byteCount }
  }

  /// The database's values of fields that were changed both here and by another program.
  package func conflicts(of id: RecordID) -> [FieldValue] {
    if case .conflicts(let theirs)? = unsettled[id] { theirs } else { [] }
  }

  package func noteConflicts(of id: RecordID, _ theirs: [FieldValue]) {
    unsettled.note(id, theirs.isEmpty ? nil : .conflicts(theirs))
  }

  package func noteGone(_ id: RecordID) { unsettled.note(id, .gone) }

  /// Records why a dirty record was not written, if the person has to resolve that.
  package func noteFailure(_ error: StoreError, of id: RecordID) {
    switch error {
    case .rowGone: noteGone(id)
    case .rowReplaced: unsettled.note(id, .replaced)
    default: break
    }
  }

  package func isReplaced(_ id: RecordID) -> Bool {
    if case .replaced? = unsettled[id] { true } else { false }
  }

  /// Such times only increase, so all records are checked only if `dirtyFloor` is old enough.
  package func hasDirty(since moment: Double) -> Bool {
    guard !dirty.isEmpty, dirtyFloor <= moment else { return false }
    dirtyFloor = dirty.lazy.map(\.dirtySince).min() ?? moment
    return dirtyFloor <= moment
  }

  private func addDirty(_ record: Record) {
    record.dirtySince = SystemClock.monotonicSeconds
    if dirty.isEmpty { dirtyFloor = record.dirtySince }
    record.dirtyPlace = dirty.endIndex
    dirty.append(record)
  }

  private func removeDirty(_ record: Record) {
    guard let place = record.dirtyPlace, let last = dirty.popLast() else { return }
    record.dirtyPlace = nil
    guard last !== record else { return }
    dirty[place] = last
    last.dirtyPlace = place
  }

  /// Drops the row's edits; other references to its record see it dehydrated.
  package func remove(_ id: RecordID) {
    guard let record = self[id] else { return }
    change(record) {
      $0.revert()
      $0.dehydrate()
    }
    records[id] = nil
  }

  package func dehydrate(_ id: RecordID) {
    guard let index = records.index(forKey: id) else { return dehydratePacked(id) }
    if records.values[index].state == .hydrated { change(records.values[index]) { $0.dehydrate() } }
    guard records.values[index].state == .known else { return }
    if isKnownUniquelyReferenced(&records.values[index]) {
      records.remove(at: index)
    } else {
      held.append(id)
    }
  }

  private func dehydratePacked(_ id: RecordID) {
    guard let bytes = packed.remove(id) else { return }
    byteCount -= bytes
    hydratedCount -= 1
    buckets?.note(id, from: .hydrated, to: .known)
  }

  package func dropHeld() {
    guard !held.isEmpty else { return }
    let ids = held
    held = []
    for id in ids where records[id]?.state == .known { dehydrate(id) }
  }

  /// Evicts clean records up to an access, oldest first; returns false once no such record is left.
  package func dehydrateClean(upTo lastUse: Int, count: Int) -> Bool {
    for _ in 0..<count {
      guard let use = uses.first, use.use <= lastUse else { return false }
      uses.removeFirst()
      guard isLastUse(use) else { continue }
      if records[use.id]?.state == .dirty { noteUse(of: use.id) } else { dehydrate(use.id) }
    }
    return true
  }

  /// Releases memory left over from much larger numbers of records.
  package func shrink() {
    dropHeld()
    if records.count < records.capacity / 4 { records = records.filter { _ in true } }
    packed.shrink()
    if dirty.isEmpty { dirty = [] }
    if uses.isEmpty { uses = [] }
  }

  package func dehydrateClean() {
    dehydrateAllPacked()
    var kept: [RecordID: Record] = [:]
    var index = records.startIndex
    while index != records.endIndex {
      // A row never has two records, so a record that is referenced elsewhere has to stay.
      let isShared = !isKnownUniquelyReferenced(&records.values[index])
      let record = records.values[index]
      if record.state == .hydrated { change(record) { $0.dehydrate() } }
      if isShared || record.state == .dirty { kept[record.id] = record }
      records.formIndex(after: &index)
    }
    records = kept
    held = []
    uses = ArraySlice(uses.filter(isLastUse))
  }

  private func dehydrateAllPacked() {
    if buckets != nil { for id in packed.ids { buckets?.note(id, from: .hydrated, to: .known) } }
    byteCount -= packed.byteCount
    hydratedCount -= packed.count
    packed.removeAll()
  }

  /// Drops large values until the records fit into `bytes`, visible and recently used records last.
  ///
  /// No write-back may be in progress: a value reverted meanwhile is not what the database will have.
  package func releaseLarge(downTo bytes: Int = 0, keeping shown: Set<RecordID> = []) {
    guard !holders.isEmpty, byteCount > bytes else { return }
    let held = holders.compactMap { self[$0] }.filter(\.holdsLarge)
    let order = held.map { (isShown: shown.contains($0.id) ? 1 : 0, $0.lastUse, record: $0) }
    for (_, _, record) in order.sorted(by: { ($0.0, $0.1) < ($1.0, $1.1) }) where byteCount > bytes {
      change(record) { $0.releaseLarge() }
    }
    holders = Set(held.filter(\.holdsLarge).map(\.id))
  }

  /// O(*n*) in the number requested; drops stale accesses at the front.
  package func leastRecentlyUsed(_ count: Int) -> [Record] {
    while let use = uses.first, !isLastUse(use) { uses.removeFirst() }
    var found: [Record] = []
    for use in uses.prefix(64 + 4 * count) where isLastUse(use) {
      if found.count == count { break }
      if let record = self[use.id] { found.append(record) }
    }
    return found
  }

  package func startCounting(in buckets: RecordBuckets) -> RecordBuckets {
    var buckets = buckets
    for record in records.values where record.state != .known {
      buckets.note(record.id, from: .known, to: record.state)
    }
    for id in packed.ids { buckets.note(id, from: .known, to: .hydrated) }
    self.buckets = buckets
    return buckets
  }

  package func stopCounting() { buckets = nil }
}
