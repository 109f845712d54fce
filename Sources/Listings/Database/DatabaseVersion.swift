import SQLite

/// What a connection has read: which connection it was, and the version of the database that it saw.
struct DatabaseVersion: Equatable, Sendable {
  private let connection: Connection.Identity
  private let number: Int64

  /// The version that a connection sees now, or in its transaction.
  ///
  /// - Throws: `busy` if it cannot be read because of another connection's lock.
  init(seenBy connection: Connection) throws(StoreError) {
    guard let number = connection.dataVersion else { throw .busy }
    (self.connection, self.number) = (connection.identity, number)
  }

  static func == (left: DatabaseVersion, right: DatabaseVersion) -> Bool {
    left.connection === right.connection && left.number == right.number
  }
}
