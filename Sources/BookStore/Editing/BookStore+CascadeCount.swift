import Records

extension BookStore {
  /// Whether a foreign key deletes other rows with those of a table.
  ///
  /// - Throws: What reading the schema can end with.
  public func hasCascades(_ table: TableID) throws(StoreError) -> Bool {
    try dependents(of: table).contains { $0.deletion == .cascade }
  }

  /// How many other rows are deleted along with some, by the foreign keys that cascade.
  ///
  /// - Parameter limit: Where the count ends, which is `atLeast` one more then; it is also where it takes longer than
  ///   somebody should wait for a question.
  /// - Complexity: A statement for each row that goes and each foreign key that points to its table.
  /// - Throws: What reading can end with.
  public func countCascades(from ids: some Collection<RecordID>, limit: Int) throws(StoreError) -> RowCount {
    let deadline = ContinuousClock.now + .milliseconds(50)
    var (seen, next) = (Set(ids), Array(ids))
    while let id = next.popLast() {
      for rows in try dependents(of: id.table) where rows.deletion == .cascade {
        var last: RecordID?
        repeat {
          let page = try rows.rows(of: id, after: last, on: connection)
          for id in page where seen.insert(id).inserted { next.append(id) }
          if seen.count > ids.count + limit { return .atLeast(limit + 1) }
          if ContinuousClock.now > deadline { return .atLeast(seen.count - ids.count) }
          last = page.count < DependentRows.pageSize ? nil : page.last
        } while last != nil
      }
    }
    return .exactly(seen.count - ids.count)
  }
}
