import SQLite

/// The version of the database that a connection sees; versions of different connections are never equal.
struct DatabaseVersion: Equatable, Sendable {
  private let connection: Connection.Identity
  private let number: Int64

  init(seenBy connection: Connection) throws(StoreError) {
    (self.connection, number) = (connection.identity, try connection.seenDataVersion())
  }

  static func == (left: DatabaseVersion, right: DatabaseVersion) -> Bool {
    left.connection === right.connection && left.number == right.number
  }
}
