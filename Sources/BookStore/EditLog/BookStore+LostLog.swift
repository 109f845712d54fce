import Records

/// The edit log that is removed while the database is open.
extension BookStore {
  /// The log that is open, or a new one where that is removed; nil where it cannot be written any more.
  func lookAfter(_ log: EditLog) -> EditLog? {
    do throws(StoreError) {
      guard let part = log.removedPart else { return log }
      guard part == log.file.path else { throw .cannotOpen(path: part, reason: .missing) }
      return try renew(log)
    } catch {
      logFailure = error
      log.doubt()
      return nil
    }
  }

  /// Begins a new log with all that is not written.
  ///
  /// What the former one had besides cannot be undone any more.
  private func renew(_ former: EditLog) throws(StoreError) -> EditLog {
    let log = try EditLog(try logFile(in: former.options.folder), options: former.options)
    // A write-back that is under way may yet mark what the former log has, by its numbers.
    log.raiseLastChange(to: former.lastChange)
    let changes = unwrittenChanges
    if !changes.isEmpty { try log.append(changes) }
    openedLog = log
    logNumber += 1
    (steps, passedSteps, abandonedEntries) = ([:], [], nil)
    knownCanUndo = nil
    isLogRenewed = true
    return log
  }

  /// What sets each dirty field from what the database holds.
  private var unwrittenChanges: [LoggedChange] {
    records.dirty.flatMap { record -> [LoggedChange] in
      guard let schema = try? schema(of: record.id.table), var held = record.shownValues else { return [] }
      for original in record.originals { held[original.index] = original.value }
      // By its title a row is told from another one that has its key.
      let title = schema.title(of: held)
      return record.originals.compactMap { original in
        guard let value = record.value(at: original.index) else { return nil }
        let column = schema.fields[original.index].column
        return LoggedChange(
          table: schema.table, key: record.id.key, title: title,
          content: .edit(column: column, before: original.value, after: value))
      }
    }
  }

  /// Whether the edit log was removed and begun anew since the last call.
  public func takeLogRenewal() -> Bool {
    defer { isLogRenewed = false }
    return isLogRenewed
  }
}
