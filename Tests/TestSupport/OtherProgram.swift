import GRDB

/// What another program does to a database: each call has a connection of its own.
package struct OtherProgram {
  private let path: String

  /// Makes one for a database, which it opens when it is called.
  package init(_ path: String) {
    self.path = path
  }

  private func connection() throws -> DatabaseQueue {
    var configuration = Configuration()
    // A reader of the store may hold a lock for a moment.
    configuration.busyMode = .timeout(5)
    // As SQLite has it where nobody asks for them.
    configuration.foreignKeysEnabled = false
    configuration.acceptsDoubleQuotedStringLiterals = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Runs statements in one transaction.
  package func run(_ sql: String) throws {
    try connection().write { try $0.execute(sql: sql) }
  }

  /// What one statement answers: each row's columns joined by bars, `NULL` for null and the size of a blob.
  package func rows(_ sql: String) throws -> [String] { try rows(ofEach: [sql]) }

  /// The same for several statements, over one connection.
  package func rows(ofEach statements: [String]) throws -> [String] {
    try connection().writeWithoutTransaction { database in
      try statements.flatMap { try Row.fetchAll(database, sql: $0) }.map { row in
        row.databaseValues.map { $0.isNull ? "NULL" : "\($0.storage.value ?? "")" }.joined(separator: "|")
      }
    }
  }

  /// Holds a lock, such as `EXCLUSIVE`, until the connection that is answered rolls back or goes.
  package func lock(_ kind: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN \(kind)") }
    return other
  }
}
