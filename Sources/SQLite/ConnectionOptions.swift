import Dispatch

/// How a connection is opened, and what it shares with the other connections of its store.
package struct ConnectionOptions: Sendable {
  /// Whether the database is opened read-only.
  package var isReadOnly: Bool
  /// How long a statement waits for a lock of another connection before it fails as busy.
  package var busyTimeout: Duration
  /// Receives the SQL of each statement that SQLite starts, with `?` for its values, on the thread that runs it.
  package var trace: (@Sendable (String) -> Void)?
  /// Whether nobody wants the results any more, so that a long statement or wait should end.
  package var isUnwanted: (@Sendable () -> Bool)?

  /// Whether the connection reads next to one that writes, and so may create and remove the files next to the database.
  private(set) var isReader = false
  /// Whether the database is in WAL mode, once a connection has found out.
  package var isInWriteAheadMode: Bool?
  /// The file that all connections of a store must open.
  package var identity: FileIdentity?
  /// Records the statements of all connections of a store.
  package var log: StatementLog?
  /// Counts the statements of all connections of a store.
  package var counters: SessionCounters?
  /// The threads of a store that have connections of their own.
  package var threads: DispatchGroup?

  /// Creates options of a connection that shares nothing.
  package init(
    isReadOnly: Bool = false, busyTimeout: Duration = .milliseconds(250),
    trace: (@Sendable (String) -> Void)? = nil, isUnwanted: (@Sendable () -> Bool)? = nil
  ) {
    (self.isReadOnly, self.busyTimeout) = (isReadOnly, busyTimeout)
    (self.trace, self.isUnwanted) = (trace, isUnwanted)
  }

  /// The same options for a connection that only reads.
  package var readOnly: ConnectionOptions {
    var options = self
    options.isReader = !isReadOnly
    options.isReadOnly = true
    return options
  }

  /// The same options for a connection that only reads, and whose statements are nobody's: they are not counted, not
  /// recorded and not traced.
  package var unnoticed: ConnectionOptions {
    var options = readOnly
    (options.log, options.counters, options.trace) = (nil, nil, nil)
    return options
  }
}
