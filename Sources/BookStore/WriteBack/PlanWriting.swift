import Records

/// The rows of a plan being written in the transaction that is open.
struct PlanWriting {
  private let plan: WriteBackPlan
  private let statements: [Result<PreparedStatement, StoreError>]
  private let cells: UnsafeBufferPointer<PackedValues.Cell>
  private let bytes: UnsafeBufferPointer<UInt8>
  private let connection: Connection
  private let isComparing: Bool
  private let caution: WriteBackPlan.Caution
  private var outcome: WriteBackOutcome
  /// Whether nothing stays of a row that is refused: each has its savepoint, or no trigger would leave anything.
  private var leavesNothing: Bool
  /// The shape of the last row, how many fields it sets, and its statement, or nil where that was not compiled.
  private var (shape, count, statement) = (-1 as Int32, 0, nil as PreparedStatement?)

  /// - Parameters:
  ///   - statements: The statement of each shape, or why it could not be compiled.
  ///   - cells: The plan's values.
  ///   - bytes: The bytes that the values refer to.
  ///   - isComparing: Whether a row is written only if it still holds what was read.
  init(
    _ plan: WriteBackPlan, _ statements: [Result<PreparedStatement, StoreError>],
    _ cells: UnsafeBufferPointer<PackedValues.Cell>, _ bytes: UnsafeBufferPointer<UInt8>,
    on connection: Connection, comparing isComparing: Bool, _ caution: WriteBackPlan.Caution
  ) {
    self.plan = plan
    self.statements = statements
    self.cells = cells
    self.bytes = bytes
    self.connection = connection
    self.isComparing = isComparing
    self.caution = caution
    outcome = WriteBackOutcome(failures: caution.refused)
    leavesNothing = caution.hasSavepoints
  }

  /// Writes the rows of some updates, up to one that leaves something in the transaction.
  ///
  /// - Throws: What concerns more than one row or statement; the transaction is to be rolled back then.
  mutating func write(_ places: [Int]) throws(StoreError) -> WriteBackOutcome {
    for place in places where caution.refused.isEmpty || caution.refused[place] == nil {
      do throws(StoreError) {
        try write(place)
      } catch {
        guard try goOn(after: error, at: place) else { break }
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
    // One that could not be compiled says why.
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

  /// Leaves out a row that was refused; false where all of them have to be written once more.
  private mutating func goOn(after error: StoreError, at place: Int) throws(StoreError) -> Bool {
    guard error.concernsOneRow || error.concernsOneStatement else { throw error }
    guard connection.isInTransaction else {
      outcome.failures[place] = error
      outcome.endedBy.append(place)
      // What else would end it is found at once, for with each row everything is written once more.
      try connection.begin(for: .writeBack)
      return true
    }
    if caution.hasSavepoints { try connection.rollBackToSavepoint() }
    if !leavesNothing, error != .rowGone, error != .ignored {
      outcome.hasLeftovers = error.isOfConstraint ? try connection.hasFailingTriggers : true
      if outcome.hasLeftovers { return false }
      leavesNothing = true
    }
    outcome.failures[place] = error
    return true
  }
}
