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
      outcome = try write(on: connection)
      try connection.statement("COMMIT").run()
    } catch {
      outcome = WriteBackOutcome(error: error)
      // The transaction is lost already, or was never begun, where there is nothing to roll back.
      if connection.isInTransaction { try? connection.statement("ROLLBACK").run() }
    }
    return outcome
  }

  private func write(on connection: Connection) throws(StoreError) -> WriteBackOutcome {
    var statements: [PreparedStatement] = []
    for shape in shapes {
      let sql = shape.sql.update(shape.fields, comparing: shape.comparisons)
      statements.append(try connection.statement(sql))
    }
    return try values.bytes.withUnsafeBufferPointer { bytes throws(StoreError) in
      // The texts are bound where they lie.
      defer { for statement in statements { statement.clearBindings() } }
      return try write(statements, bytes, on: connection)
    }
  }

  private func write(
    _ statements: [PreparedStatement], _ bytes: UnsafeBufferPointer<UInt8>, on connection: Connection
  ) throws(StoreError) -> WriteBackOutcome {
    var outcome = WriteBackOutcome()
    for place in order {
      let update = updates[place]
      let count = shapes[update.shape].fields.count
      let cells = values.cells[update.start..<update.start + 2 * count]
      do throws(StoreError) {
        try statements[update.shape].run(binding: cells, bytes, values.others, of: update.id, after: count)
        if connection.changedRowCount == 0 {
          outcome.conflicts[place] = try reconcile(update, on: connection)
        }
      } catch {
        guard error.concernsOneRow, connection.isInTransaction else { throw error }
        outcome.failures[place] = error
      }
    }
    return outcome
  }

  /// The places of the updates in the order of tables and rowids, so that SQLite walks over each table once.
  private var order: [Int] {
    // Records were mostly edited in the order of their rows, and are taken from the last one on.
    if areDescending { return updates.indices.reversed() }
    // Plain numbers are sorted, for a sort looks at each of them many times.
    let keys = updates.enumerated().map { place, update in
      (table: update.id.table, rowid: update.id.rowid ?? 0, place: place)
    }
    return keys.sorted { ($0.table, $0.rowid) < ($1.table, $1.rowid) }.map(\.place)
  }

  /// Whether the updates are in the reverse order of tables and rowids.
  private var areDescending: Bool {
    updates.indices.dropFirst().allSatisfy { place in
      let (before, id) = (updates[place - 1].id, updates[place].id)
      return (before.table, before.rowid ?? 0) >= (id.table, id.rowid ?? 0)
    }
  }
}
