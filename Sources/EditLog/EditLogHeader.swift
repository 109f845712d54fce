import Platform
import SQLite

/// The header of another database's log, read without joining the log as a session.
package struct EditLogHeader {
  package let database: String
  package let file: FileIdentity
  package let hasChanges: Bool

  /// Reads the header over a separate connection, which leaves the log unchanged.
  package init?(_ path: String) {
    // For a log that is not writable, SQLite would recreate the files next to it.
    guard access(path, W_OK) == 0 else { return nil }
    do throws(StoreError) {
      let connection = try Connection(path: path, options: ConnectionOptions(busyTimeout: .zero))
      if (FileStamp.logSize(path) ?? 0) > 0 { connection.leaveLog() }
      let version = try Self.number("PRAGMA user_version", connection)
      guard (LogSchema.oldestVersion...LogSchema.version).contains(version),
        let (database, first) = try connection.uncachedStatement("SELECT path, device, inode FROM file")
          .firstRow({ row in (row.string(at: 0), Self.identity(row, at: 1)) })
      else { return nil }
      self.database = database
      file = try Self.lastFile(connection) ?? first
      hasChanges = try Self.number("SELECT EXISTS (SELECT 1 FROM change)", connection) != 0
    } catch {
      return nil
    }
  }

  private static func number(_ sql: String, _ connection: Connection) throws(StoreError) -> Int64 {
    try connection.uncachedStatement(sql).firstRow { $0.integer(at: 0) } ?? 0
  }

  private static func identity(_ row: PreparedStatement, at column: Int32) -> FileIdentity {
    FileIdentity(device: row.integer(at: column), inode: row.integer(at: column + 1))
  }

  private static func lastFile(_ connection: Connection) throws(StoreError) -> FileIdentity? {
    let sql = "SELECT device, inode FROM session ORDER BY id DESC LIMIT 1"
    return try connection.uncachedStatement(sql).firstRow { identity($0, at: 0) }
  }
}
