import Records

extension WriteBackPlan {
  /// Writes the plan in one transaction, or nothing at all.
  ///
  /// A row that a constraint or a trigger refuses is left out and the others go on. Everything else ends the
  /// transaction.
  package func perform(on connection: Connection) -> WriteBackOutcome {
    var outcome = WriteBackOutcome()
    guard !runs.isEmpty else { return outcome }
    do {
      try connection.statement("BEGIN IMMEDIATE").run()
      outcome.failures = try writeRuns(on: connection)
      try connection.statement("COMMIT").run()
    } catch {
      outcome = WriteBackOutcome(error: error)
      // The transaction is lost already, or was never begun, where there is nothing to roll back.
      if connection.isInTransaction { try? connection.statement("ROLLBACK").run() }
    }
    return outcome
  }

  private func writeRuns(on connection: Connection) throws(StoreError) -> [Int: StoreError] {
    var failures: [Int: StoreError] = [:]
    var start = 0
    for run in runs {
      guard let sql = sqls[run.table] else { continue }
      let statement = try connection.statement(sql.update(run.fields))
      defer { statement.clearBindings() }
      for (row, id) in run.ids.enumerated() {
        do throws(StoreError) {
          try statement.run(binding: run.values(ofRow: row), of: id)
          if connection.changedRowCount == 0 { throw try missing(id, sql, on: connection) }
        } catch {
          guard error.concernsOneRow, connection.isInTransaction else { throw error }
          failures[start + row] = error
        }
      }
      start += run.ids.count
    }
    return failures
  }

  /// Why an update changed no row.
  private func missing(_ id: RecordID, _ sql: TableSQL, on connection: Connection) throws(StoreError)
    -> StoreError
  {
    let isThere = try connection.statement(sql.exists).firstRow(binding: id.values) { _ in true }
    return isThere == nil ? .rowGone : .ignored
  }
}
