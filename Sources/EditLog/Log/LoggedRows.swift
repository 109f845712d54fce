import Platform
import Records
import SQLite

/// Reads how rows and columns have changed since a change, without joining the log as a session.
package struct LoggedRows {
  private let connection: Connection
  private let mark: Int64

  package init?(_ file: EditLogFile, after mark: Int64) {
    guard file.exists, access(file.path, W_OK) == 0,
      let connection = try? Connection(path: file.path, options: ConnectionOptions(busyTimeout: .seconds(2)))
    else { return nil }
    if (FileStamp.logSize(file.path) ?? 0) > 0 { connection.leaveLog() }
    (self.connection, self.mark) = (connection, mark)
  }

  package var last: Int64 { (try? connection.integer("SELECT coalesce(max(id), 0) FROM change")) ?? 0 }

  /// The standing steps, except syncs, and except undos, which only restore rows.
  private static let standing = """
    FROM change c JOIN step t ON t.id = c.step
    WHERE c.id > ? AND c.state <= \(LogCode.written) AND t.cause <> 1 AND t.undone IN (0, \(LogCode.passedOver))
      AND coalesce(t.origin, '') NOT LIKE 'synced%'
    """

  /// A count above 1 covers consecutive rowids.
  package func forEachRow(
    _ body: (
      _ table: String, _ key: RecordID.Key, _ count: Int, _ isInserted: Bool
    ) throws(StoreError) -> Void
  ) throws(StoreError) {
    let sql =
      "SELECT c.\"table\", c.key, \(RowRun.rowCount), c.kind \(Self.standing) AND c.kind IN (?, ?) ORDER BY c.id"
    let kinds = [Change.Kind.insertion, .deletion].map { LogCode.code($0) }
    try connection.uncachedStatement(sql).forEachRow(binding: [.integer(mark)] + kinds) {
      row throws(StoreError) in
      guard let key = PackedKey.key(of: row.value(at: 1)) else { return }
      try body(
        row.string(at: 0), key, Int(row.integer(at: 2)), LogCode.kind(row.integer(at: 3)) == .insertion)
    }
  }

  package func hasEdited(_ table: String, _ key: RecordID.Key) throws(StoreError) -> Bool {
    let values = [
      .integer(mark), .text(Text(table)), PackedKey.value(of: key), LogCode.code(Change.Kind.edit),
    ]
    return try connection.exists(
      "SELECT 1 \(Self.standing) AND c.\"table\" = ? AND c.key = ? AND c.kind = ?", values)
  }

  /// The keys of rows that were merged into one, the remaining one first.
  ///
  /// Ignores merges after an undo that added or deleted rows, because keys may have changed owners.
  package func merges() throws(StoreError) -> [(table: String, keys: [Int64])] {
    let sql = """
      SELECT DISTINCT t.id, t.origin \(Self.standing) AND t.origin LIKE 'merged %' AND NOT EXISTS (
        SELECT 1 FROM change u JOIN step s ON s.id = u.step
        WHERE u.id > ?1 AND u.step < t.id AND s.cause = 1 AND u.kind IN (?2, ?3))
      ORDER BY t.id
      """
    let values = [.integer(mark)] + [Change.Kind.insertion, .deletion].map { LogCode.code($0) }
    return try connection.rows(sql, values) { StepOrigin.mergedKeys(in: $0.string(at: 1)) }
      .flatMap { merge in merge.map { merge in merge.keys.map { (table: merge.table, keys: $0) } } ?? [] }
  }

  package func renames() throws(StoreError) -> [(table: String, column: String, name: String)] {
    let sql =
      "SELECT c.\"table\", c.\"column\", c.before, c.after \(Self.standing) AND c.kind = ? ORDER BY c.id"
    return try connection.rows(sql, [.integer(mark), LogCode.code(Change.Kind.field)]) { row in
      guard
        case .renaming(let column, let name)? = LogCode.fieldChange(
          row.string(at: 1), row.value(at: 2), row.value(at: 3))
      else { return nil }
      return (row.string(at: 0), column, name)
    }.compactMap { $0 }
  }
}
