/// The same choice for all that is in conflict.
extension BookStore {
  /// Chooses the same for all fields in conflict; rows that are gone are inserted again for `mine`, and given up for
  /// `theirs`.
  ///
  /// - Returns: The rows that could not be inserted again, and why.
  /// - Throws: What writing can end with that does not concern one row alone; what was settled before that stays so.
  @discardableResult
  public func settleAll(_ choice: Conflict.Choice) throws(StoreError) -> [RowFailure] {
    let job = startSettling(choice)
    try job.finish()
    return job.failures
  }

  /// Begins to do so, with nothing done yet.
  public func startSettling(_ choice: Conflict.Choice) -> SettlingJob { SettlingJob(self, choice) }
}
