import Listings
import Platform
import Records
import SQLite

/// A write-back whose known outcome is being noted in its records, one by one.
final class Settlement {
  private(set) var pending: PendingWriteBack
  let mark: Int64
  let outcome: WriteBackOutcome
  private(set) var result: WriteBackResult
  private(set) var titles: [RecordID: Value] = [:]
  /// The records that were changed again before it was known that they were written.
  private(set) var setMeanwhile: Set<RecordID> = []
  private(set) var notedCount = 0
  /// Stored, because checking the outcome's error for each record would copy it.
  private let isComplete: Bool
  private let setsTitle: Bool
  /// Unwritten records count as dirty from now on, because they are not retried immediately.
  private let time = SystemClock.monotonicSeconds

  init(_ pending: consuming PendingWriteBack, _ outcome: WriteBackOutcome) {
    mark = pending.mark
    self.pending = pending
    self.outcome = outcome
    isComplete = outcome.error == nil && outcome.failures.isEmpty && outcome.conflicts.isEmpty
    setsTitle = self.pending.plan.shapes.contains { $0.titlePlace != nil }
    result = WriteBackResult(error: outcome.error)
  }

  var isUnderWay: Bool { notedCount < pending.count }

  /// Notes the next outcome; a field that was set again meanwhile stays dirty.
  func noteNext(in records: RecordTable) -> RecordID? {
    let place = notedCount
    notedCount += 1
    guard let (record, edition) = pending.takeRecord(place) else { return nil }
    if isComplete {
      result.writtenCount += 1
      note(record, pending.plan.updates[place], edition, in: records)
    } else {
      note(record, place, edition, in: records)
    }
    return record.id
  }

  private func note(_ record: Record, _ place: Int, _ edition: UInt32, in records: RecordTable) {
    if outcome.error != nil {
      record.dirtySince = time
    } else if let error = outcome.failures[place] {
      record.dirtySince = time
      if record.state == .dirty { records.noteFailure(error, of: record.id) }
      result.failures.append(RowFailure(id: record.id, error: error))
    } else if let theirs = outcome.conflicts[place] {
      record.dirtySince = time
      result.conflicts += note(record, pending.plan.updates[place], against: theirs, in: records)
    } else {
      result.writtenCount += 1
      note(record, pending.plan.updates[place], edition, in: records)
    }
  }

  private func note(
    _ record: Record, _ update: WriteBackPlan.Update, against theirs: [FieldValue],
    in records: RecordTable
  ) -> [Conflict] {
    let fields = pending.plan.fields(of: update)
    let (mine, originals) = (pending.plan.values(of: update), pending.plan.originals(of: update))
    var written: [FieldValue] = []
    var conflicts: [Conflict] = []
    for (place, field) in fields.enumerated() {
      if let theirs = theirs.first(where: { $0.index == field }) {
        conflicts.append(
          Conflict(
            id: record.id, field: field, original: originals[place], mine: mine[place], theirs: theirs.value))
      } else {
        written.append(FieldValue(index: field, value: mine[place]))
      }
    }
    records.change(record) { $0.rebase(written) }
    if record.state == .dirty { records.noteConflicts(of: record.id, theirs) }
    if let title = pending.plan.shape(of: update).titlePlace {
      titles[record.id] = theirs.first { $0.index == fields[title] }?.value ?? mine[title]
    }
    return conflicts
  }

  private func note(
    _ record: Record, _ update: WriteBackPlan.Update, _ edition: UInt32, in records: RecordTable
  ) {
    if setsTitle, let title = pending.plan.shape(of: update).titlePlace {
      titles[record.id] = pending.plan.values[update.start + title]
    }
    if records.unsettled.count > 0 { records.noteConflicts(of: record.id, []) }
    // Copying the plan for the comparison would cost as much as everything else.
    guard record.edition != edition else { return records.change(record) { $0.settle() } }
    let plan = pending.plan
    records.change(record) {
      $0.settle(plan.fields(of: update), plan.values(of: update), of: edition)
    }
    setMeanwhile.insert(record.id)
  }

  func takeTitles() -> [RecordID: Value] {
    defer { titles = [:] }
    return titles
  }
}
