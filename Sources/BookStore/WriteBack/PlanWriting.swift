import Records
import SQLite

struct PlanWriting {
  private let plan: WriteBackPlan
  private let statements: [Result<PreparedStatement, StoreError>]
  private let cells: UnsafeBufferPointer<PackedValues.Cell>
  private let bytes: UnsafeBufferPointer<UInt8>
  private let connection: Connection
  private let isComparing: Bool
  private let caution: WriteBackPlan.Caution
  private var outcome: WriteBackOutcome
  /// Whether a rejected row leaves nothing behind: each row has a savepoint, or no trigger could leave anything.
  private var leavesNothing: Bool
  /// The shape of the last row, the number of its fields, and its statement, or nil if that could not be compiled.
  private var (shape, count, statement) = (-1 as Int32, 0, nil as PreparedStatement?)

  init(
    _ plan: WriteBackPlan, _ statements: [Result<PreparedStatement, StoreError>],
    _ cells: UnsafeBufferPointer<PackedValues.Cell>, _ bytes: UnsafeBufferPointer<UInt8>,
    on connection: Connection, comparing isComparing: Bool, _ caution: WriteBackPlan.Caution
  ) {
    (self.plan, self.statements, self.cells, self.bytes) = (plan, statements, cells, bytes)
    (self.connection, self.isComparing, self.caution) = (connection, isComparing, caution)
    outcome = WriteBackOutcome(failures: caution.refused)
    leavesNothing = caution.hasSavepoints
  }

  /// Writes the rows of some updates, until one is rejected and leaves something in the transaction.
  ///
  /// - Throws: An error that concerns more than one row or statement; the caller must roll the transaction back.
  mutating func write(_ places: [Int]) throws(StoreError) -> WriteBackOutcome {
    for place in places where caution.refused.isEmpty || caution.refused[place] == nil {
      do throws(StoreError) {
        try write(place)
      } catch {
        guard try skip(place, after: error) else { break }
      }
    }
    return outcome
  }

  private mutating func write(_ place: Int) throws(StoreError) {
    let update = plan.updates[place]
    if update.shape != shape {
      shape = update.shape
      (statement, count) = (try? statements[Int(shape)].get(), plan.shape(of: update).fields.count)
    }
    if caution.hasSavepoints { try connection.setSavepoint() }
    if isComparing { try plan.checkRow(place, on: connection) }
    let cells = UnsafeBufferPointer(
      rebasing: cells[update.start..<update.start + (isComparing ? 2 : 1) * count])
    // This throws the reason why it could not be compiled.
    let statement = if let statement { statement } else { try statements[Int(shape)].get() }
    try statement.run(binding: cells, bytes, plan.values.others, of: plan.id(of: update), after: count)
    if connection.changedRowCount == 0 {
      outcome.conflicts[place] = try plan.reconcile(update, on: connection, isCompared: isComparing)
    }
    if caution.checksKeys, connection.hasOpenForeignKeys {
      throw .foreignKey
    }
    if caution.hasSavepoints { try connection.releaseSavepoint() }
  }

  private func exists(_ place: Int) throws(StoreError) -> Bool {
    let (id, sql) = (plan.id(of: plan.updates[place]), plan.shape(of: plan.updates[place]).sql)
    return try connection.exists(sql.exists, id.values)
  }

  /// Returns false if all rows have to be written again.
  private mutating func skip(_ place: Int, after error: StoreError) throws(StoreError) -> Bool {
    guard error.concernsOneRow || error.concernsOneStatement else { throw error }
    guard connection.isInTransaction else {
      outcome.failures[place] = error
      outcome.endedBy.append(place)
      // One pass finds all rows that end a transaction, because each pass writes everything again.
      try connection.begin(for: .writeBack)
      return true
    }
    var error = error
    if caution.hasSavepoints {
      try connection.rollBackToSavepoint()
      // A trigger had removed the row, which has been restored.
      if error == .rowGone, try exists(place) { error = .ignored }
    }
    if !leavesNothing, error != .rowGone, error != .ignored {
      outcome.hasLeftovers = error.isOfConstraint ? try connection.hasFailingTriggers : true
      if outcome.hasLeftovers { return false }
      leavesNothing = true
    }
    outcome.failures[place] = error
    return true
  }
}
