import Records

extension WriteBackPlan {
  /// Writes the plan in one transaction, or nothing at all.
  ///
  /// A row that a constraint or a trigger refuses is left out and the others go on. Everything else ends the
  /// transaction.
  ///
  /// - Parameter baseline: The connection's data version before any of the rows was read. As long as it is the same,
  ///   nobody else has written, and nothing has to be compared.
  package func perform(on connection: Connection, since baseline: Int64? = nil) -> WriteBackOutcome {
    guard !updates.isEmpty else { return WriteBackOutcome() }
    do throws(StoreError) {
      var (isCareful, refused): (Bool, [Int: StoreError]) = (false, [:])
      while true {
        let outcome = try write(on: connection, since: baseline, isCareful: isCareful, except: refused)
        // What is left of a row can only be taken back with all the others, which are written once more then.
        if outcome.hasLeftovers { isCareful = true }
        if let place = outcome.endedBy { refused[place] = outcome.failures[place] }
        if !outcome.hasLeftovers, outcome.endedBy == nil { return outcome }
      }
    } catch {
      // The transaction is lost already, or was never begun, where there is nothing to roll back.
      connection.rollBack()
      return WriteBackOutcome(error: error)
    }
  }

  /// Writes the plan in one transaction, which is not committed where something is left of a row that was refused.
  ///
  /// - Parameter isCareful: Whether each row has a savepoint, which costs two statements for each.
  private func write(
    on connection: Connection, since baseline: Int64?, isCareful: Bool, except refused: [Int: StoreError]
  ) throws(StoreError) -> WriteBackOutcome {
    try connection.begin(for: .writeBack)
    let isComparing = baseline == nil || connection.dataVersion != baseline
    let outcome = try write(on: connection, comparing: isComparing, isCareful: isCareful, except: refused)
    if !outcome.hasLeftovers, outcome.endedBy == nil {
      try connection.statement("COMMIT", for: .writeBack).run()
    }
    return outcome
  }

  private func write(
    on connection: Connection, comparing isComparing: Bool, isCareful: Bool, except refused: [Int: StoreError]
  ) throws(StoreError) -> WriteBackOutcome {
    var statements: [Result<PreparedStatement, StoreError>] = []
    for shape in shapes {
      let sql =
        isComparing
        ? shape.sql.update(shape.fields, comparing: shape.comparisons) : shape.sql.update(shape.fields)
      do throws(StoreError) {
        statements.append(.success(try connection.statement(sql, for: .writeBack)))
      } catch {
        // What only one table cannot have keeps no other from being written.
        guard error.concernsOneStatement else { throw error }
        statements.append(.failure(error))
      }
    }
    // The texts are bound where they lie.
    defer { for case .success(let statement) in statements { statement.clearBindings() } }
    return try values.withUnsafeCells { cells, bytes throws(StoreError) in
      try write(
        statements, cells, bytes, on: connection, comparing: isComparing, isCareful: isCareful,
        except: refused)
    }
  }

  private func write(
    _ statements: [Result<PreparedStatement, StoreError>], _ cells: UnsafeBufferPointer<PackedValues.Cell>,
    _ bytes: UnsafeBufferPointer<UInt8>, on connection: Connection, comparing isComparing: Bool,
    isCareful: Bool, except refused: [Int: StoreError]
  ) throws(StoreError) -> WriteBackOutcome {
    var outcome = WriteBackOutcome(failures: refused)
    var leavesNothing = isCareful
    var (shape, statement, count) = (-1 as Int32, nil as PreparedStatement?, 0)
    for place in order where refused.isEmpty || refused[place] == nil {
      let update = updates[place]
      if update.shape != shape {
        shape = update.shape
        (statement, count) = (try? statements[Int(shape)].get(), shapes[Int(shape)].fields.count)
      }
      do throws(StoreError) {
        if isCareful { try connection.setSavepoint() }
        let cells = UnsafeBufferPointer(
          rebasing: cells[update.start..<update.start + (isComparing ? 2 : 1) * count])
        // One that could not be compiled says why.
        let statement = if let statement { statement } else { try statements[Int(shape)].get() }
        try statement.run(binding: cells, bytes, values.others, of: update, keys, after: count)
        if connection.changedRowCount == 0 {
          outcome.conflicts[place] = try reconcile(update, on: connection, isCompared: isComparing)
        }
        if isCareful { try connection.releaseSavepoint() }
      } catch {
        guard error.concernsOneRow || error.concernsOneStatement else { throw error }
        guard connection.isInTransaction else {
          (outcome.failures[place], outcome.endedBy) = (error, place)
          return outcome
        }
        if isCareful { try connection.rollBackToSavepoint() }
        if !leavesNothing, error.isOfConstraint || error.concernsOneStatement {
          outcome.hasLeftovers = true
          if error.isOfConstraint { outcome.hasLeftovers = try connection.hasFailingTriggers }
          if outcome.hasLeftovers { return outcome }
          leavesNothing = true
        }
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
