import Records

extension BookStore {
  /// Writes every dirty record in one transaction and keeps all of them hydrated.
  ///
  /// Of each record only the changed columns are written. Nothing dirty means no transaction. What could not be written
  /// stays dirty and can be tried again.
  @discardableResult
  public func writeBack() -> WriteBackResult {
    perform(writeBackPlan())
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
    connection.releaseMemory()
    releaseFreeMemory()
    return dehydration
  }

  /// Writes one record if it is dirty, and lets it go if it is clean then.
  @discardableResult
  public func dehydrate(_ id: RecordID) -> Dehydration {
    guard let record = records[id], record.state != .known else { return Dehydration() }
    let before = (records.hydratedCount, records.byteCount)
    var dehydration = Dehydration()
    if record.state == .dirty { dehydration.writeBack = perform(WriteBackPlan([record], sql: sql)) }
    records.dehydrate(id)
    dehydration.recordCount = before.0 - records.hydratedCount
    dehydration.freedByteCount = before.1 - records.byteCount
    return dehydration
  }

  /// What a write-back of every dirty record is to write.
  func writeBackPlan() -> WriteBackPlan {
    WriteBackPlan(records.dirtyIDs.compactMap { records[$0] }, sql: sql)
  }

  private func perform(_ plan: WriteBackPlan) -> WriteBackResult {
    settle(plan, plan.perform(on: connection))
  }

  /// Notes what became of a plan; a field that was set again meanwhile stays dirty.
  func settle(_ plan: WriteBackPlan, _ outcome: WriteBackOutcome) -> WriteBackResult {
    var result = WriteBackResult(error: outcome.error)
    guard outcome.error == nil else { return result }
    var titles: [RecordID: Value] = [:]
    for (index, update) in plan.updates.enumerated() {
      if let error = outcome.failures[index] {
        result.failures.append(WriteBackResult.Failure(id: update.id, error: error))
        continue
      }
      result.writtenCount += 1
      if let title = update.changes.first(where: { $0.index == schema.titleIndex }) {
        titles[update.id] = title.value
      }
      guard let record = records[update.id] else { continue }
      records.change(record) { $0.settle(update.changes) }
    }
    listing.noteTitles(titles)
    return result
  }
}
