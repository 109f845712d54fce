import Records

extension WriteBackPlan {
  /// Writes the plan in one transaction, or nothing at all.
  ///
  /// A row that a constraint or a trigger refuses is left out and the others go on. Everything else ends the
  /// transaction.
  package func perform(on connection: Connection) -> WriteBackOutcome {
    var outcome = WriteBackOutcome()
    guard !updates.isEmpty else { return outcome }
    do {
      try connection.statement("BEGIN IMMEDIATE").run()
      outcome.failures = try writeRows(on: connection)
      try connection.statement("COMMIT").run()
    } catch {
      outcome = WriteBackOutcome(error: error)
      // The transaction is lost already, or was never begun, where there is nothing to roll back.
      if connection.isInTransaction { try? connection.statement("ROLLBACK").run() }
    }
    return outcome
  }

  private func writeRows(on connection: Connection) throws(StoreError) -> [Int: StoreError] {
    var failures: [Int: StoreError] = [:]
    var writer = RowWriter(sql: sql, connection: connection)
    for (index, update) in updates.enumerated() {
      do {
        try writer.write(update)
      } catch {
        guard error.concernsOneRow, connection.isInTransaction else { throw error }
        failures[index] = error
      }
    }
    return failures
  }
}

/// Writes updates with one statement for each set of changed fields.
private struct RowWriter {
  let sql: TableSQL
  let connection: Connection
  private var fields: [Int] = []
  private var statement: PreparedStatement?

  init(sql: TableSQL, connection: Connection) {
    self.sql = sql
    self.connection = connection
  }

  mutating func write(_ update: WriteBackPlan.Update) throws(StoreError) {
    try statement(for: update.changes).run(binding: update.changes, of: update.id)
    guard connection.changedRowCount == 0 else { return }
    let isThere =
      try connection.statement(sql.exists).firstRow(binding: update.id.values) { _ in true } ?? false
    throw isThere ? .ignored : .rowGone
  }

  /// The statement of the update before, mostly; else the connection's for these fields.
  private mutating func statement(for changes: [FieldValue]) throws(StoreError) -> PreparedStatement {
    if let statement, fields.elementsEqual(changes, by: { $0 == $1.index }) { return statement }
    fields = changes.map(\.index)
    let statement = try connection.statement(sql.update(fields))
    self.statement = statement
    return statement
  }
}
