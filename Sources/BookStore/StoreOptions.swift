import Dispatch
import Queries
import Records

/// How a store opens its database.
public struct StoreOptions: Sendable {
  /// Whether the database is opened read-only.
  public var isReadOnly: Bool
  /// How long a statement waits for a lock of another connection before it fails as busy.
  public var busyTimeout: Duration
  /// The name of the initial table, in upper or lower case; nil for the book table, or for the first table if there is
  /// no book table.
  public var table: String?
  /// The columns that make up the title of a row in that table, as `Schema.applying(title:kinds:)` reads them, or nil.
  public var title: String?
  /// The columns that the list of that table shows beside the title, in upper or lower case.
  public var columns: [String]
  /// Columns of that table with the names of their kinds, which override the kinds that are detected.
  public var kinds: [(column: String, kind: String)]
  /// How the person wants to see the fields of tables, by the tables' names.
  public var arrangements: [String: FieldArrangement] = [:]
  /// The words that do not count at the beginning of a title when rows are put into order.
  public var articles = Articles.none
  /// Where to keep the edits that the database does not have yet and those that can be undone; nil to keep none.
  public var editLog: EditLogOptions?
  /// A callback that gets the SQL of each statement that SQLite starts, with `?` for its values, on the thread that
  /// runs it.
  public var trace: (@Sendable (String) -> Void)?
  /// Whether nobody wants what the store does any more: then a statement that takes long, or that waits for a lock, ends as
  /// `interrupted` or `busy`, on any connection of the store.
  public var isUnwanted: (@Sendable () -> Bool)?

  /// Whether statements are recorded from the first query over rows on, as `Observation.isObserved` does later.
  public var isObserved = false

  /// Whether the connection reads next to one that writes, and so may create and remove the files next to the database.
  private(set) var isReader = false
  /// Whether the database is in WAL mode, once a connection has found out.
  var isInWriteAheadMode: Bool?
  /// Whether SQLite reports the rows that triggers and foreign keys change.
  var reportsRows = RowRecorder.isAvailable
  /// The file that all connections of a store must open.
  var identity: FileIdentity?
  /// Records the statements of all connections of a store.
  var log: StatementLog?
  /// Counts the statements of all connections of a store.
  var counters: SessionCounters?
  /// The threads of a store that have connections of their own.
  var threads: DispatchGroup?

  /// Creates options from their parts.
  public init(
    isReadOnly: Bool = false, busyTimeout: Duration = .milliseconds(250), table: String? = nil,
    title: String? = nil, columns: [String] = [], kinds: [(column: String, kind: String)] = [],
    editLog: EditLogOptions? = nil,
    trace: (@Sendable (String) -> Void)? = nil
  ) {
    self.isReadOnly = isReadOnly
    self.busyTimeout = busyTimeout
    self.table = table
    self.title = title
    self.columns = columns
    self.kinds = kinds
    self.editLog = editLog
    self.trace = trace
  }

  /// The same options for a connection that only reads.
  var readOnly: StoreOptions {
    var options = self
    options.isReader = !isReadOnly
    options.isReadOnly = true
    return options
  }

  /// The same options for a connection that only reads, and whose statements are nobody's: they are not counted, not
  /// recorded and not traced.
  var unnoticed: StoreOptions {
    var options = readOnly
    (options.log, options.counters, options.trace) = (nil, nil, nil)
    return options
  }
}
