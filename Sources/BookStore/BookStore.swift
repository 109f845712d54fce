import Dispatch
import EditLog
import Listings
import Records
import SQLite
import Tables

/// The tables of a database, as records: known by key and title, hydrated on first access, written back on request.
///
/// A store lives on one thread. It holds at most one record per row, and keeps the database's values byte for byte. What
/// the sample could do is here: look at a record, set a field, insert and delete rows, dehydrate, undo. Its parts can do
/// the rest.
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
  /// The fields that were changed both here and by somebody else.
  public let conflicts: ConflictResolver
  /// Shows the store at work.
  public let observation: Observation
  /// Shows one record as it is held, and as another program would read it.
  public let recordWatch: RecordWatch
  /// Exports values to files, and imports files as values.
  public let files: ValueFiles

  package let database: Database
  let journal: Journal
  private let transfers: FileTransfers
  private let initialOptions: StoreOptions

  /// Opens a database and reads its schema and the first page of its rows; it neither creates nor changes anything.
  ///
  /// - Complexity: One query over the table, however large it is, and a few over the schema.
  /// - Throws: `cannotOpen`, `notADatabase`, `damaged`, `tooNew`, `noUsableTable`, `cannotApply`, or any error that
  ///   reading can throw.
  public init(path: String, options: StoreOptions = StoreOptions()) throws(StoreError) {
    let realPath = FileAccess.realPath(of: path)
    mergeFreeMemoryAtOnce()
    let database = try Database(
      path: path, options.connection, options.tables, reportsRows: options.reportsRows,
      isObserved: options.isObserved)
    let records = RecordTable()
    let edits = LoggedEdits(database: database, records: records)
    (self.database, initialOptions) = (database, options)
    journal = Journal(
      of: path, realPath: realPath, identity: database.options.identity,
      options: database.connection.isReadOnly ? nil : options.editLog
    ) { edits.unwritten }
    transfers = FileTransfers(
      path: path, logFolder: options.editLog?.folder, options: database.options)
    let lists = try Lists(database, records)
    self.lists = lists
    shelf = Shelf(database, records) { lists.noteGone($0) }
    writer = Writer(database, records, lists, journal, transfers)
    editor = Editor(shelf, lists, writer, edits)
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

  /// Creates a database with the tables of a template.
  ///
  /// The file gets mode 0600. No file is ever replaced, and no incomplete file is left.
  ///
  /// - Parameters:
  ///   - path: The file to make.
  ///   - template: The tables.
  ///   - sample: Whether to insert the sample's three books, if the template is one of books.
  ///   - makingFolders: Whether to create missing folders, too, with mode 0700.
  /// - Throws: `alreadyExists`, `cannotOpen`, or any error that writing can throw.
  public static func create(
    at path: String, template: Template = .sample, sample: Bool = false, makingFolders: Bool = false
  ) throws(StoreError) {
    try NewDatabase(path: path, template: template).create(makingFolders: makingFolders) {
      connection throws(StoreError) in
      if sample, let samples = template.samples { try connection.run(samples) }
    }
  }

  // MARK: The database

  /// The database's path, as it was given.
  public var path: String { database.path }
  /// How the database was opened.
  public var options: StoreOptions {
    var options = initialOptions
    options.arrangements = database.arrangements
    return options
  }
  /// The tables and views of the database, in the order in which they were created.
  public var tables: [TableEntry] { database.tables }
  /// The schema of the initial table.
  public var schema: Schema { database.schema }
  /// Whether the database cannot be written: the caller asked for that, the file or its folder is not writable, or the
  /// database is damaged.
  public var isReadOnly: Bool { database.isReadOnly }
  /// The damage that was found in the database, or nil if there was none; once there is some, nothing is written.
  public var damage: String? { database.damage }
  /// Whether another connection is known to have written since the database was opened.
  public var haveOthersWritten: Bool { database.haveOthersWritten }

  /// The schema of a table or view.
  ///
  /// - Complexity: A few statements over the schema at the first call for a table, none after that.
  /// - Throws: `noUsableTable` if it has nothing to show, or why it cannot be read.
  public func schema(of table: TableID) throws(StoreError) -> Schema { try database.schema(of: table) }

  /// How the database declares its tables and views: their columns, keys, indexes, triggers and texts.
  ///
  /// - Complexity: A few statements for each table, which also reads its first rows to tell what they hold.
  /// - Throws: Why the schema cannot be read.
  public func declarations() throws(StoreError) -> [TableDeclaration] {
    try DeclarationReader(database.connection, arrangements: database.arrangements).all()
  }

  /// Where statements of the person's own are run.
  public var statements: StatementSource {
    StatementSource(path: path, options: database.options.readOnly, arrangements: database.arrangements)
  }

  /// The names of the tables, views and their columns, each once, in alphabetical order.
  ///
  /// - Complexity: A few statements over the schema.
  /// - Throws: Why the schema cannot be read.
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

  /// The word for the records of this database: after their table if it has only one.
  public var recordSchema: Schema {
    guard tables.count > 1 else { return schema }
    var schema = schema
    (schema.singular, schema.plural) = ("row", "rows")
    return schema
  }

  /// The numbers of records that the store holds and of statements that it has run.
  ///
  /// - Complexity: O(1).
  public var counts: Counts {
    let records = shelf.records
    return Counts(
      known: listing.total, hydrated: records.hydratedCount, dirty: records.dirty.count,
      byteCount: records.byteCount, statementCount: database.connection.statementCount)
  }

  /// The statements and rows of the session so far, next to those that the 2008 sample would have needed.
  ///
  /// - Complexity: O(1).
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

  /// Limits how long the store's own connection waits for locks, for a caller that retries by itself.
  public func waitForLocks(_ timeout: Duration) { database.connection.waitForLocks(timeout) }

  /// Checks whether another connection has written since the last call; if so, rows and clean records will be read
  /// again.
  ///
  /// The first call checks what has happened since the database was opened. The store's own threads do not count as
  /// others. Dirty records stay as they are. Clean ones that nobody holds are evicted, and listings read their rows
  /// again. A caller that shows a row should read it again, and find its place by its key.
  ///
  /// - Complexity: Two statements that touch no table. It does not wait for a lock: if there is one, the next call
  ///   finds out.
  public func checkForOtherWriters() -> OtherWriting {
    if writer.isWritingBack { return .nothing }
    let found = database.checkForOtherWriters()
    if found == .rows || found == .schema {
      shelf.records.dehydrateClean()
      lists.readAgain()
    }
    return found
  }

  /// Whether the database's file was moved, replaced or removed since it was opened; if so, nothing can be written.
  ///
  /// - Complexity: A few system calls.
  public var isFileReplaced: Bool { database.connection.isFileReplaced }

  /// Opens the same database again because its tables have changed; this store should be released afterwards.
  ///
  /// - Throws: As `init(path:options:)`.
  public func reopened() throws(StoreError) -> BookStore {
    do throws(StoreError) {
      return try BookStore(path: path, options: options)
    } catch {
      guard case .cannotApply = error else { throw error }
      // A column that the options name has another name now, or is gone.
      var options = options
      (options.title, options.columns, options.kinds) = (nil, [], [])
      return try BookStore(path: path, options: options)
    }
  }

  // MARK: Records

  /// The hydrated record of a row: one statement at the first look, none after that.
  ///
  /// For a photo or another blob, and for any value of more than `LargeValue.limit` bytes, only the size and the first
  /// bytes are read; for the latter that takes a few more statements. See `RowReader` for what SQLite itself has to
  /// read.
  ///
  /// - Throws: `rowGone` if the table does not have the row, or any error that reading can throw.
  public func record(_ id: RecordID) throws(StoreError) -> Record { try shelf.record(id) }

  /// The hydrated records, in no order.
  ///
  /// Reading it runs no statement and is no access, but makes an object for each row that was hydrated with others.
  ///
  /// - Complexity: O(*n*) in the records.
  public var heldRecords: [Record] { shelf.records.hydrated }

  /// Reserves space for very many records that are about to be hydrated, but no more than the budget allows.
  ///
  /// Without it, the whole table of records is reallocated each time their number has doubled: with a million records
  /// that takes many frames. The space costs memory only as it is used, and may be released after a write-back that
  /// leaves most of it empty.
  public func reserve(_ count: Int, within bytes: Int) { shelf.records.reserve(count, within: bytes) }

  /// The rows that point to a record, by their tables; they are held with the record, and their bytes are the record's.
  ///
  /// Rows to which no index leads are not read.
  ///
  /// - Complexity: For the first call since the record was hydrated or rows changed: a statement for each table that
  ///   points to the record, and one for each other table that its rows point to. None for the next.
  /// - Parameters:
  ///   - id: The record.
  ///   - snapshot: What is known of the record; without it the record is hydrated.
  /// - Throws: As `record(_:)`.
  public func related(
    to id: RecordID, shownAs snapshot: RecordSnapshot? = nil
  ) throws(StoreError) -> [RelatedRows] {
    try RelatedReader(database, shelf).related(to: id, holding: snapshot?.shownValues)
  }

  /// The first rows that point to a record by one foreign key, read now.
  ///
  /// - Complexity: A statement, and one for each other table that the rows point to; without an index it reads the table.
  /// - Throws: Why the table cannot be read.
  public func read(_ rows: RelatedRows) throws(StoreError) -> RelatedRows.Content {
    try RelatedReader(database, shelf).content(of: rows)
  }

  /// A number that changes when the rows that point to records may have changed.
  public var relatedEdition: Int { shelf.records.relatedEdition }

  // MARK: Lists

  /// The rows of the initial table, in its own order, with the titles that the database holds.
  public var listing: Listing { lists.first }

  /// Sets a callback, called on any thread, for when `Lists.takeNews()` or `Writer.takeWriteBack()` has something to process.
  public func onNews(_ wake: @escaping @Sendable () -> Void) {
    lists.onNews(wake)
    writer.onNews(wake)
    transfers.inbox.onNews(wake)
    recordWatch.onNews(wake)
  }

  // MARK: Changes

  /// Sets a field of a record, which is hydrated if necessary; the next write-back writes it to the database.
  ///
  /// Setting the value that is already there changes nothing, and setting the one that the database holds makes the
  /// field clean. A large value that was not read is read first, because it becomes the original.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - id: The record.
  ///   - fieldIndex: An index in the schema's fields.
  /// - Throws: `fixedField` for a column of the key, `notUnique` if another row holds the value, `noSuchTarget` if it
  ///   points to no row, otherwise as `record(_:)`.
  public func set(_ value: Value, at fieldIndex: Int, of id: RecordID) throws(StoreError) {
    try editor.set(value, at: fieldIndex, of: id)
  }

  /// Sets a field of many records; rows do not move in the listing until the database has their edits.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - fieldIndex: An index in the schema's fields.
  ///   - ids: The records, all of one table.
  ///   - step: The step that the change belongs to, if more calls should be undone together with it.
  /// - Throws: As `set(_:at:of:)`, in which case the rows before the one that failed are set; or why the edit log can
  ///   no longer be written, in which case the rows that it has are set.
  public func set(
    _ value: Value, at fieldIndex: Int, ofEach ids: [RecordID], in step: EditStep? = nil
  ) throws(StoreError) {
    try editor.set(value, at: fieldIndex, ofEach: ids, in: step)
  }

  /// Inserts a row at once.
  ///
  /// The row never gets the key of a row that another program has deleted and that still has unwritten edits here: they
  /// would be written to this row. In a table of Core Data it gets its entity, its version and the next key.
  ///
  /// - Parameter values: The fields' values in the schema's order. A field that is nil, or beyond the end, gets the
  ///   column's default.
  /// - Parameter table: The table, or nil for the initial one.
  /// - Complexity: A few statements; if another key has to be chosen, O(*n*) in the dirty records and the same
  ///   statements again.
  /// - Returns: The new row's ID; its record is not hydrated.
  ///
  /// - Throws: `notUnique`, `noSuchTarget`, `unknownEntity`, `severalEntities`, `constraint`, `ignored`, `readOnly`,
  ///   `busy`, `full` or any other error that writing can throw; `keyOfGoneRow` if no other key can be chosen.
  public func insert(_ values: [Value?], into table: TableID? = nil) throws(StoreError) -> RecordID {
    guard let id = try insert([values], into: table).first else { throw .ignored }
    return id
  }

  /// Inserts rows at once, in one transaction.
  ///
  /// The log needs only a few bytes for each row whose rowid follows the previous one's, so a step of very many rows
  /// stays small, however many calls make it.
  ///
  /// - Parameters:
  ///   - table: The table, or nil for the initial one.
  ///   - rows: The fields' values of each row, as for one.
  ///   - step: The step that the rows belong to, if more calls should be undone together with this one.
  /// - Complexity: O(*n*) in the rows, all of which are held in memory until the end.
  /// - Returns: The new rows' IDs, in their order.
  /// - Throws: As for one row; if it throws, no row is inserted.
  public func insert(
    _ rows: [[Value?]], into table: TableID? = nil, in step: EditStep? = nil
  ) throws(StoreError) -> [RecordID] {
    try rowEditor.insert(rows, into: table, in: step)
  }

  /// Deletes a row at once, with its record and its edits.
  ///
  /// It is not an error if the row is already gone. What foreign keys and triggers do along with the deletion is undone
  /// with it.
  ///
  /// - Returns: How many other rows were deleted, inserted or changed along with it.
  /// - Throws: `rowReplaced` if another row has its key by now, `constraint`, `ignored`, `readOnly`, `busy` or any
  ///   other error that writing can throw; if it throws, the record stays.
  @discardableResult
  public func delete(_ id: RecordID) throws(StoreError) -> Int { try delete([id]) }

  /// Deletes rows in one transaction; it is not an error if a row is already gone.
  ///
  /// If somebody else has written since the rows were read, listed or asked about, each of them is checked first.
  ///
  /// - Parameters:
  ///   - ids: The rows, all of one table.
  ///   - seen: The titles of the rows when the person was asked about them.
  ///   - step: The step that the change belongs to, if more calls should be undone together with it.
  /// - Returns: As for one row.
  /// - Throws: As for one row; if it throws, no row is deleted and all records stay.
  @discardableResult
  public func delete(_ ids: [RecordID], seenAs seen: SeenTitles? = nil, in step: EditStep? = nil)
    throws(StoreError) -> Int
  {
    try rowEditor.delete(ids, seenAs: seen, in: step)
  }

  /// Writes every dirty record in one transaction, and keeps all of them hydrated.
  ///
  /// Only the changed columns of each record are written. If nothing is dirty, there is no transaction. Records that
  /// could not be written stay dirty and can be retried.
  @discardableResult
  public func writeBack() -> WriteBackResult { writer.writeBack() }

  /// Answers a memory warning: writes every dirty record in one transaction, and dehydrates all records that are then
  /// clean.
  ///
  /// Records that could not be written stay hydrated and dirty. The memory is returned to the system.
  @discardableResult
  public func dehydrateAll() -> Dehydration { writer.dehydrateAll() }

  /// Writes one record if it is dirty, and dehydrates it if it is then clean.
  @discardableResult
  public func dehydrate(_ id: RecordID) -> Dehydration { writer.dehydrate(id) }

  /// Undoes the last step that is not undone: of this session, or of one that has ended.
  ///
  /// - Returns: What was undone, or nil if there is nothing to undo.
  /// - Throws: `changedSince` if what the step left is no longer there, `rowGone`, or any other error that writing can
  ///   throw; if it throws, nothing has changed unless the step is large, and the next call skips the step.
  @discardableResult
  public func undo() throws(StoreError) -> UndoneStep? { try history.undo() }

  /// Redoes what was undone last, unless something else has been done since.
  ///
  /// - Returns: What was redone, or nil if there is nothing to redo.
  /// - Throws: As `undo()`.
  @discardableResult
  public func redo() throws(StoreError) -> UndoneStep? { try history.redo() }

  // MARK: The edit log

  /// Whether edits go to the edit log; if not, each should be written back at once.
  ///
  /// A damaged database accepts no more edits, but the log still has the earlier ones.
  public var logState: EditLogState { journal.state }

  /// How many edits are in memory only: the edit log cannot be written, and the database does not have them.
  ///
  /// - Complexity: O(*n*) in the rows that were edited since the log could no longer be written; O(1) as long as it
  ///   can.
  public var unsafeCount: Int {
    journal.unloggedRows.reduce(0) { count, row in
      let id = try? database.recordID(of: row)
      return count + (id.flatMap { shelf.records[$0] }?.originals.count ?? 0)
    }
  }

  /// Begins a step that consists of several calls and is undone as a whole.
  ///
  /// - Parameter origin: The origin of the step for the history; nil if its changes say enough.
  public func beginStep(from origin: StepOrigin? = nil) -> EditStep { journal.beginStep(from: origin) }

  /// Whether no other step has got a change since this one got its last, so that the next change may still belong to it.
  public func isLatest(_ step: EditStep) -> Bool { journal.isLatest(step) }

  /// Waits until the edit log has noted everything that was written, so that if the process is killed from then on,
  /// nothing counts as unsaved.
  ///
  /// - Complexity: A thread has already begun with it; it takes milliseconds, unless another program locks the log.
  public func flushLog() { journal.opened?.keeper.flush() }

  /// Why a new edit log was started since the last call; nil if none was.
  public func takeLogRenewal() -> LogRenewal? { journal.takeRenewal() }

  // MARK: The end

  /// Ends the store's threads, and checkpoints the write-ahead log into the database's file.
  ///
  /// The `-wal` and `-shm` files are removed with the store itself, if nobody else has the database open. Afterwards
  /// the store can only be read.
  ///
  /// - Returns: Whether the database's file has everything that was written. It does not if another program is reading
  ///   an older state, so that part of it is still in the `-wal` file.
  /// - Complexity: The work of each thread is interrupted, and waited for, for at most a second.
  @discardableResult
  public func close() -> Bool {
    flushLog()
    // If everything is in the database, the log need not survive a power failure.
    if counts.dirty == 0 { journal.opened?.leaveUnsynced() }
    endThreads()
    let hasWritten = database.connection.hasWritten || writer.hasThreadWritten
    return database.hasWriteAheadLog && hasWritten ? database.connection.checkpoint() : true
  }

  /// Ends the store's threads and its session of the edit log, because another store goes on with the database; what this
  /// session has done can be undone there, whoever still holds this store.
  public func retire() {
    endThreads()
    journal.close()
  }

  /// Ends the threads that have connections of their own; the last of these to close checkpoints the write-ahead log.
  private func endThreads() {
    lists.endThreads()
    writer.endThread()
    recordWatch.endThread()
    transfers.stop()
    _ = database.options.threads?.wait(timeout: .now() + 1)
  }

  /// Sets a callback that decides whether to end a statement that has been running for some tenths of a second; it is
  /// called repeatedly while the statement runs, because a view, a trigger or a computed column may never end.
  ///
  /// Its argument is how long the statement has been running, in seconds of processor time. It is also called while the
  /// store waits for a write-back in the background, and can end that.
  ///
  /// It is called on the store's thread, in the middle of a call to the store, and must not call the store itself. A
  /// statement that it ends fails as `interrupted`.
  public func onLongStatement(_ isUnwanted: @escaping (Double) -> Bool) {
    database.connection.onLongStatement(isUnwanted)
  }

  /// Copies the database, as it was opened, to a new file, with all edits that have not been written.
  ///
  /// The edits stay dirty, and stay in the edit log, so that they are also written to the file itself once it is back.
  ///
  /// - Parameter path: Where to write the copy; nothing is replaced.
  /// - Complexity: O(*n*) in the database's size.
  /// - Throws: What `Backup` throws, or why the edits cannot be written; if it throws, there is no copy.
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
