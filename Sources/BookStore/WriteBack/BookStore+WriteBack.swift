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
    finishWriteBack()
    records.releaseLarge()
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
    if record.state == .dirty { dehydration.writeBack = perform(beginWriteBack(of: [record])) }
    records.dehydrate(id)
    dehydration.recordCount = before.0 - records.hydratedCount
    dehydration.freedByteCount = before.1 - records.byteCount
    return dehydration
  }

  /// What a write-back of every dirty record is to write.
  func beginWriteBack() -> PendingWriteBack {
    var pending = pendingWriteBack(capacity: records.dirty.count)
    var place = records.dirty.endIndex
    records.takeDirty(before: &place, since: Clock.seconds, count: place) { pending.append($0) }
    return pending
  }

  /// What a write-back of some dirty records is to write.
  func beginWriteBack(of records: [Record]) -> PendingWriteBack {
    var pending = pendingWriteBack(capacity: records.count)
    for record in records { pending.append(record) }
    return pending
  }

  /// A write-back of nothing so far, of what has been set until now.
  func pendingWriteBack(capacity: Int) -> PendingWriteBack {
    var pending = PendingWriteBack(capacity: capacity, sqls: tables.indices.map { knownSQL(at: $0) })
    pending.mark = journal.opened?.sessions.lastChange ?? 0
    return pending
  }

  func perform(_ pending: consuming PendingWriteBack) -> WriteBackResult {
    if let damage, pending.count > 0 {
      return settle(pending, WriteBackOutcome(error: .damaged(detail: damage)))
    }
    if baseline == nil || dataVersion != baseline { pending.readRows() }
    var plan = pending.plan
    var outcome = alone { plan.perform(on: connection, since: baseline) }
    if outcome.lacksRows {
      pending.readRows()
      plan = pending.plan
      outcome = alone { plan.perform(on: connection, since: baseline) }
    }
    return settle(pending, outcome)
  }

  /// Notes what became of a write-back.
  func settle(_ pending: consuming PendingWriteBack, _ outcome: WriteBackOutcome) -> WriteBackResult {
    let settlement = beginSettling(pending, outcome)
    while settlement.isUnderWay { settle(settlement, count: settlement.pending.count) }
    noteInLog(settlement)
    return settlement.result
  }

  /// Begins to note what became of a write-back.
  ///
  /// The records are given over, for a copy of so many would be made when the first is settled.
  func beginSettling(_ pending: consuming PendingWriteBack, _ outcome: WriteBackOutcome) -> Settlement {
    if outcome.error == nil { noteWritten(pending.plan.shapes) }
    return Settlement(pending, outcome)
  }

  /// Notes what became of some more of a write-back's records, and lets go of them if they are to go.
  func settle(_ settlement: Settlement, count: Int, isReleasing: Bool = false) {
    settlement.settle(count, in: &records, isReleasing: isReleasing)
    let titles = settlement.takeTitles()
    for listing in listings { listing.keyed.noteTitles(titles) }
  }

  /// Has rows read again whose titles are of several fields, and those found anew that are just being found.
  private func noteWritten(_ shapes: [WriteBackPlan.Shape]) {
    for listing in listings {
      let fields = shapes.filter { $0.sql.schema.id == listing.schema.id }.map(\.fields)
      if listing.schema.titleFields.count > 1, !fields.isEmpty { listing.keyed.forgetPages() }
      if listing.isWorking, fields.contains(where: listing.isAffected) { listing.markStale() }
    }
  }

  /// The statements of a table that has records, and so was looked at.
  func knownSQL(of table: TableID) -> TableSQL { knownSQL(at: Int(table.index)) }

  func knownSQL(at index: Int) -> TableSQL { sqls[index] ?? listing.sql }
}
