/// What is dropped in the end.
extension EditLog {
  /// Drops in the background what is too old or too much, the oldest first and never what the database may not have.
  func prune() { keeper.prune(Pruning(options)) }

  /// Whether the log holds so much that its oldest steps go when it is opened the next time.
  var isFull: Bool {
    get throws(StoreError) {
      guard try Self.byteCount(of: connection) > options.largestByteCount else { return false }
      return try connection.statement(Pruning.old).firstRow(binding: [.real(.infinity)]) { _ in true }
        ?? false
    }
  }

  /// The bytes that hold something.
  static func byteCount(of connection: Connection) throws(StoreError) -> Int {
    func number(_ pragma: String) throws(StoreError) -> Int {
      try connection.statement("PRAGMA \(pragma)").firstRow(binding: []) { Int($0.integer(at: 0)) } ?? 0
    }
    return try (number("page_count") - number("freelist_count")) * number("page_size")
  }
}
