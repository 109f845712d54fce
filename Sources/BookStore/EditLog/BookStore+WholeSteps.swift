import Records

/// Steps in which rows come or go, and which a dead session may not have made: they are made as a whole, or not at all.
extension BookStore {
  /// Makes the parts of a step again that the database does not have.
  ///
  /// What a foreign key deletes or changes besides is logged with the step.
  ///
  /// - Throws: `changedSince` where a row is not as it was to be deleted, or as `delete(_:in:)` and `insert(_:into:)`; then
  ///   nothing has changed.
  func restore(
    _ parts: [AbandonedEntry], of step: Int64, _ recovery: inout RunningRecovery, _ log: EditLog
  ) throws(StoreError) {
    let editStep = beginStep()
    steps[editStep] = step
    defer { steps[editStep] = nil }
    let transaction = RowTransaction(LogPurpose(step: editStep))
    do throws(StoreError) {
      try write { () throws(StoreError) in
        try loggedTransaction(transaction) { () throws(StoreError) in
          try checkAreAsLogged(parts, recovery.reader, log)
          try make(parts, of: step, transaction, log)
        }
      }
    } catch {
      throw explained(error, parts)
    }
    for part in parts where part.change.kind == .insertion { noteInserted(try recordID(of: part.change)) }
    follow(transaction)
    try log.mark(changes: parts.flatMap(\.numbers), LogCode.written)
    recovery.restoration.restoredCount += parts.count
  }

  private func make(
    _ parts: [AbandonedEntry], of step: Int64, _ transaction: RowTransaction, _ log: EditLog
  ) throws(StoreError) {
    for part in parts where part.change.kind == .deletion {
      transaction.logged.insert(try recordID(of: part.change))
    }
    // A row may come before the one that it points to, and go before one that points to it.
    try connection.statement("PRAGMA defer_foreign_keys = ON").run()
    for part in parts {
      let id = try recordID(of: part.change)
      switch part.change.kind {
      case .insertion:
        try insertWhole([(id, part.change)])
        try checkIsFree(id)
      case .deletion: if try deleteWhole([id], in: transaction) == [true] { note(id, transaction) }
      case .edit: if part.isReversal { try set(part.change, of: id, transaction) }
      }
    }
    try follow(parts.filter { $0.change.kind == .edit && !$0.isReversal }, of: step, transaction, log)
    try logDefaults(transaction)
  }

  private func set(_ change: LoggedChange, of id: RecordID, _ transaction: RowTransaction) throws(StoreError)
  {
    try checkIsHeld(change, of: id)
    guard case .edit(let column, _, let value) = change.content else { return }
    try setFields([field(column, of: id.table)], of: id, to: [value], sql(of: id.table), transaction)
  }

  /// Sets the fields that foreign keys have not set now; the others are logged anew, and so no longer as they were.
  private func follow(
    _ edits: [AbandonedEntry], of step: Int64, _ transaction: RowTransaction, _ log: EditLog
  ) throws(StoreError) {
    var settled: [Int64] = []
    for edit in edits {
      do throws(StoreError) {
        try set(edit.change, of: try recordID(of: edit.change), transaction)
      } catch {
        guard error == .changedSince || error == .rowGone else { throw error }
        settled += edit.numbers
      }
    }
    guard !settled.isEmpty else { return }
    _ = try log.remove(EditLog.Appended(step: step, changes: settled, reversing: nil))
  }

  /// Why a foreign key has refused a step, as far as it can be told.
  private func explained(_ error: StoreError, _ parts: [AbandonedEntry]) -> StoreError {
    for part in parts where part.change.kind == .deletion {
      guard let id = try? recordID(of: part.change) else { continue }
      let explained = explained(error, of: id)
      if explained != error { return explained }
    }
    return error
  }
}
