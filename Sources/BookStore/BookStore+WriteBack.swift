import Records

extension BookStore {
  /// Writes every dirty record in one transaction and keeps all of them hydrated.
  ///
  /// Of each record only the changed columns are written. Nothing dirty means no transaction. What could not be written
  /// stays dirty and can be tried again.
  @discardableResult
  public func writeBack() -> WriteBackResult {
    finishWriteBack()
    return perform(beginWriteBack())
  }

  /// Answers a memory warning: writes every dirty record in one transaction and lets go of all that are clean then.
  ///
  /// What could not be written stays hydrated and dirty. The memory goes back to the system.
  @discardableResult
  public func dehydrateAll() -> Dehydration {
    let before = records.byteCount
    var dehydration = Dehydration(writeBack: writeBack())
    dehydration.recordCount = records.dehydrateClean()
    dehydration.freedByteCount = before - records.byteCount
    releaseMemory()
    return dehydration
  }

  /// Writes one record if it is dirty, and lets it go if it is clean then.
  @discardableResult
  public func dehydrate(_ id: RecordID) -> Dehydration {
    finishWriteBack()
    guard let record = records[id], record.state != .known else { return Dehydration() }
    let before = (records.hydratedCount, records.byteCount)
    var dehydration = Dehydration()
    if record.state == .dirty { dehydration.writeBack = perform(PendingWriteBack([record], sqls: sqls)) }
    records.dehydrate(id)
    dehydration.recordCount = before.0 - records.hydratedCount
    dehydration.freedByteCount = before.1 - records.byteCount
    return dehydration
  }

  /// What a write-back of every dirty record is to write.
  func beginWriteBack() -> PendingWriteBack {
    PendingWriteBack(records.dirty, sqls: sqls)
  }

  func perform(_ pending: PendingWriteBack) -> WriteBackResult {
    settle(pending, alone { pending.plan.perform(on: connection) })
  }

  /// Notes what became of a write-back; a field that was set again meanwhile stays dirty.
  func settle(_ pending: PendingWriteBack, _ outcome: WriteBackOutcome) -> WriteBackResult {
    var result = WriteBackResult(error: outcome.error)
    // What failed is not tried again at once.
    let now = Clock.seconds
    for record in pending.records { record.dirtySince = now }
    guard outcome.error == nil else { return result }
    noteWritten(pending.plan)
    var titles: [RecordID: Value] = [:]
    var index = pending.records.endIndex
    // From the end, so that the records leave the dirty ones from their end, mostly.
    for run in pending.plan.runs.reversed() {
      let title = pending.plan.sqls[run.table].flatMap { run.fields.firstIndex(of: $0.schema.titleIndex) }
      for (row, id) in run.ids.enumerated().reversed() {
        index -= 1
        if let error = outcome.failures[index] {
          result.failures.append(WriteBackResult.Failure(id: id, error: error))
          continue
        }
        result.writtenCount += 1
        let values = run.values(ofRow: row)
        if let title { titles[id] = values[values.startIndex + title] }
        records.change(pending.records[index]) {
          $0.settle(run.fields, values, of: pending.editions[index])
        }
      }
    }
    result.failures.reverse()
    for listing in listings { listing.keyed.noteTitles(titles) }
    return result
  }

  /// Has the rows found anew that are just being found without what was written.
  private func noteWritten(_ plan: WriteBackPlan) {
    for listing in listings where listing.isWorking {
      let isAffected = plan.runs.contains {
        $0.table == listing.schema.id && listing.isAffected(by: $0.fields)
      }
      if isAffected { listing.isStale = true }
    }
  }
}
