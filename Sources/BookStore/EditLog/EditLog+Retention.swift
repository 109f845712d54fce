/// What is dropped in the end.
extension EditLog {
  /// Drops in the background what is too old or too much, the oldest first and never what the database may not have.
  func prune() {
    let options = options
    keeper.run { connection throws(StoreError) in
      let oldest = Self.now - options.longestAge
      while try Self.drop(before: oldest, on: connection) > 0 {}
      while try Self.byteCount(of: connection) > options.largestByteCount,
        try Self.drop(before: .infinity, on: connection) > 0
      {}
      try connection.run("PRAGMA incremental_vacuum")
    }
  }

  /// Whether the log holds so much that its oldest steps go when it is opened the next time.
  var isFull: Bool {
    get throws(StoreError) {
      guard try Self.byteCount(of: connection) > options.largestByteCount else { return false }
      let sql = "SELECT 1 FROM step WHERE \(Self.canGo) LIMIT 1"
      return try connection.statement(sql).firstRow(binding: [.real(.infinity)]) { _ in true } ?? false
    }
  }

  /// The bytes that hold something.
  private static func byteCount(of connection: Connection) throws(StoreError) -> Int {
    func number(_ pragma: String) throws(StoreError) -> Int {
      try connection.statement("PRAGMA \(pragma)").firstRow(binding: []) { Int($0.integer(at: 0)) } ?? 0
    }
    return try (number("page_count") - number("freelist_count")) * number("page_size")
  }

  /// Drops some of the oldest steps; the number of those that went.
  ///
  /// The last step stays, so that no number is given out twice.
  private static func drop(before time: Double, on connection: Connection) throws(StoreError) -> Int {
    try connection.run("CREATE TEMP TABLE IF NOT EXISTS dropped (id INTEGER PRIMARY KEY)")
    try connection.run("DELETE FROM temp.dropped")
    try connection.statement(choose).run(binding: [.real(time)])
    let count = connection.changedRowCount
    guard count > 0 else { return 0 }
    try connection.begin()
    do throws(StoreError) {
      for sql in removals { try connection.run(sql) }
      try connection.run("COMMIT")
    } catch {
      connection.rollBack()
      throw error
    }
    return count
  }

  private static let choose = """
    INSERT INTO temp.dropped SELECT id FROM step WHERE \(canGo) ORDER BY id
    LIMIT (SELECT min(max(count(*) / 32, 1), 256) FROM step)
    """
  private static let canGo = """
    time < ? AND id < (SELECT max(id) FROM step) AND NOT \(hasPending("step.id"))
      AND id NOT IN (SELECT step FROM draft)
    """
  private static let removals = [
    "DELETE FROM image WHERE change IN (SELECT id FROM change WHERE step IN (SELECT id FROM temp.dropped))",
    "DELETE FROM change WHERE step IN (SELECT id FROM temp.dropped)",
    "DELETE FROM step WHERE id IN (SELECT id FROM temp.dropped)",
  ]
}
