import Foundation
import Records
import TestSupport
import Testing

@testable import BookStore
@testable import EditLog
@testable import Listings
@testable import SQLite
@testable import Transfers

/// A folder of its own for one test, with a database made by SQL; it goes with the last reference.
final class Scratch {
  private let home: TemporaryFolder
  private let statements = StatementTrace()

  var folder: String { home.path }
  var path: String { folder + "/books.sqlite" }

  /// What a second program does to the database.
  private var other: OtherProgram { OtherProgram(path) }

  init(_ sql: String = Scratch.books, mode: String? = nil) throws {
    home = try TemporaryFolder()
    if !sql.isEmpty { try run(sql) }
    if let mode { try #require(try setJournalMode(mode) == mode) }
  }

  init(_ template: Template, sample: Bool = false) throws {
    home = try TemporaryFolder()
    try BookStore.create(at: path, template: template, sample: sample)
  }

  static let books = """
    CREATE TABLE book (pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48));
    INSERT INTO book VALUES (1, 'War and Peace', -3153600000, 'Leo Tolstoy'),
      (2, 'Mac OS X Internals', 1166832000, 'Amit Singh'),
      (3, 'The Divine Comedy', -20466864000, 'Dante Alighieri');
    """

  static func books(_ count: Int) -> String {
    """
    CREATE TABLE book (pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48));
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO book SELECT i, 'Title ' || i, i, 'Author ' || i FROM n;
    """
  }

  /// Opens the database with a log of its statements; the store keeps the folder, too.
  func store(
    isReadOnly: Bool = false, busyTimeout: Duration = .zero, table: String? = nil,
    editLog: EditLogOptions? = nil
  ) throws(StoreError) -> BookStore {
    let (home, log) = (home, statements)
    let options = StoreOptions(
      isReadOnly: isReadOnly, busyTimeout: busyTimeout, table: table, editLog: editLog
    ) { sql in withExtendedLifetime(home) { log.append(sql) } }
    return try BookStore(path: path, options: options)
  }

  static func opened(
    _ sql: String = Scratch.books, mode: String? = nil, isReadOnly: Bool = false,
    busyTimeout: Duration = .zero
  ) throws -> (Scratch, BookStore) {
    let scratch = try Scratch(sql, mode: mode)
    return (scratch, try scratch.store(isReadOnly: isReadOnly, busyTimeout: busyTimeout))
  }

  static func logged(_ sql: String = Scratch.books, mode: String? = nil) throws -> (Scratch, BookStore) {
    let scratch = try Scratch(sql, mode: mode)
    return (scratch, try scratch.loggedStore())
  }

  var logFolder: String { folder + "/state/booklist" }

  /// Opens the database with an edit log; the store keeps the folder, too.
  func loggedStore(
    in folder: String? = nil, age: Double = 1e9, byteCount: Int = 256_000_000
  ) throws(StoreError) -> BookStore {
    let home = home
    let log = EditLogOptions(folder: folder ?? logFolder, longestAge: age, largestByteCount: byteCount)
    let options = StoreOptions(busyTimeout: .zero, editLog: log) { _ in withExtendedLifetime(home) {} }
    return try BookStore(path: path, options: options)
  }

  /// Opens the database and restores all that a dead process has left.
  ///
  /// - Parameter count: How many edits it has left.
  func restored(
    _ count: Int, in folder: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> BookStore {
    let store = try loggedStore(in: folder)
    #expect(try store.recovery.findAbandoned()?.count == count, sourceLocation: sourceLocation)
    #expect(try store.recovery.restore() == Restoration(restoredCount: count), sourceLocation: sourceLocation)
    return store
  }

  /// How many edits are found that a dead process has left.
  func abandonedCount(in folder: String? = nil) throws -> Int {
    try loggedStore(in: folder).recovery.findAbandoned()?.count ?? 0
  }

  /// The files that sessions of the log hold locks on.
  func locks() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: logFolder).filter { $0.hasSuffix(".lock") }
  }

  /// Copies the files of the log to where a death of the process at this moment would have left them.
  func logAfterDeath(in folder: String? = nil) throws -> String {
    let copy = self.folder + "/after-" + UUID().uuidString
    try FileManager.default.copyItem(atPath: folder ?? logFolder, toPath: copy)
    for name in try FileManager.default.contentsOfDirectory(atPath: copy) where name.hasSuffix("-shm") {
      try FileManager.default.removeItem(atPath: copy + "/" + name)
    }
    return copy
  }

  /// The statements since the last call, without those over the schema.
  func statementsSinceLastCall() -> [String] {
    statements.take().filter { !$0.contains("sqlite_") && !$0.lowercased().contains("pragma") }
  }

  /// The rows' reads since the last call: without the end of a finished loading's transaction, which its thread may
  /// still be running, and without the texts that are read ahead for a later search.
  func readsSinceLastCall() -> [String] {
    statementsSinceLastCall().filter { $0.hasPrefix("SELECT") && !$0.contains("NOT INDEXED") }
  }

  func run(_ sql: String) throws { try other.run(sql) }

  /// Inserts rows by a connection of its own, the key's values first.
  func insert(_ shape: Shadow.Shape, _ rows: [[Value]]) throws {
    try StockDatabase(path).write { try $0.insert(shape, rows) }
  }

  /// Another program that keeps everybody out until it rolls back.
  func locked() throws -> StockDatabase { try other.lock("EXCLUSIVE") }

  /// Changes the journal mode and answers the one that there is then.
  func setJournalMode(_ mode: String) throws -> String? {
    try StockDatabase(path).text("PRAGMA journal_mode = \(mode)")
  }

  /// What a query answers over a connection of its own: each row's columns joined by a bar.
  func rows(_ sql: String) throws -> [String] { try other.rows(sql) }

  /// What several queries answer, one after the other, over one connection.
  func rows(ofEach queries: [String]) throws -> [String] { try other.rows(ofEach: queries) }

  /// All that the tables hold, each value as SQL, with the rowids that are no columns; what modules keep is left out.
  ///
  /// - Parameter index: A table of full-text search, of which it is what is found in it.
  func everything(index: String? = nil) throws -> [String] {
    let database = try StockDatabase(path, hasForeignKeys: false, allowsQuotedTexts: true, patience: 5)
    let tables = try database.rows(
      """
      SELECT name, wr FROM pragma_table_list
        WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name
      """)
    let found = try index.map { table in
      try ["wind", "stars", "night", "new", "a", "b"].flatMap {
        try rows("SELECT '\($0)', rowid FROM \(table) WHERE \(table) MATCH '\($0)'")
      }
    }
    return try (found ?? [])
      + tables.flatMap { row in
        let (name, table) = (row[0].description, quoted(row[0].description))
        let columns = try database.columns("SELECT * FROM \(table)").map { name in
          let column = quoted(name)
          return "typeof(\(column)) || iif(typeof(\(column)) = 'real', quote(\(column)), hex(\(column)))"
        }
        let values = (row[1] == 0 ? ["rowid"] : []) + columns
        let sql = "SELECT \(values.joined(separator: " || ' ' || ")) FROM \(table) ORDER BY 1"
        return try database.texts(sql).map { name + " " + $0 }
      }
  }

  /// Undoes the last step and does it again, twice, and after a restart before each if that is asked for.
  ///
  /// - Parameters:
  ///   - states: What there is before the step and after it.
  ///   - content: What there is.
  ///   - check: Looks at what was undone.
  func undoAndRedo<Content: Equatable>(
    _ store: inout BookStore, isRestarted: Bool = false, _ states: (before: Content, after: Content),
    sourceLocation: SourceLocation = #_sourceLocation, _ content: () throws -> Content,
    check: (UndoneStep) -> Void = { _ in }
  ) throws {
    for _ in 0..<2 {
      if isRestarted { store = try loggedStore() }
      check(try #require(try store.undo(), sourceLocation: sourceLocation))
      #expect(store.writeBack().isComplete, sourceLocation: sourceLocation)
      #expect(try content() == states.before, sourceLocation: sourceLocation)
      if isRestarted { store = try loggedStore() }
      #expect(try store.redo() != nil, sourceLocation: sourceLocation)
      #expect(store.writeBack().isComplete, sourceLocation: sourceLocation)
      #expect(try content() == states.after, sourceLocation: sourceLocation)
    }
  }

  /// Bytes as SQLite's `hex` prints them.
  static func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02X", $0) }.joined() }

  /// The bytes of the file.
  func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }
}

enum Book {
  static let title = 0
  static let copyright = 1
  static let author = 2
}

extension RecordID {
  /// The rows of the first table, numbered from 1 on.
  static func first(_ count: Int) -> [RecordID] { (1...Int64(count)).map { .rowid($0) } }

  init(_ rowid: Int64, _ table: TableID) { self.init(.rowid(rowid), in: table) }
}

extension RecordID: ExpressibleByIntegerLiteral {
  /// Makes a rowid of a literal.
  public init(integerLiteral value: Int64) { self = .rowid(value) }
}

extension Listing {
  /// The names of the rows at some positions.
  func ids(_ positions: Range<Int>) throws -> [RecordID] { try rows(in: positions).compactMap { $0?.id } }
}

extension BookStore {
  func shownRows(in positions: Range<Int>) throws(StoreError) -> [ListRow] {
    try lists.rows(in: positions).compactMap { $0 }
  }

  func table(_ name: String) throws -> TableID { try #require(tables.first { $0.name == name }).id }

  func field(_ column: String) throws -> Int {
    try #require(schema.fields.firstIndex { $0.column == column })
  }

  /// A change of a whole row with what was set in it.
  func loggedRow(_ id: RecordID, _ kind: Change.Kind) throws -> Change? {
    let sql = try database.sql(of: id.table)
    guard var cells = try database.heldCells(of: id) else { return nil }
    for original in shelf.records[id]?.originals ?? [] {
      guard let place = cells.firstIndex(where: { $0.column == sql.schema.fields[original.index].column }),
        let value = shelf.records[id]?.value(at: original.index)
      else { continue }
      cells[place].value = value
    }
    return Change(
      table: sql.schema.table, key: id.key, title: sql.schema.title(of: cells),
      content: kind == .insertion ? .insertion(RowImage.cells(cells).digested) : .deletion(.cells(cells)))
  }
}

extension Connection {
  /// Makes the log that the connection is to one of the fifth format.
  func makeLogOfFifthFormat() throws {
    for sql in [
      "DROP INDEX step_subject", "ALTER TABLE step DROP COLUMN subject",
      "ALTER TABLE step DROP COLUMN origin", "ALTER TABLE session DROP COLUMN landed",
      "ALTER TABLE session DROP COLUMN boot", "PRAGMA user_version = 5",
    ] { try run(sql) }
  }
}
