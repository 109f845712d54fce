import Records

/// Steps that are taken back, as a whole or part by part.
///
/// What was taken back of a step that is too large for one go is moved to another step, which is undone from the start. So
/// the log is right at any moment: what is left of the first one can still be undone.
extension EditLog {
  /// The step that changes take back, or the changes of it.
  struct Reversal {
    let step: Int64
    var part: Part?

    /// Some changes of the step.
    struct Part {
      /// The step that they are moved to.
      let step: Int64
      var changes: ClosedRange<Int64>
    }
  }

  /// Makes a step for what is taken back of another one.
  func beginPart(of step: Int64) throws(StoreError) -> Int64 {
    try transaction { () throws(StoreError) in
      let sql = """
        INSERT INTO step (session, time, cause, undone)
        SELECT session, time, cause, \(LogCode.undonePart) FROM step WHERE id = ?
        """
      try connection.statement(sql).run(binding: [.integer(step)])
      return connection.lastInsertedRowID
    }
  }

  /// Notes in the transaction that is open that changes were taken back.
  func note(_ reversal: Reversal) throws(StoreError) {
    guard let part = reversal.part else {
      return try connection.statement(
        "UPDATE step SET undone = 1 WHERE id = ? AND undone <> \(LogCode.dropped)"
      ).run(
        binding: [.integer(reversal.step)])
    }
    try connection.statement("UPDATE change SET step = ? WHERE step = ? AND id BETWEEN ? AND ?").run(
      binding: [part.step, reversal.step, part.changes.lowerBound, part.changes.upperBound].map {
        .integer($0)
      })
  }

  /// Ends a step all of which was taken back in parts.
  func end(_ step: Int64, takenInto part: Int64) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try connection.statement("UPDATE change SET step = ? WHERE step = ?").run(
        binding: [.integer(part), .integer(step)])
      try connection.statement("DELETE FROM step WHERE id = ?").run(binding: [.integer(step)])
    }
  }

  /// Whether a step has deleted a row.
  ///
  /// - Complexity: O(*n*) in the changes of the step.
  func hasDeleted(_ change: LoggedChange, in step: Int64) throws(StoreError) -> Bool {
    let sql = """
      SELECT 1 FROM change WHERE step = ?1 AND kind = ?2 AND "table" = ?3
        AND (key = ?4 OR rows > 1 AND ?4 BETWEEN key AND key + rows - 1)
      """
    return try connection.statement(sql).firstRow(
      binding: [
        .integer(step), LogCode.code(.deletion), .text(Text(change.table)), PackedKey.value(of: change.key),
      ]) { _ in true } ?? false
  }
}
