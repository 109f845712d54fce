import Records

/// A write-back whose outcome is known and is being noted in its records, one after the other.
struct Settlement {
  /// The write-back.
  private(set) var pending: PendingWriteBack
  /// What became of it.
  let outcome: WriteBackOutcome
  /// What is told about it, as far as its records have been looked at.
  private(set) var result: WriteBackResult
  /// The titles that the database has now, since they were asked for last.
  private(set) var titles: [RecordID: Value] = [:]
  /// How many records have been looked at.
  private(set) var settledCount = 0
  /// What was not written counts as dirty from now on, for it is not tried again at once.
  private let time = Clock.seconds

  init(_ pending: PendingWriteBack, _ outcome: WriteBackOutcome) {
    self.pending = pending
    self.outcome = outcome
    result = WriteBackResult(error: outcome.error)
  }

  /// Whether there are records that have not been looked at.
  var isUnderWay: Bool { settledCount < pending.count }

  /// Notes in the next record what became of it; a field that was set again meanwhile stays dirty.
  ///
  /// - Returns: The record's name; the settlement does not hold the record any more.
  mutating func settleNext(in records: inout RecordTable) -> RecordID? {
    let place = settledCount
    settledCount += 1
    guard let (record, edition) = pending.takeRecord(place) else { return nil }
    if outcome.error != nil {
      record.dirtySince = time
    } else if let error = outcome.failures[place] {
      record.dirtySince = time
      result.failures.append(WriteBackResult.Failure(id: record.id, error: error))
    } else {
      result.writtenCount += 1
      let update = pending.plan.updates[place]
      noteTitle(of: update)
      let (fields, values) = (pending.plan.shapes[update.shape].fields, pending.plan.values(of: update))
      records.change(record) { $0.settle(fields, values, of: edition) }
    }
    return record.id
  }

  private mutating func noteTitle(of update: WriteBackPlan.Update) {
    guard let title = pending.plan.shapes[update.shape].titlePlace else { return }
    let values = pending.plan.values(of: update)
    titles[update.id] = values[values.startIndex + title]
  }

  /// Gives out the titles that the database has now.
  mutating func takeTitles() -> [RecordID: Value] {
    defer { titles = [:] }
    return titles
  }
}
