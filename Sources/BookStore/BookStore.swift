import Dispatch
// The interface uses types of these modules, so importing the store imports them too.
@_exported import EditLog
@_exported import Listings
import Listings
@_exported import Queries
@_exported import Records
@_exported import SQLite

/// The tables of a database as records: known by key and title, hydrated on first access, written back on request.
///
/// A store lives on one thread. It holds at most one record per row, and keeps the database's values byte for byte.
public final class BookStore {
  /// The open lists, and the row counts of the tables.
  public let lists: Lists
  /// The hydrated records.
  public let shelf: Shelf
  /// Sets fields.
  public let editor: Editor
  /// Checks what a schema requires of rows.
  public let constraints: Constraints
  /// Inserts, deletes and changes rows.
  public let rowEditor: RowEditor
  /// Writes records back, and releases them.
  public let writer: Writer
  /// Adds, renames and removes columns.
  public let fields: TableEditor
  /// The steps of the edit log; undo and redo.
  public let history: History
  /// The unsaved edits of sessions that crashed or were killed.
  public let recovery: Recovery
  /// The fields that were changed both here and by another program.
  public let conflicts: ConflictResolver
  /// Shows the store at work.
  public let observation: Observation
  /// Compares one record as it is held here and as another program would read it.
  public let recordWatch: RecordWatch
  /// Exports values to files, and imports files as values.
  public let files: ValueFiles

  package let database: Database
  let journal: Journal
  private let transfers: FileTransfers
  private let initialOptions: StoreOptions

  /// Opens a database and reads its schema and first page of rows; creates and changes nothing.
  ///
  /// - Throws: `cannotOpen`, `notADatabase`, `damaged`, `tooNew`, `noUsableTable`, `cannotApply`, or any read error.
  /// - Complexity: One query over the table, whatever its size, and a few over the schema.
  public init(path: String, options: StoreOptions = StoreOptions()) throws(StoreError) {
    let realPath = FileAccess.realPath(of: path)
    mergeFreeMemoryAtOnce()
    let database = try Database(
      path: path, options.connection, options.tables, reportsRows: options.reportsRows,
      isObserved: options.isObserved)
    let records = RecordTable()
    (self.database, initialOptions) = (database, options)
    journal = Journal(
      of: path, realPath: realPath, identity: database.options.identity,
      options: database.connection.isReadOnly ? nil : options.editLog
    ) { database.unwrittenEdits(of: records) }
    transfers = FileTransfers(path: path, logFolder: options.editLog?.folder, options: database.options)
    let lists = try Lists(database, records)
    self.lists = lists
    shelf = Shelf(database, records) { lists.noteGone($0) }
    writer = Writer(database, records, lists, journal, transfers)
    editor = Editor(database, shelf, lists, writer)
    constraints = editor.constraints
    rowEditor = RowEditor(editor)
    fields = TableEditor(editor)
    recovery = Recovery(rowEditor, fields)
    history = History(editor, rowEditor, recovery, fields)
    conflicts = ConflictResolver(editor, rowEditor)
    observation = Observation(database, records, lists)
    recordWatch = RecordWatch(database, shelf)
    files = ValueFiles(database, records, transfers)
  }

  deinit {
    endThreads()
  }

  /// Creates a database, with mode 0600, from a template; replaces no file and leaves no incomplete one.
  ///
  /// - Parameter sample: Whether to insert the sample's three books, if the template is one of books.
  /// - Throws: `alreadyExists`, `cannotOpen`, or any write error.
  public static func create(
    at path: String, template: Template = .sample, sample: Bool = false, makingFolders: Bool = false
  ) throws(StoreError) {
    try NewFile(path: path).create(template, makingFolders: makingFolders) {
      connection throws(StoreError) in
      if sample, let samples = template.samples { try connection.run(samples) }
    }
  }

  // MARK: The database

  /// The database's path, as given.
  public var path: String { database.path }
  /// How the database was opened.
  public var options: StoreOptions {
    var options = initialOptions
    options.arrangements = database.arrangements
    return options
  }
  /// The tables and views of the database, in creation order.
  public var tables: [TableEntry] { database.tables }
  /// The schema of the initial table.
  public var schema: Schema { database.schema }
  /// Whether the database cannot be written: by request, because the file or its folder is not writable, or because of damage.
  public var isReadOnly: Bool { database.isReadOnly }
  /// The damage found in the database, if any; once damaged, it is never written.
  public var damage: String? { database.damage }
  /// Whether another connection is known to have written since the database was opened.
  public var haveOthersWritten: Bool { database.haveOthersWritten }

  /// The schema of a table or view, read at the first call; throws `noUsableTable` if it has no columns to show.
  public func schema(of table: TableID) throws(StoreError) -> Schema { try database.schema(of: table) }

  /// The declarations of the tables and views: columns, keys, indexes, triggers and SQL texts.
  public func declarations() throws(StoreError) -> [TableDeclaration] {
    try DeclarationReader(database.connection, arrangements: database.arrangements).all()
  }

  /// Runs the person's own SQL statements.
  public var statements: StatementSource {
    StatementSource(path: path, options: database.options.readOnly, arrangements: database.arrangements)
  }

  /// The names of tables, views and columns, without duplicates, in alphabetical order.
  public func declaredNames() throws(StoreError) -> [String] {
    var names = Set(tables.map(\.name))
    for table in tables {
      let columns = try? database.connection.rows(
        "SELECT name FROM pragma_table_xinfo(?)", [.text(Text(table.name))], for: nil
      ) { $0.string(at: 0) }
      names.formUnion(columns ?? [])
    }
    return names.sorted()
  }

  /// The schema that names the database's records: its table's if it has only one table, otherwise “row” and “rows”.
  public var recordSchema: Schema {
    guard tables.count > 1 else { return schema }
    var schema = schema
    (schema.singular, schema.plural) = ("row", "rows")
    return schema
  }

  /// The numbers of held records and executed statements.
  public var counts: Counts {
    let records = shelf.records
    return Counts(
      known: listing.total, hydrated: records.hydratedCount, dirty: records.dirty.count,
      byteCount: records.byteCount, statementCount: database.connection.statementCount)
  }

  /// The statements and rows of this session, compared with those that the 2008 sample would have needed.
  public var account: SessionAccount {
    let (records, ledger) = (shelf.records, writer.ledger)
    var account = SessionAccount()
    account.statementCount = database.counters.statementCount
    account.titleCount = database.counters.titleCount
    account.lookCount = records.hydrationCount
    account.writtenCount = ledger.writtenCount
    account.dirtyCount = records.dirty.count
    account.rowCount = listing.total
    account.sampleHeldCount = ledger.heldCount(hydrations: records.hydrationCount)
    account.sampleWrittenCount = ledger.sampleWrittenCount
    account.evictedCount = records.hydrationCount - records.hydratedCount - ledger.dehydratedCount
    account.warning = ledger.warning
    return account
  }

  /// Limits how long the store's own connection waits for locks, for callers that retry themselves.
  public func waitForLocks(_ timeout: Duration) { database.connection.waitForLocks(timeout) }

  /// Checks whether another connection has written since the last call.
  ///
  /// If so, clean records that nothing references are evicted, and listings read their rows again; dirty records stay. A
  /// caller that shows a row should read it again, and find its position by key. The two statements touch no table and wait
  /// for no lock.
  public func checkForOtherWriters() -> OtherWriting {
    if writer.isWritingBack { return .nothing }
    let found = database.checkForOtherWriters()
    if found == .rows || found == .schema {
      shelf.records.dehydrateClean()
      lists.readAgain()
    }
    return found
  }

  /// Whether the file was moved, replaced or removed since the database was opened; if so, nothing can be written.
  public var isFileReplaced: Bool { database.connection.isFileReplaced }

  /// Opens the same database again after its tables have changed; release this store afterwards.
  public func reopened() throws(StoreError) -> BookStore {
    do throws(StoreError) {
      return try BookStore(path: path, options: options)
    } catch {
      guard case .cannotApply = error else { throw error }
      // A column named in the options may have been renamed or removed.
      var options = options
      (options.title, options.columns, options.kinds) = (nil, [], [])
      return try BookStore(path: path, options: options)
    }
  }

  // MARK: Records

  /// The hydrated record of a row: one statement on first access, none afterwards.
  ///
  /// Of a blob, or any value over `LargeValue.limit` bytes, only the size and the first bytes are read.
  ///
  /// - Throws: `rowGone`, or any read error.
  public func record(_ id: RecordID) throws(StoreError) -> Record { try shelf.record(id) }

  /// The hydrated records, in no order, without a statement; this does not count as access.
  public var heldRecords: [Record] { shelf.records.hydrated }

  /// Reserves space for records about to be hydrated, within the budget: growing the table later takes many frames.
  public func reserve(_ count: Int, within bytes: Int) { shelf.records.reserve(count, within: bytes) }

  /// The rows that point to a record, by table, held with it and counted towards its bytes.
  ///
  /// The first call runs a statement for each table involved. Rows that no index leads to are not read.
  ///
  /// - Parameter snapshot: What is known of the record; without it, the record is hydrated.
  public func related(
    to id: RecordID, shownAs snapshot: RecordSnapshot? = nil
  ) throws(StoreError) -> [RelatedRows] {
    try RelatedReader(database, shelf).related(to: id, holding: snapshot?.shownValues)
  }

  /// Reads the first rows that point to a record by one foreign key; without an index, this reads the whole table.
  public func read(_ rows: RelatedRows) throws(StoreError) -> RelatedRows.Content {
    try RelatedReader(database, shelf).content(of: rows)
  }

  /// A number that changes when the rows that point to records may have changed.
  public var relatedEdition: Int { shelf.records.relatedEdition }

  // MARK: Lists

  /// The rows of the initial table, in table order, with the titles that the database holds.
  public var listing: Listing { lists.first }

  /// Sets a callback, called on any thread, for when `Lists.takeNews()` or `Writer.takeWriteBack()` has something to process.
  public func onNews(_ wake: @escaping @Sendable () -> Void) {
    lists.onNews(wake)
    writer.onNews(wake)
    transfers.inbox.onNews(wake)
    recordWatch.onNews(wake)
  }

  // MARK: Changes

  /// Sets a field of a record, hydrating it if necessary; the next write-back writes it.
  ///
  /// Setting the database's value makes the field clean.
  ///
  /// - Parameter step: A step to join, so that several calls are undone together.
  /// - Throws: `fixedField` for a key column, `notUnique`, `noSuchTarget`, otherwise as `record(_:)`.
  public func set(
    _ value: Value, at fieldIndex: Int, of id: RecordID, in step: EditStep? = nil
  ) throws(StoreError) {
    try editor.set(value, at: fieldIndex, of: id, in: step)
  }

  /// Sets a field of many records of one table; rows do not move in the listing until the database has their edits.
  ///
  /// - Throws: As `set(_:at:of:)`, or why the edit log cannot be written; earlier rows stay set.
  public func set(
    _ value: Value, at fieldIndex: Int, ofEach ids: [RecordID], in step: EditStep? = nil
  ) throws(StoreError) {
    try editor.set(value, at: fieldIndex, ofEach: ids, in: step)
  }

  /// Inserts a row immediately; its record is not hydrated.
  ///
  /// The row never gets the key of a deleted row with unwritten edits: they would be written to the new row. In a Core Data
  /// table it gets its entity, its version and the next key.
  ///
  /// - Parameter values: In schema order; a field that is nil, or beyond the end, gets the column's default.
  /// - Throws: `notUnique`, `noSuchTarget`, `unknownEntity`, `severalEntities`, `constraint`, `ignored`, `keyOfGoneRow` if no
  ///   other key can be chosen, or any other write error.
  public func insert(_ values: [Value?], into table: TableID? = nil) throws(StoreError) -> RecordID {
    guard let id = try insert([values], into: table).first else { throw .ignored }
    return id
  }

  /// Inserts rows immediately, in one transaction, all or none; returns their IDs in order.
  ///
  /// - Complexity: O(*n*); all rows are in memory until the end. The log needs a few bytes for a row with the next rowid.
  public func insert(
    _ rows: [[Value?]], into table: TableID? = nil, in step: EditStep? = nil
  ) throws(StoreError) -> [RecordID] {
    try rowEditor.insert(rows, into: table, in: step)
  }

  /// Deletes a row immediately, with its record and edits; it is not an error if the row is already gone.
  ///
  /// - Returns: The number of other rows deleted, inserted or changed along with it; undo reverses that, too.
  /// - Throws: `rowReplaced` if another row has its key, or any write error; then the record stays.
  @discardableResult
  public func delete(_ id: RecordID) throws(StoreError) -> Int { try delete([id]) }

  /// Deletes rows of one table in one transaction, all or none; it is not an error if a row is already gone.
  ///
  /// If another program has written since the rows were read, listed or shown in a question, each is checked first.
  ///
  /// - Parameter seen: The titles of the rows when the person was asked about them.
  @discardableResult
  public func delete(_ ids: [RecordID], seenAs seen: SeenTitles? = nil, in step: EditStep? = nil)
    throws(StoreError) -> Int
  {
    try rowEditor.delete(ids, seenAs: seen, in: step)
  }

  /// Writes every dirty record in one transaction and keeps it hydrated; a record that cannot be written stays dirty.
  @discardableResult
  public func writeBack() -> WriteBackResult { writer.writeBack() }

  /// Responds to a memory warning: writes all dirty records in one transaction, then dehydrates every clean record.
  @discardableResult
  public func dehydrateAll() -> Dehydration { writer.dehydrateAll() }

  /// Writes one record if it is dirty, and dehydrates it if it is then clean.
  @discardableResult
  public func dehydrate(_ id: RecordID) -> Dehydration { writer.dehydrate(id) }

  /// Undoes the last step that is not undone, of this session or of one that has ended; nil if there is none.
  ///
  /// - Throws: `changedSince` if what the step left is no longer there, `rowGone`, or any other write error. Then nothing has
  ///   changed unless the step is large; the next call skips the step.
  @discardableResult
  public func undo() throws(StoreError) -> UndoneStep? { try history.undo() }

  /// Redoes the last undone step, unless something else has been done since; nil if there is none.
  @discardableResult
  public func redo() throws(StoreError) -> UndoneStep? { try history.redo() }

  // MARK: The edit log

  /// Whether edits go to the edit log; if not, write each one back immediately.
  public var logState: EditLogState { journal.state }

  /// The number of edits that neither the edit log nor the database has; O(1) while the log can be written.
  public var unsafeCount: Int {
    journal.unloggedRows.reduce(0) { count, row in
      let id = try? database.recordID(of: row)
      return count + (id.flatMap { shelf.records[$0] }?.originals.count ?? 0)
    }
  }

  /// Begins a step of several calls that are undone as a whole; `origin` describes it in the history.
  public func beginStep(from origin: StepOrigin? = nil) -> EditStep { journal.beginStep(from: origin) }

  /// Whether no other step has received a change since this one's last, so that the next change may belong to it.
  public func isLatest(_ step: EditStep) -> Bool { journal.isLatest(step) }

  /// Waits, usually milliseconds, until the edit log has recorded every write, so that nothing counts as unsaved after a kill.
  public func flushLog() { journal.opened?.keeper.flush() }

  /// Why a new edit log was started since the last call; nil if none was.
  public func takeLogRenewal() -> LogRenewal? { journal.takeRenewal() }

  // MARK: The end

  /// Ends the store's threads, waiting at most a second for each, and checkpoints the write-ahead log.
  ///
  /// Afterwards the store is read-only. Releasing it removes the `-wal` and `-shm` files, unless another program uses them.
  ///
  /// - Returns: False if another program reads an older state, so that part of the data stays in the `-wal` file.
  @discardableResult
  public func close() -> Bool {
    flushLog()
    // If everything is in the database, the log need not survive a power failure.
    if counts.dirty == 0 { journal.opened?.leaveUnsynced() }
    endThreads()
    let hasWritten = database.connection.hasWritten || writer.hasThreadWritten
    return database.hasWriteAheadLog && hasWritten ? database.connection.checkpoint() : true
  }

  /// Ends the store's threads and its edit-log session, so that another store can take over the database and undo its steps.
  public func retire() {
    endThreads()
    journal.close()
  }

  private func endThreads() {
    lists.endThreads()
    writer.endThread()
    recordWatch.endThread()
    transfers.stop()
    _ = database.options.threads?.wait(timeout: .now() + 1)
  }

  /// Sets a callback that decides whether to end a long statement, because a view, trigger or computed column may never end.
  ///
  /// It gets the statement's processor time in seconds, several times a second, also while the store waits for a background
  /// write-back. It runs on the store's thread, inside a call to the store, and must not call the store. A statement that it
  /// ends fails as `interrupted`.
  public func onLongStatement(_ isUnwanted: @escaping (Double) -> Bool) {
    database.connection.onLongStatement(isUnwanted)
  }

  /// Copies the database, as it was opened, to a new file, including all unwritten edits.
  ///
  /// The edits stay dirty and in the edit log, so that they are also written to the original file once it is back.
  ///
  /// - Throws: As `Backup.run`, or why the edits cannot be written; then there is no copy.
  public func rescue(to path: String) throws(StoreError) {
    try Backup(of: database.connection).run(to: path) { _ in
    } finish: { path throws(StoreError) in
      try writeUnwritten(to: try BookStore(path: path))
    }
  }

  private func writeUnwritten(to copy: BookStore) throws(StoreError) {
    for record in shelf.records.dirty {
      let table = try schema(of: record.id.table).table
      guard let entry = copy.tables.first(where: { $0.name == table }) else { continue }
      let id = RecordID(record.id.key, in: entry.id)
      for original in record.originals {
        guard let value = record.value(at: original.index) else { continue }
        try copy.set(value, at: original.index, of: id)
      }
    }
    if let reason = copy.writeBack().reason { throw reason }
    copy.close()
  }
}

/// The numbers of held records and executed statements, for the meter.
public struct Counts: Hashable, Sendable {
  /// The rows of the table counted so far.
  public var known: RowCount
  /// The records whose fields are held, including dirty ones.
  public var hydrated: Int
  /// The records that differ from the database.
  public var dirty: Int
  /// The bytes held for the fields of hydrated records, as `Record.byteCount` estimates them.
  public var byteCount: Int
  /// The statements run since the store was opened, BEGIN and COMMIT included, but not checks for other writers.
  public var statementCount: Int
}

/// Work done one step at a time, so that keys are handled in between; if it is abandoned, the rest stays as it was.
public protocol Job: AnyObject {
  /// The fraction done, from 0 to 1.
  var fraction: Double { get }

  /// Does some of the remaining work; returns whether there may be more to do.
  ///
  /// - Throws: Any read or write error; what was done before stays done, and the step can be retried.
  func step() throws(StoreError) -> Bool
}

extension Job {
  /// Does all the remaining work.
  public func finish() throws(StoreError) { while try step() {} }
}
