import EditLog
import Listings
import Queries
import Records
import SQLite

/// How a store opens its database.
public struct StoreOptions: Sendable {
  /// Whether the database is opened read-only.
  public var isReadOnly: Bool
  /// How long a statement waits for another connection's lock before it fails as busy.
  public var busyTimeout: Duration
  /// The name of the initial table, in any case; nil for the book table, or for the first table if there is no book table.
  public var table: String?
  /// The columns that make up the title of a row in that table, in the syntax of `Schema.applying(title:kinds:)`, or nil.
  public var title: String?
  /// The columns that the list of that table shows beside the title, in any case.
  public var columns: [String]
  /// Columns of that table with the names of their kinds, which override the detected kinds.
  public var kinds: [(column: String, kind: String)]
  /// The person's field arrangements, by table name.
  public var arrangements: [String: FieldArrangement] = [:]
  /// The leading words that do not count when titles are sorted.
  public var articles = Articles.none
  /// The name columns that are sorted by surname, in any table: the word before a comma, otherwise the last word.
  public var surnames: [String] = []
  /// The columns, in any case, in which each word is capitalised as it is typed.
  public var capitals: [String] = []
  /// Where to keep unwritten edits and those that can be undone; nil to keep none.
  public var editLog: EditLogOptions?
  /// A callback that gets the SQL of each statement that SQLite starts, with `?` for its values, on the thread that runs it.
  public var trace: (@Sendable (String) -> Void)?
  /// Whether to abort: then a long statement fails as `interrupted`, and one that waits for a lock as `busy`.
  public var isUnwanted: (@Sendable () -> Bool)?

  /// Whether to record statements from the first query on, as `Observation.isObserved` does later.
  public var isObserved = false

  var reportsRows = RowRecorder.isAvailable
  /// Creates options.
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

  var connection: ConnectionOptions {
    ConnectionOptions(isReadOnly: isReadOnly, busyTimeout: busyTimeout, trace: trace, isUnwanted: isUnwanted)
  }

  var tables: TableOptions {
    TableOptions(
      table: table, title: title, columns: columns, kinds: kinds, arrangements: arrangements,
      articles: articles, surnames: surnames, capitals: capitals)
  }
}
