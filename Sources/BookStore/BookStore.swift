import Dispatch
import Records

/// The tables of a database, whose rows are records: known by key and title, hydrated when looked at, written when asked.
///
/// A store lives on one thread. It holds at most one record for a row, and the database's values byte for byte. The calls
/// that everybody needs are here; the others are in its parts.
public final class BookStore {
  /// The lists that are open, and the counts of the tables.
  public let lists: Lists
  /// Sets fields.
  public let editor: Editor
  /// What a schema demands of rows.
  public let constraints: Constraints
  /// Inserts, deletes and changes rows.
  public let rowEditor: RowEditor
  /// Writes back, and lets go of records.
  public let writer: Writer
  /// The steps of the edit log; undo and redo.
  public let history: History
  /// What dead sessions have left.
  public let recovery: Recovery
  /// What was set here and by somebody else.
  public let conflicts: ConflictResolver
  /// What people see who watch the store at work.
  public let observation: Observation
  /// Values that go into files and come from them.
  public let files: ValueFiles

  let database: Database
  let shelf: Shelf
  let journal: Journal
  private let transfers: FileTransfers

  /// Opens a database and reads its schema and the first page of its rows; it creates and changes nothing.
  ///
  /// - Complexity: One query over the table, whatever its size, and a few over the schema.
  /// - Throws: `cannotOpen`, `notADatabase`, `damaged`, `tooNew`, `noUsableTable`, `cannotApply`, or what reading can end with.
  public init(path: String, options: StoreOptions = StoreOptions()) throws(StoreError) {
    let realPath = FileAccess.realPath(of: path)
    mergeFreeMemoryAtOnce()
    let database = try Database(path: path, options: options)
    let records = RecordTable()
    let edits = LoggedEdits(database: database, records: records)
    self.database = database
    journal = Journal(
      of: EditLogDatabase(path: path, realPath: realPath, identity: database.options.identity),
      options: database.connection.isReadOnly ? nil : options.editLog
    ) { edits.unwritten }
    transfers = FileTransfers(path: path, options: database.options)
    let lists = try Lists(database, records)
    self.lists = lists
    shelf = Shelf(database, records) { lists.noteGone($0) }
    writer = Writer(database, records, lists, journal, transfers)
    editor = Editor(shelf, lists, writer, edits)
    constraints = editor.constraints
    rowEditor = RowEditor(editor)
    recovery = Recovery(rowEditor)
    history = History(editor, rowEditor, recovery)
    conflicts = ConflictResolver(editor, rowEditor)
    observation = Observation(database, records)
    files = ValueFiles(database, records, transfers)
  }

  deinit {
    endThreads()
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

  // MARK: The database

  /// The database's path, as it was given.
  public var path: String { database.path }
  /// The tables and views of the database, in the order in which they were made.
  public var tables: [TableEntry] { database.tables }
  /// The table to begin with, as people see it.
  public var schema: Schema { database.schema }
  /// Whether nothing can be written: it was asked for, the file or its folder takes no writes, or the database is damaged.
  public var isReadOnly: Bool { database.isReadOnly }
  /// What the database was found to be damaged by, if it was; nothing is written to it from then on.
  public var damage: String? { database.damage }
  /// Whether another connection is known to have written since the database was opened.
  public var haveOthersWritten: Bool { database.haveOthersWritten }

  /// A table or view as people see it.
  ///
  /// - Complexity: A few statements over the schema at the first call for a table, none later.
  /// - Throws: `noUsableTable` where it has nothing to show, or why it cannot be read.
  public func schema(of table: TableID) throws(StoreError) -> Schema { try database.schema(of: table) }

  /// What the records of this database are called: by their table if it has but one.
  public var recordSchema: Schema {
    guard tables.count > 1 else { return schema }
    var schema = schema
    (schema.singular, schema.plural) = ("row", "rows")
    return schema
  }

  /// What the store holds and has done.
  ///
  /// - Complexity: O(1).
  public var counts: Counts {
    let records = shelf.records
    return Counts(
      known: listing.total, hydrated: records.hydratedCount, dirty: records.dirty.count,
      byteCount: records.byteCount, statementCount: database.connection.statementCount)
  }

  /// Has the store's own connection wait for locks no longer than this, as one does that tries again by itself.
  public func waitForLocks(_ timeout: Duration) { database.connection.waitForLocks(timeout) }

  /// Looks whether another connection has written since the last call, and has rows and clean records read again then.
  ///
  /// The first call looks back to the opening. The store's own threads are not others.
  /// Dirty records stay as they are. Clean ones that nobody holds are forgotten, and listings read their rows anew;
  /// whoever shows a row looks at it again, and finds its place by its key.
  ///
  /// - Complexity: Two statements that touch no table, and no wait for a lock: where there is one, the next call knows.
  public func checkForOtherWriters() -> OtherWriting {
    if writer.isWritingBack { return .nothing }
    let found = database.checkForOtherWriters()
    if found == .rows || found == .schema {
      _ = shelf.records.dehydrateClean()
      lists.readAgain()
    }
    return found
  }

  /// Whether the database's file was moved, replaced or removed since it was opened; nothing can be written then.
  ///
  /// - Complexity: A few calls of the system.
  public var isFileReplaced: Bool { database.connection.isFileReplaced }

  /// The same database, opened anew because its tables are others now; this store is to be let go of then.
  ///
  /// - Throws: As `init(path:options:)`.
  public func reopened() throws(StoreError) -> BookStore {
    try BookStore(path: path, options: database.options)
  }

  // MARK: Records

  /// The record of a row, hydrated: by one statement at the first look, by none later.
  ///
  /// Of a photo or other blob, and of any value of more than `LargeValue.limit` bytes, only size and first bytes are
  /// read, which for the latter takes some statements more. See `RowReader` for what SQLite itself has to read.
  ///
  /// - Throws: `rowGone` if the table does not have the row, or what reading can end with.
  public func record(_ id: RecordID) throws(StoreError) -> Record { try shelf.record(id) }

  /// A field's value, which is read if it is one that was not read with its row; the record holds it until memory is
  /// wanted back, which these values are the first to give.
  ///
  /// - Parameter field: An index in the schema's fields.
  /// - Complexity: No statement for a value that is held; otherwise all of it is read and copied once.
  /// - Throws: As `record(_:)`.
  public func read(_ field: Int, of id: RecordID) throws(StoreError) -> Value {
    try shelf.read(field, of: id)
  }

  /// What the record of a row holds now; it is hydrated if it must be.
  ///
  /// - Throws: As `record(_:)`.
  public func snapshot(of id: RecordID) throws(StoreError) -> RecordSnapshot { try shelf.snapshot(of: id) }

  /// How much of a row is held; it runs no statement.
  public func state(of id: RecordID) -> RecordState { shelf.state(of: id) }

  /// Makes room for very many records that are about to be hydrated, as many as a budget lets be held.
  ///
  /// Without it what holds them is laid out anew, all of it at once, each time they have doubled: with a million records
  /// that takes many frames. The room costs memory only as it is used, and may go when a write-back ends that leaves
  /// most of it empty.
  public func reserve(_ count: Int, within bytes: Int) { shelf.records.reserve(count, within: bytes) }

  /// The lists of rows whose foreign keys point to a row, in the order of the tables.
  ///
  /// - Complexity: O(*n*) in the tables; it reads the schema of each that was not looked at yet.
  /// - Throws: As `record(_:)`.
  public func references(to id: RecordID) throws(StoreError) -> [(source: ListSource, reference: Reference)] {
    try shelf.references(to: id)
  }

  // MARK: Lists

  /// The rows of the table to begin with, in its own order, with the titles that the database holds.
  public var listing: Listing { lists.first }

  /// Opens a list of a table's rows; it follows the store's edits for as long as somebody holds it.
  ///
  /// - Throws: Why the table cannot be read; `cannotOpen` where a list of some rows finds no temporary file.
  public func open(_ source: ListSource) throws(StoreError) -> Listing { try lists.open(source) }

  /// The rows at the given positions of a listing, fewer where it ends before; nil for a row that is not there yet.
  ///
  /// A hydrated record's own title stands in for the database's, so that a rename shows before it is written.
  ///
  /// - Parameters:
  ///   - listing: The listing, or nil for the one to begin with.
  ///   - isForFrame: Whether to wait for a lock no longer than a frame takes, since it can be tried again.
  public func rows(
    in positions: Range<Int>, of listing: Listing? = nil, forFrame isForFrame: Bool = false
  ) throws(StoreError) -> [ListRow?] {
    try lists.rows(in: positions, of: listing, forFrame: isForFrame)
  }

  /// Arranges the listing to begin with; see `Listing.arrange(by:finding:)`.
  public func arrange(by order: ListOrder, finding words: String = "") throws(StoreError) {
    try listing.arrange(by: order, finding: words)
  }

  /// What to do, on any thread, when `takeNews()` or `Writer.takeWriteBack()` has something to take in.
  public func onNews(_ wake: @escaping @Sendable () -> Void) {
    lists.onNews(wake)
    writer.onNews(wake)
    transfers.inbox.onNews(wake)
  }

  /// Takes in what the store's threads have found out since the last call.
  ///
  /// - Parameter isRefreshing: whether rows that edits have left in the wrong place may be found anew, which moves them.
  /// - Throws: What a thread's work ended with; the rest of the news has been taken in.
  public func takeNews(refreshing isRefreshing: Bool = true) throws(StoreError) {
    try lists.takeNews(refreshing: isRefreshing)
  }

  // MARK: Changes

  /// Sets a field of a record, which is hydrated if it must be; the database gets it with the next write-back.
  ///
  /// The value that is there already changes nothing, and the one that the database holds makes the field clean. A
  /// large value that was not read is read first, for it is the original then.
  ///
  /// - Parameter fieldIndex: An index in the schema's fields.
  /// - Throws: `fixedField` for a column of the key, `notUnique` where another row holds the value, `noSuchTarget`
  ///   where it points to no row, else as `record(_:)`.
  public func set(_ value: Value, at fieldIndex: Int, of id: RecordID) throws(StoreError) {
    try editor.set(value, at: fieldIndex, of: id)
  }

  /// Sets a field of many records; rows do not move in the listing before the database has their edits.
  ///
  /// - Parameter step: What the change is part of, if more calls are to be undone with it.
  /// - Throws: As `set(_:at:of:)`, with the rows before the one that it is about set; why the edit log cannot be written
  ///   any more, with those set that it has.
  public func set(
    _ value: Value, at fieldIndex: Int, ofEach ids: [RecordID], in step: EditStep? = nil
  ) throws(StoreError) {
    try editor.set(value, at: fieldIndex, ofEach: ids, in: step)
  }

  /// Takes back every edit of a record that the database does not have.
  public func revert(_ id: RecordID) { editor.revert(id) }

  /// Inserts a row at once.
  ///
  /// The row gets no key that unwritten edits of another one are held for, which another program has deleted: they would
  /// be written to this row.
  ///
  /// - Parameter values: The fields' values in the schema's order. A field that is nil, or beyond the end, gets the
  ///   column's default.
  /// - Parameter table: The table, or nil for the one to begin with.
  /// - Complexity: A few statements; where the key has to be another one, O(*n*) in the dirty records and the same again.
  /// - Returns: The new row's name; its record is not hydrated.
  /// In a table of Core Data the row gets its entity, its version and the next key.
  ///
  /// - Throws: `notUnique`, `noSuchTarget`, `unknownEntity`, `severalEntities`, `constraint`, `ignored`, `readOnly`,
  ///   `busy`, `full` or what else writing can end with; `keyOfGoneRow` where another key cannot be chosen.
  public func insert(_ values: [Value?], into table: TableID? = nil) throws(StoreError) -> RecordID {
    guard let id = try insert([values], into: table).first else { throw .ignored }
    return id
  }

  /// Inserts rows at once in one transaction.
  ///
  /// The log needs a few bytes for each row that gets the rowid behind the last one's, so that a step of very many rows, made by
  /// as many calls as are convenient, stays small.
  ///
  /// - Parameters:
  ///   - rows: The fields' values of each row, as for one.
  ///   - step: What the rows are part of, if more calls are to be undone with this one.
  /// - Complexity: O(*n*) in the rows, all of which are held until the end.
  /// - Returns: The new rows' names, in their order.
  /// - Throws: As for one row; then no row is inserted.
  public func insert(
    _ rows: [[Value?]], into table: TableID? = nil, in step: EditStep? = nil
  ) throws(StoreError) -> [RecordID] {
    try rowEditor.insert(rows, into: table, in: step)
  }

  /// Deletes a row at once; its record and its edits go.
  ///
  /// A row that is gone already is no error. What foreign keys and triggers do with it is undone with it.
  ///
  /// - Returns: How many other rows went, came or changed along.
  /// - Throws: `rowReplaced` where another row has its key by now, `constraint`, `ignored`, `readOnly`, `busy` or what else
  ///   writing can end with; the record stays.
  @discardableResult
  public func delete(_ id: RecordID) throws(StoreError) -> Int { try delete([id]) }

  /// Deletes rows in one transaction; a row that is gone already is no error.
  ///
  /// Where somebody else has written since they were read, listed or asked about, each is looked at first.
  ///
  /// - Parameters:
  ///   - seen: What the rows were called when the person was asked.
  ///   - step: What the change is part of, if more calls are to be undone with it.
  /// - Returns: As for one row.
  /// - Throws: As for one row; then no row is deleted and all records stay.
  @discardableResult
  public func delete(_ ids: [RecordID], seenAs seen: SeenTitles? = nil, in step: EditStep? = nil)
    throws(StoreError) -> Int
  {
    try rowEditor.delete(ids, seenAs: seen, in: step)
  }

  /// Writes every dirty record in one transaction and keeps all of them hydrated.
  ///
  /// Of each record only the changed columns are written. Nothing dirty means no transaction. What could not be written
  /// stays dirty and can be tried again.
  @discardableResult
  public func writeBack() -> WriteBackResult { writer.writeBack() }

  /// Answers a memory warning: writes every dirty record in one transaction and lets go of all that are clean then.
  ///
  /// What could not be written stays hydrated and dirty. The memory goes back to the system.
  @discardableResult
  public func dehydrateAll() -> Dehydration { writer.dehydrateAll() }

  /// Writes one record if it is dirty, and lets it go if it is clean then.
  @discardableResult
  public func dehydrate(_ id: RecordID) -> Dehydration { writer.dehydrate(id) }

  /// Undoes the last step that is not undone: of this session, or of one that has ended.
  ///
  /// - Returns: What was undone, or nil where there is nothing.
  /// - Throws: `changedSince` where what the step left is not there any more, `rowGone`, or what writing can end with;
  ///   then nothing has changed unless the step is large, and the next call passes the step over.
  @discardableResult
  public func undo() throws(StoreError) -> UndoneStep? { try history.undo() }

  /// Does again what was undone last, unless something else was done since.
  ///
  /// - Returns: What was done again, or nil where there is nothing.
  /// - Throws: As `undo()`.
  @discardableResult
  public func redo() throws(StoreError) -> UndoneStep? { try history.redo() }

  // MARK: The edit log

  /// Whether edits go to the edit log; where they do not, each should be written back at once.
  ///
  /// A database that is damaged takes no edits any more, but the log still has those of before.
  public var logState: EditLogState { journal.state }

  /// How many edits are in memory only: the edit log cannot be written, and the database does not have them.
  ///
  /// - Complexity: O(*n*) in the rows that were edited since the log cannot be written; O(1) as long as it can.
  public var unsafeCount: Int {
    journal.unloggedRows.reduce(0) { count, row in
      let id = try? database.recordID(of: row)
      return count + (id.flatMap { shelf.records[$0] }?.originals.count ?? 0)
    }
  }

  /// Begins a step that several calls make changes for, and that is undone as a whole.
  public func beginStep() -> EditStep { journal.beginStep() }

  /// Returns once the edit log has noted all that was written, so that a death of the process from then on leaves nothing
  /// that counts as unsaved.
  ///
  /// - Complexity: A thread has begun with it already; it takes milliseconds, unless another program locks the log.
  public func flushLog() { journal.opened?.keeper.flush() }

  /// Whether the edit log was removed and begun anew since the last call.
  public func takeLogRenewal() -> Bool { journal.takeRenewal() }

  // MARK: The end

  /// Ends the store's threads, and brings what was written from a write-ahead log into the database's file.
  ///
  /// The `-wal` and `-shm` files go with the store itself, if nobody else has the database open. Nothing may be done with
  /// the store afterwards but reading.
  ///
  /// - Returns: Whether the database's file has all that was written: not where another program reads an older state of it,
  ///   so that the `-wal` file has a part which belongs to it.
  /// - Complexity: A work that a thread is doing is interrupted and waited for, a second at most.
  @discardableResult
  public func close() -> Bool {
    flushLog()
    // With everything in the database, the log need not survive a loss of power.
    if counts.dirty == 0 { journal.opened?.leaveUnsynced() }
    endThreads()
    let hasWritten = database.connection.hasWritten || writer.hasThreadWritten
    return database.hasWriteAheadLog && hasWritten ? database.connection.checkpoint() : true
  }

  /// Ends the threads that have connections of their own, the last of which to close takes the write-ahead log in.
  private func endThreads() {
    lists.endThreads()
    writer.endThread()
    transfers.stop()
    _ = database.options.threads?.wait(timeout: .now() + 1)
  }

  /// Has a closure asked whether to end a statement that has been running for some tenths of a second, and again and again
  /// while it goes on: a view, a trigger or a computed column may never end.
  ///
  /// It is given how long that has been, in seconds of the processor, and also asked while the store waits for a write-back in the
  /// background, which it then ends.
  ///
  /// It is called on the store's thread, in the middle of a call of the store, which must not be called then. What is ended
  /// fails as `interrupted`.
  public func onLongStatement(_ isUnwanted: @escaping (Double) -> Bool) {
    database.connection.onLongStatement(isUnwanted)
  }

  /// Writes the database as it was opened to a file of its own, with all that was set here since and is not written.
  ///
  /// The edits stay dirty, and in the edit log: they are written, too, once the file is back.
  ///
  /// - Parameter path: Where the copy is to be; nothing is replaced.
  /// - Complexity: O(*n*) in the database's size.
  /// - Throws: What `Backup` throws, or why the edits cannot be written; then there is no copy.
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
