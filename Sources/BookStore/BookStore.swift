import Dispatch
import EditLog
import Listings
import Records
import SQLite
import Tables

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
    transfers = FileTransfers(
      path: path, logFolder: options.editLog?.folder, options: database.options)
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

  /// Creates a database, with mode 0600, with the tables of a template; it replaces no file and leaves no incomplete one.
  ///
  /// - Parameters:
  ///   - sample: Whether to insert the sample's three books, if the template is one of books.
  ///   - makingFolders: Whether to create missing folders, with mode 0700.
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

  /// The schema of a table or view, which is read at the first call.
  ///
  /// - Throws: `noUsableTable` if it has no columns to show, or why it cannot be read.
  public func schema(of table: TableID) throws(StoreError) -> Schema { try database.schema(of: table) }

  /// The declarations of the tables and views: columns, keys, indexes, triggers and SQL texts.
  ///
  /// - Complexity: A few statements per table, which also read its first rows to tell what they hold.
  public func declarations() throws(StoreError) -> [TableDeclaration] {
    try DeclarationReader(database.connection, arrangements: database.arrangements).all()
  }

  /// Runs the person's own SQL statements.
  public var statements: StatementSource {
    StatementSource(path: path, options: database.options.readOnly, arrangements: database.arrangements)
  }

  /// The names of tables, views and columns, without duplicates, in alphabetical order.
  ///
  /// - Complexity: A few statements over the schema.
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

  /// Checks whether another connection has written since the last call, or since the database was opened.
  ///
  /// If so, clean records that nobody references are evicted, and listings read their rows again; dirty records stay as they
  /// are. A caller that shows a row should read it again, and find its position by key. This takes two statements that touch no
  /// table, and waits for no lock: if there is one, the next call finds out.
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

  /// Opens the same database again because its tables have changed; release this store afterwards.
  ///
  /// - Throws: As `init(path:options:)`.
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

  /// The hydrated record of a row: one statement on first access, none after that.
  ///
  /// Of a blob, or any value over `LargeValue.limit` bytes, only the size and the first bytes are read.
  ///
  /// - Throws: `rowGone` if the table does not have the row, or any read error.
  public func record(_ id: RecordID) throws(StoreError) -> Record { try shelf.record(id) }

  /// The hydrated records, in no order; this does not count as access, but creates an object for each row hydrated with others.
  ///
  /// - Complexity: O(*n*) in the records; no statement.
  public var heldRecords: [Record] { shelf.records.hydrated }

  /// Reserves space for many records that are about to be hydrated, within the budget.
  ///
  /// Without it, the record table is reallocated each time it doubles, which takes many frames at a million records.
  public func reserve(_ count: Int, within bytes: Int) { shelf.records.reserve(count, within: bytes) }

  /// The rows that point to a record, by table; they are held with the record and count towards its bytes.
  ///
  /// The first call runs a statement for each table involved. Rows that no index leads to are not read.
  ///
  /// - Parameter snapshot: What is known of the record; without it the record is hydrated.
  /// - Throws: As `record(_:)`.
  public func related(
    to id: RecordID, shownAs snapshot: RecordSnapshot? = nil
  ) throws(StoreError) -> [RelatedRows] {
    try RelatedReader(database, shelf).related(to: id, holding: snapshot?.shownValues)
  }

  /// The first rows that point to a record by one foreign key, read now.
  ///
  /// - Complexity: One statement, and one for each other table that the rows point to; without an index it reads the table.
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
  /// Setting the database's value makes the field clean. A large value that has not been read is read first, because it becomes
  /// the original.
  ///
  /// - Parameter step: A step to join, so that several calls are undone together.
  /// - Throws: `fixedField` for a key column, `notUnique` if another row holds the value, `noSuchTarget` if it points to no
  ///   row, otherwise as `record(_:)`.
  public func set(
    _ value: Value, at fieldIndex: Int, of id: RecordID, in step: EditStep? = nil
  ) throws(StoreError) {
    try editor.set(value, at: fieldIndex, of: id, in: step)
  }

  /// Sets a field of many records; rows do not move in the listing until the database has their edits.
  ///
  /// - Parameters:
  ///   - ids: The records, all of one table.
  ///   - step: A step to join, so that several calls are undone together.
  /// - Throws: As `set(_:at:of:)`, with the rows before the failed one set; or why the edit log can no longer be written, with
  ///   the rows that it already has set.
  public func set(
    _ value: Value, at fieldIndex: Int, ofEach ids: [RecordID], in step: EditStep? = nil
  ) throws(StoreError) {
    try editor.set(value, at: fieldIndex, ofEach: ids, in: step)
  }

  /// Inserts a row immediately; its record is not hydrated.
  ///
  /// The row never gets the key of a row that another program has deleted and that still has unwritten edits here: they would
  /// be written to the new row. In a Core Data table it gets its entity, its version and the next key.
  ///
  /// - Parameter values: The fields' values in schema order. A field that is nil, or beyond the end, gets the column's default.
  /// - Throws: `notUnique`, `noSuchTarget`, `unknownEntity`, `severalEntities`, `constraint`, `ignored`, or any other write
  ///   error; `keyOfGoneRow` if no other key can be chosen.
  public func insert(_ values: [Value?], into table: TableID? = nil) throws(StoreError) -> RecordID {
    guard let id = try insert([values], into: table).first else { throw .ignored }
    return id
  }

  /// Inserts rows immediately, in one transaction, all or none.
  ///
  /// The log needs only a few bytes for a row whose rowid follows the previous one, so a step of many rows stays small.
  ///
  /// - Parameter step: A step to join, so that several calls are undone together.
  /// - Returns: The new IDs, in order.
  /// - Complexity: O(*n*); all rows are in memory until the end.
  /// - Throws: As for one row.
  public func insert(
    _ rows: [[Value?]], into table: TableID? = nil, in step: EditStep? = nil
  ) throws(StoreError) -> [RecordID] {
    try rowEditor.insert(rows, into: table, in: step)
  }

  /// Deletes a row immediately, with its record and edits; it is not an error if the row is already gone.
  ///
  /// - Returns: How many other rows were deleted, inserted or changed along with it; undo reverses that, too.
  /// - Throws: `rowReplaced` if another row now has its key, `constraint`, `ignored`, or any other write error; then the record
  ///   stays.
  @discardableResult
  public func delete(_ id: RecordID) throws(StoreError) -> Int { try delete([id]) }

  /// Deletes rows in one transaction, all or none; it is not an error if a row is already gone.
  ///
  /// If another program has written since the rows were read, listed or shown in a question, each is checked first.
  ///
  /// - Parameters:
  ///   - ids: The rows, all of one table.
  ///   - seen: The titles of the rows when the person was asked about them.
  ///   - step: A step to join, so that several calls are undone together.
  @discardableResult
  public func delete(_ ids: [RecordID], seenAs seen: SeenTitles? = nil, in step: EditStep? = nil)
    throws(StoreError) -> Int
  {
    try rowEditor.delete(ids, seenAs: seen, in: step)
  }

  /// Writes the changed columns of every dirty record in one transaction, keeping all records hydrated.
  ///
  /// Records that could not be written stay dirty and can be retried.
  @discardableResult
  public func writeBack() -> WriteBackResult { writer.writeBack() }

  /// Responds to a memory warning: writes all dirty records in one transaction, and dehydrates the records that are then clean.
  ///
  /// - Returns: What was written and freed; records that could not be written stay hydrated and dirty.
  @discardableResult
  public func dehydrateAll() -> Dehydration { writer.dehydrateAll() }

  /// Writes one record if it is dirty, and dehydrates it if it is then clean.
  @discardableResult
  public func dehydrate(_ id: RecordID) -> Dehydration { writer.dehydrate(id) }

  /// Undoes the last step that is not undone, of this session or of one that has ended.
  ///
  /// - Throws: `changedSince` if what the step left is no longer there, `rowGone`, or any other write error; then nothing has
  ///   changed unless the step is large, and the next call skips the step.
  /// - Returns: What was undone, or nil if there is nothing to undo.
  @discardableResult
  public func undo() throws(StoreError) -> UndoneStep? { try history.undo() }

  /// Redoes the last undone step, unless something else has been done since.
  ///
  /// - Returns: What was redone, or nil if there is nothing to redo.
  /// - Throws: As `undo()`.
  @discardableResult
  public func redo() throws(StoreError) -> UndoneStep? { try history.redo() }

  // MARK: The edit log

  /// Whether edits go to the edit log; if not, write each one back immediately.
  ///
  /// A damaged database accepts no more edits, but the log still has the earlier ones.
  public var logState: EditLogState { journal.state }

  /// How many edits are only in memory: neither the edit log nor the database has them.
  ///
  /// - Complexity: O(1) while the log can be written; afterwards O(*n*) in the rows edited since then.
  public var unsafeCount: Int {
    journal.unloggedRows.reduce(0) { count, row in
      let id = try? database.recordID(of: row)
      return count + (id.flatMap { shelf.records[$0] }?.originals.count ?? 0)
    }
  }

  /// Begins a step that consists of several calls and is undone as a whole.
  ///
  /// - Parameter origin: The step's origin for the history; nil if its changes say enough.
  public func beginStep(from origin: StepOrigin? = nil) -> EditStep { journal.beginStep(from: origin) }

  /// Whether no other step has received a change since this one's last, so that the next change may still belong to it.
  public func isLatest(_ step: EditStep) -> Bool { journal.isLatest(step) }

  /// Waits, usually milliseconds, until the edit log has recorded every write, so that nothing counts as unsaved after a kill.
  public func flushLog() { journal.opened?.keeper.flush() }

  /// Why a new edit log was started since the last call; nil if none was.
  public func takeLogRenewal() -> LogRenewal? { journal.takeRenewal() }

  // MARK: The end

  /// Ends the store's threads, waiting at most a second for each, and checkpoints the write-ahead log.
  ///
  /// The `-wal` and `-shm` files are removed with the store itself, if nobody else has the database open. Afterwards the store
  /// is read-only.
  ///
  /// - Returns: Whether the database's file has everything that was written. It does not if another program is reading an older
  ///   state, which keeps part of it in the `-wal` file.
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

  /// Ends the threads with their own connections; the last connection to close checkpoints the write-ahead log.
  private func endThreads() {
    lists.endThreads()
    writer.endThread()
    recordWatch.endThread()
    transfers.stop()
    _ = database.options.threads?.wait(timeout: .now() + 1)
  }

  /// Sets a callback that decides whether to end a long statement, because a view, trigger or computed column may never end.
  ///
  /// It is called repeatedly, after some tenths of a second, with the statement's processor time in seconds; also while the
  /// store waits for a background write-back, which it can end. It runs on the store's thread, in the middle of a call to the
  /// store, and must not call the store itself. A statement that it ends fails as `interrupted`.
  public func onLongStatement(_ isUnwanted: @escaping (Double) -> Bool) {
    database.connection.onLongStatement(isUnwanted)
  }

  /// Copies the database, as it was opened, to a new file, including all unwritten edits.
  ///
  /// The edits stay dirty and in the edit log, so that they are also written to the original file once it is back. Nothing is
  /// replaced, and if this throws there is no copy.
  ///
  /// - Complexity: O(*n*) in the size of the database.
  /// - Throws: As `Backup.run`, or why the edits cannot be written.
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
