import EditLog
import Listings
import Queries
import Records
import SQLite

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
  /// The columns of names that are sorted by surname, in any table: the word before a comma, otherwise the last word.
  public var surnames: [String] = []
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

  /// Whether SQLite reports the rows that triggers and foreign keys change.
  var reportsRows = RowRecorder.isAvailable
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

  /// The part that is the connection's.
  var connection: ConnectionOptions {
    ConnectionOptions(
      isReadOnly: isReadOnly, busyTimeout: busyTimeout, trace: trace, isUnwanted: isUnwanted)
  }

  /// The part that says which table is shown first, and how.
  var tables: TableOptions {
    TableOptions(
      table: table, title: title, columns: columns, kinds: kinds, arrangements: arrangements,
      articles: articles, surnames: surnames)
  }
}
