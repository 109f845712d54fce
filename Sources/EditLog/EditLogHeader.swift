import Platform
import SQLite

/// What a log of another database says about itself, read without using it.
package struct EditLogHeader {
  /// The path of the database that it is of.
  package let database: String
  /// The file that its last session was of.
  package let file: FileIdentity
  /// Whether it holds any change.
  package let hasChanges: Bool

  /// Reads it over a connection of its own, which leaves the log as it is.
  package init?(_ path: String) {
    // SQLite would make the files anew that it keeps beside one that takes no writes.
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
