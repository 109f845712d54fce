import Dispatch

package struct ConnectionOptions: Sendable {
  package var isReadOnly: Bool
  package var busyTimeout: Duration
  /// Receives the SQL of each statement that SQLite starts, with `?` for its values, on the thread that runs it.
  package var trace: (@Sendable (String) -> Void)?
  /// Whether the results are no longer wanted, so that a long statement or wait should end.
  package var isUnwanted: (@Sendable () -> Bool)?

  /// Whether the connection reads alongside one that writes, and so may create and remove the files beside the database.
  private(set) var isReader = false
  package var isInWriteAheadMode: Bool?
  /// The file that all connections of a store must open.
  package var identity: FileIdentity?
  package var log: StatementLog?
  package var counters: SessionCounters?
  package var threads: DispatchGroup?

  package init(
    isReadOnly: Bool = false, busyTimeout: Duration = .milliseconds(250),
    trace: (@Sendable (String) -> Void)? = nil, isUnwanted: (@Sendable () -> Bool)? = nil
  ) {
    (self.isReadOnly, self.busyTimeout) = (isReadOnly, busyTimeout)
    (self.trace, self.isUnwanted) = (trace, isUnwanted)
  }

  package var readOnly: ConnectionOptions {
    var options = self
    options.isReader = !isReadOnly
    options.isReadOnly = true
    return options
  }

  /// Read-only options for statements that are not counted, recorded or traced.
  package var unnoticed: ConnectionOptions {
    var options = readOnly
    (options.log, options.counters, options.trace) = (nil, nil, nil)
    return options
  }
}
