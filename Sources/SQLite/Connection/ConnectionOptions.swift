import Dispatch

package struct ConnectionOptions: Sendable {
  package var isReadOnly: Bool
  package var busyTimeout: Duration
  /// Receives each statement's SQL, with `?` for values, on the thread that runs it.
  package var trace: (@Sendable (String) -> Void)?
  package var isUnwanted: (@Sendable () -> Bool)?

  /// Whether another connection writes, so that this one may create and remove the files beside the database.
  private(set) var isReader = false
  package var isInWriteAheadMode: Bool?
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

  package var unnoticed: ConnectionOptions {
    var options = readOnly
    (options.log, options.counters, options.trace) = (nil, nil, nil)
    return options
  }
}
