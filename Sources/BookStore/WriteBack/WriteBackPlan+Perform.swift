import Records
import SQLite

extension WriteBackPlan {
  /// Writes the plan in one transaction; if that fails, nothing is written.
  ///
  /// A row that a constraint or a trigger rejects is skipped. Any other error rolls the transaction back.
  ///
  /// - Parameter baseline: The data version before any row was read; while it is unchanged, nothing is compared. If it has
  ///   changed and the plan lacks the original values, nothing is written.
  func perform(
    on connection: Connection, since baseline: Int64? = nil, _ companions: (any WriteRecorder)? = nil
  ) -> WriteBackOutcome {
    guard !updates.isEmpty else { return WriteBackOutcome() }
    do throws(StoreError) {
      // Otherwise the effects of triggers for a refused row would be logged with its edit.
      var caution = Caution(hasSavepoints: companions != nil)
      while true {
        let outcome = try write(on: connection, since: baseline, caution, companions)
        if !outcome.isToBeRepeated { return outcome }
        // Only a rollback of all rows removes what a row has left behind.
        caution.take(in: outcome)
      }
    } catch {
      // If there is nothing to roll back, SQLite has ended the transaction, or it was never begun.
      connection.rollBack()
      return WriteBackOutcome(error: error)
    }
  }

  /// The precautions of a transaction, learned from attempts that were not committed.
  struct Caution {
    /// Whether each row gets a savepoint, which costs two statements per row.
    var hasSavepoints = false
    /// Whether to reject a row after which a foreign key is violated, even if a later row would fix that.
    var checksKeys = false
    var refused: [Int: StoreError] = [:]

    mutating func take(in outcome: WriteBackOutcome) {
      if outcome.hasLeftovers || outcome.hasOpenKeys { hasSavepoints = true }
      if outcome.hasOpenKeys { checksKeys = true }
      for place in outcome.endedBy { refused[place] = outcome.failures[place] }
    }
  }

  private func write(
    on connection: Connection, since baseline: Int64?, _ caution: Caution, _ companions: (any WriteRecorder)?
  ) throws(StoreError) -> WriteBackOutcome {
    try connection.begin(for: .writeBack)
    let isComparing = baseline == nil || connection.dataVersion != baseline
    if isComparing, baseline != nil, rows.isEmpty {
      connection.rollBack()
      return WriteBackOutcome(lacksRows: true)
    }
    let write = { () throws(StoreError) in
      try self.write(on: connection, comparing: isComparing, caution)
    }
    var outcome = if let companions { try companions.record(write) } else { try write() }
    // If foreign keys are violated, COMMIT would fail for all rows.
    outcome.hasOpenKeys = !outcome.isToBeRepeated && !caution.checksKeys && connection.hasOpenForeignKeys
    if !outcome.isToBeRepeated {
      try companions?.append(self, outcome)
      try connection.commit(for: .writeBack)
    }
    return outcome
  }

  private func write(
    on connection: Connection, comparing isComparing: Bool, _ caution: Caution
  ) throws(StoreError) -> WriteBackOutcome {
    let statements = try statements(on: connection, comparing: isComparing)
    // The texts are bound without a copy.
    defer { for case .success(let statement) in statements { statement.clearBindings() } }
    return try values.withUnsafeCells { cells, bytes throws(StoreError) in
      var writing = PlanWriting(
        self, statements, cells, bytes, on: connection, comparing: isComparing, caution)
      return try writing.write(order)
    }
  }

  private func statements(
    on connection: Connection, comparing isComparing: Bool
  ) throws(StoreError) -> [Result<PreparedStatement, StoreError>] {
    try shapes.map { shape throws(StoreError) in
      let sql =
        isComparing
        ? shape.sql.update(shape.fields, comparing: shape.comparisons) : shape.sql.update(shape.fields)
      do throws(StoreError) {
        return .success(try connection.statement(sql, for: .writeBack))
      } catch {
        // An error that concerns only one table does not prevent writing the others.
        guard error.concernsOneStatement else { throw error }
        return .failure(error)
      }
    }
  }

  /// The updates' indices by table and rowid, so that SQLite goes through each table once.
  private var order: [Int] {
    // Records are usually edited in the order of their rows, and are collected from the last one backwards.
    if areDescending { return updates.indices.reversed() }
    // Plain numbers are sorted, because a sort compares each of them many times.
    let keys = updates.enumerated().map { place, update in
      (table: update.table, key: update.key, place: place)
    }
    return keys.sorted { ($0.table, $0.key) < ($1.table, $1.key) }.map(\.place)
  }

  private var areDescending: Bool {
    updates.indices.dropFirst().allSatisfy { place in
      let (before, update) = (updates[place - 1], updates[place])
      return (before.table, before.key) >= (update.table, update.key)
    }
  }
}
