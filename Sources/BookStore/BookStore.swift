import Dispatch
import Records

/// The tables of a database, whose rows are records: known by key and title, hydrated when looked at, written when asked.
///
/// A store lives on one thread. It holds at most one record for a row, and the database's values byte for byte.
public final class BookStore {
  /// The database's path, as it was given.
  public let path: String
  /// The tables and views of the database, in the order in which they were made.
  public internal(set) var tables: [TableEntry]
  /// The table to begin with, as people see it.
  public let schema: Schema
  /// Whether nothing can be written: it was asked for, the file or its folder takes no writes, or the database is damaged.
  public var isReadOnly: Bool { connection.isReadOnly || damage != nil }
  /// What the database was found to be damaged by, if it was; nothing is written to it from then on.
  public var damage: String? { connection.damage ?? foundDamage }
  /// The rows of the table to begin with, in its own order, with the titles that the database holds.
  public let listing: Listing

  let connection: Connection
  /// What a thread of the store found the database to be damaged by.
  var foundDamage: String?
  /// The statements of the tables that were looked at, by the tables' places.
  private(set) var sqls: [TableSQL?]
  /// Records the rows that change; it was made for this version of the schema.
  var knownRecorder: (recorder: RowRecorder, schemaVersion: Int64?)?
  /// The collations that keep tables from being changed, as far as it was looked for them.
  var foreignCollations: [ForeignCollation: String?] = [:]
  /// All listings that somebody holds.
  var openListings: [OpenListing] = []
  /// What a thread's news wake up.
  var wake: (@Sendable () -> Void)?
  /// Counts the rows of all tables.
  lazy var counter: Worker = {
    let counter = Worker(path: path, options: options.readOnly, name: "count")
    startedCounter = counter
    return counter
  }()
  private(set) var startedCounter: Worker?
  let tableCounts = Inbox<TableCount>()
  var records = RecordTable()
  /// Writes back what would take longer than a frame.
  lazy var writer: Worker = {
    let writer = Worker(path: path, options: options, name: "write-back")
    startedWriter = writer
    return writer
  }()
  private var startedWriter: Worker?
  /// Whether the writer has changed the database.
  var hasThreadWritten = false
  /// The write-back that the writer is doing, if any, and what to do with its records then.
  var running: WriteBackJob?
  let outcomes = Inbox<WriteBackNews>()
  /// The end of a background write-back that was waited for.
  var finished: (dehydration: Dehydration, isForWarning: Bool)?
  /// Before when the budget is not looked at again, in `Clock` seconds.
  var nextBudgetTry = 0.0
  /// Whether readers and a writer do without each other's locks.
  private(set) lazy var hasWriteAheadLog = connection.hasWriteAheadLog
  let options: StoreOptions
  /// The statements that were run while somebody wanted to see them.
  let log = StatementLog()
  /// When how many looks had been, so that the age of a look can be told.
  var lookTimes = LookTimes()
  /// The connection's data version before the first of the records that are hydrated was read.
  var baseline: Int64?
  /// The data and schema versions that `checkForOtherWriters()` has seen.
  var seenVersions: (data: Int64?, schema: Int64?)
  /// Whether another connection is known to have written since the database was opened.
  public internal(set) var haveOthersWritten = false
  /// The edit log.
  let journal: Journal
  /// Writes values to files and reads files.
  let transfers: FileTransfers

  /// Opens a database and reads its schema and the first page of its rows; it creates and changes nothing.
  ///
  /// - Complexity: One query over the table, whatever its size, and a few over the schema.
  /// - Throws: `cannotOpen`, `notADatabase`, `damaged`, `tooNew`, `noUsableTable`, `cannotApply`, or what reading can end with.
  public init(path: String, options: StoreOptions = StoreOptions()) throws(StoreError) {
    self.path = path
    let realPath = FileAccess.realPath(of: path)
    mergeFreeMemoryAtOnce()
    var options = options
    options.log = log
    options.threads = DispatchGroup()
    options.identity = FileIdentity(path)
    // It may be another mode when a database is opened anew.
    options.isInWriteAheadMode = nil
    connection = try Connection(path: path, options: options)
    options.isInWriteAheadMode = connection.isInWriteAheadMode
    self.options = options
    journal = Journal(
      of: EditLogDatabase(path: path, realPath: realPath, identity: options.identity),
      options: connection.isReadOnly ? nil : options.editLog)
    transfers = FileTransfers(path: path, options: options)
    let reader = SchemaReader(connection: connection)
    tables = try reader.tables()
    schema = try Self.applying(options, to: try reader.first(of: tables, named: options.table))
    let sql = TableSQL(schema)
    sqls = tables.map { _ in nil }
    sqls[Int(schema.id.index)] = sql
    listing = Listing(connection: connection, sql: sql, options: options)
    seenVersions = (connection.dataVersion, nil)
    log.isOn = options.isObserved
    try readFirstRow()
    adopt(listing)
  }

  /// Finds out whether the rows can be read; one that does not come soon may come later, when somebody can end the wait.
  private func readFirstRow() throws(StoreError) {
    do throws(StoreError) {
      _ = try connection.withTimeLimit(.milliseconds(500)) { () throws(StoreError) in
        try listing.rows(in: 0..<1)
      }
    } catch {
      if error != .interrupted { throw error }
      listing.keyed.invalidate()
    }
  }

  private static func applying(_ options: StoreOptions, to schema: Schema) throws(StoreError) -> Schema {
    do throws(SchemaError) {
      return try schema.applying(title: options.title, kinds: options.kinds)
    } catch {
      throw .cannotApply(error, to: schema)
    }
  }

  deinit {
    endThreads()
  }

  func stopWorkers() {
    startedWriter?.stop()
    startedCounter?.stop()
    transfers.stop()
  }

  /// Makes a new database of books, empty or with the sample's three.
  ///
  /// The file gets mode 0600. Nothing is ever replaced, and no half-made file is left.
  ///
  /// - Parameters:
  ///   - sample: Whether it has the sample's three books.
  ///   - makingFolders: Whether folders that are missing are made too, with mode 0700.
  /// - Throws: `alreadyExists`, `cannotOpen`, or what writing can end with.
  public static func create(at path: String, sample: Bool, makingFolders: Bool = false) throws(StoreError) {
    try NewDatabase(path: path).create(sample: sample, makingFolders: makingFolders)
  }

  /// What the store holds and has done.
  ///
  /// - Complexity: O(1).
  public var counts: Counts {
    Counts(
      known: listing.total, hydrated: records.hydratedCount, dirty: records.dirty.count,
      byteCount: records.byteCount, statementCount: connection.statementCount)
  }

  /// The record of a row, hydrated: by one statement at the first look, by none later.
  ///
  /// Of a photo or other blob, and of any value of more than `LargeValue.limit` bytes, only size and first bytes are
  /// read, which for the latter takes some statements more. See `RowReader` for what SQLite itself has to read.
  ///
  /// - Throws: `rowGone` if the table does not have the row, or what reading can end with.
  public func record(_ id: RecordID) throws(StoreError) -> Record {
    if let record = records[id], record.values != nil {
      records.noteUse(of: record)
      return record
    }
    let sql = try sql(of: id.table)
    if records.hydratedCount == 0 { baseline = connection.dataVersion }
    guard let row = try RowReader(connection: connection, sql: sql).read(id) else { throw noteGone(id) }
    return records.hydrate(id, row.values, large: row.large)
  }

  /// Makes room for very many records that are about to be hydrated, as many as a budget lets be held.
  ///
  /// Without it what holds them is laid out anew, all of it at once, each time they have doubled: with a million records
  /// that takes many frames. The room costs memory only as it is used, and may go when a write-back ends that leaves
  /// most of it empty.
  public func reserve(_ count: Int, within bytes: Int) {
    records.reserve(count, within: bytes)
  }

  /// Notes that a row is not there any more, and is what is to be said of it.
  func noteGone(_ id: RecordID) -> StoreError {
    let version = dataVersion
    if version != seenVersions.data || connection.isOutdated {
      haveOthersWritten = true
    } else if version != nil, isListed(id), dataVersion == version {
      let detail = "a row of the table is not found by its key"
      foundDamage = detail
      return .damaged(detail: detail)
    }
    for listing in listings(of: id.table) { listing.noteGone(id) }
    return .rowGone
  }

  /// Whether a table that is walked through has a row, of as many as that takes no time for.
  private func isListed(_ id: RecordID) -> Bool {
    guard let sql = try? sql(of: id.table), sql.schema.source == .table, sql.schema.key != .position,
      let statement = try? connection.statement(sql.isListed)
    else { return false }
    let isListed = try? statement.firstRow(binding: id.values) { _ in true }
    return isListed == true
  }

  /// A table or view as people see it.
  ///
  /// - Complexity: A few statements over the schema at the first call for a table, none later.
  /// - Throws: `noUsableTable` where it has nothing to show, or why it cannot be read.
  public func schema(of table: TableID) throws(StoreError) -> Schema { try sql(of: table).schema }

  func sql(of table: TableID) throws(StoreError) -> TableSQL {
    if let sql = sqls[Int(table.index)] { return sql }
    let schema = try SchemaReader(connection: connection).schema(of: tables[Int(table.index)])
    let sql = TableSQL(schema)
    sqls[Int(table.index)] = sql
    return sql
  }

  /// What the record of a row holds now; it is hydrated if it must be.
  ///
  /// - Throws: As `record(_:)`.
  public func snapshot(of id: RecordID) throws(StoreError) -> RecordSnapshot {
    let record = try record(id)
    let values = record.values ?? []
    return RecordSnapshot(
      id: id, values: values, large: record.large, state: record.state,
      links: try links(of: values, in: id.table),
      conflicts: conflicts(of: id).map(\.field))
  }

  /// How much of a row is held; it runs no statement.
  public func state(of id: RecordID) -> RecordState {
    records[id]?.state ?? .known
  }
}
