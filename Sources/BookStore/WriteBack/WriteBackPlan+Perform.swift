import Records

extension WriteBackPlan {
  /// Writes the plan in one transaction, or nothing at all.
  ///
  /// A row that a constraint or a trigger refuses is left out and the others go on. Everything else ends the
  /// transaction.
  ///
  /// - Parameter baseline: The connection's data version before any of the rows was read. As long as it is the same,
  ///   nobody else has written, and nothing has to be compared. Where it is another one and the plan does not have what
  ///   was read of the rows, nothing is written.
  package func perform(on connection: Connection, since baseline: Int64? = nil) -> WriteBackOutcome {
    guard !updates.isEmpty else { return WriteBackOutcome() }
    do throws(StoreError) {
      var caution = Caution()
      while true {
        let outcome = try write(on: connection, since: baseline, caution)
        if !outcome.isToBeRepeated { return outcome }
        // What is left of a row can only be taken back with all the others, which are written once more then.
        caution.take(in: outcome)
      }
    } catch {
      // The transaction is lost already, or was never begun, where there is nothing to roll back.
      connection.rollBack()
      return WriteBackOutcome(error: error)
    }
  }

  /// What a transaction has to look out for, as those before it have shown that were not committed.
  struct Caution {
    /// Whether each row has a savepoint, which costs two statements for each.
    var hasSavepoints = false
    /// Whether each row is refused after which a foreign key is violated, even if a later row would mend that.
    var checksKeys = false
    /// The rows that are left out, and why.
    var refused: [Int: StoreError] = [:]

    /// Takes in why a transaction was not committed.
    mutating func take(in outcome: WriteBackOutcome) {
      if outcome.hasLeftovers || outcome.hasOpenKeys { hasSavepoints = true }
      if outcome.hasOpenKeys { checksKeys = true }
      for place in outcome.endedBy { refused[place] = outcome.failures[place] }
    }
  }

  /// Writes the plan in one transaction, which is not committed where all of it has to be written once more.
  private func write(
    on connection: Connection, since baseline: Int64?, _ caution: Caution
  ) throws(StoreError) -> WriteBackOutcome {
    try connection.begin(for: .writeBack)
    let isComparing = baseline == nil || connection.dataVersion != baseline
    if isComparing, baseline != nil, rows.isEmpty {
      connection.rollBack()
      return WriteBackOutcome(lacksRows: true)
    }
    var outcome = try write(on: connection, comparing: isComparing, caution)
    // COMMIT would fail for all of them.
    outcome.hasOpenKeys =
      !outcome.isToBeRepeated && !caution.checksKeys && connection.hasOpenForeignKeys
    if !outcome.isToBeRepeated { try connection.commit(for: .writeBack) }
    return outcome
  }

  private func write(
    on connection: Connection, comparing isComparing: Bool, _ caution: Caution
  ) throws(StoreError) -> WriteBackOutcome {
    let statements = try statements(on: connection, comparing: isComparing)
    // The texts are bound where they lie.
    defer { for case .success(let statement) in statements { statement.clearBindings() } }
    return try values.withUnsafeCells { cells, bytes throws(StoreError) in
      var writing = PlanWriting(
        self, statements, cells, bytes, on: connection, comparing: isComparing, caution)
      return try writing.write(order)
    }
  }

  /// The statement of each shape, or why it could not be compiled.
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
        // What only one table cannot have keeps no other from being written.
        guard error.concernsOneStatement else { throw error }
        return .failure(error)
      }
    }
  }

  /// The places of the updates in the order of tables and rowids, so that SQLite walks over each table once.
  private var order: [Int] {
    // Records were mostly edited in the order of their rows, and are taken from the last one on.
    if areDescending { return updates.indices.reversed() }
    // Plain numbers are sorted, for a sort looks at each of them many times.
    let keys = updates.enumerated().map { place, update in
      (table: update.table, key: update.key, place: place)
    }
    return keys.sorted { ($0.table, $0.key) < ($1.table, $1.key) }.map(\.place)
  }

  /// Whether the updates are in the reverse order of tables and rowids.
  private var areDescending: Bool {
    updates.indices.dropFirst().allSatisfy { place in
      let (before, update) = (updates[place - 1], updates[place])
      return (before.table, before.key) >= (update.table, update.key)
    }
  }
}
