import Dispatch

/// How a store opens its database.
public struct StoreOptions: Sendable {
  /// Whether the database is opened so that nothing can write to it.
  public var isReadOnly: Bool
  /// How long a statement waits for a lock of another connection before it fails as busy.
  public var busyTimeout: Duration
  /// The table to begin with, in any case, or nil for the book table or else the first one.
  public var table: String?
  /// The columns that stand for a row of that table, as `Schema.applying(title:kinds:)` reads them, or nil.
  public var title: String?
  /// Columns of that table with the names of their kinds, which go before those that are found.
  public var kinds: [(column: String, kind: String)]
  /// Where the edits are kept that the database does not have yet, and those that can be undone; nil for nowhere.
  public var editLog: EditLogOptions?
  /// Is told the SQL of each statement that SQLite starts, with `?` for its values, on the thread that
  /// runs it.
  public var trace: (@Sendable (String) -> Void)?

  /// Whether the statements are recorded from the first query over rows on, as by `Observation.isObserved` later.
  public var isObserved = false

  /// Whether the connection is a reader beside one that writes, and so may do what all do to the files beside the database.
  private(set) var isReader = false
  /// Whether the database is in write-ahead mode, where a connection has found it out.
  var isInWriteAheadMode: Bool?
  /// Whether SQLite reports the rows that triggers and foreign keys change.
  var reportsRows = RowRecorder.isAvailable
  /// The file that all connections of a store are to open.
  var identity: FileIdentity?
  /// What records the statements of all connections of a store.
  var log: StatementLog?
  /// The threads of a store that have connections of their own.
  var threads: DispatchGroup?

  /// Makes options of their parts.
  public init(
    isReadOnly: Bool = false, busyTimeout: Duration = .milliseconds(250), table: String? = nil,
    title: String? = nil, kinds: [(column: String, kind: String)] = [], editLog: EditLogOptions? = nil,
    trace: (@Sendable (String) -> Void)? = nil
  ) {
    self.isReadOnly = isReadOnly
    self.busyTimeout = busyTimeout
    self.table = table
    self.title = title
    self.kinds = kinds
    self.editLog = editLog
    self.trace = trace
  }

  /// The same, for a connection that only reads.
  var readOnly: StoreOptions {
    var options = self
    options.isReader = !isReadOnly
    options.isReadOnly = true
    return options
  }
}
