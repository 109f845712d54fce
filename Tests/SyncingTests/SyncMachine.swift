import BookStore
import Foundation
import Synchronization
import Syncing
import TestSupport

/// A machine with a library, edited by another program than the one that syncs it.
final class SyncMachine {
  let library: String
  let carrier: any Carrier
  private let folder: String
  private let name: String
  /// After how many of its files it makes a new snapshot.
  var snapshotInterval: Int64 = 100

  static let schema = """
    CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE);
    CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author INTEGER REFERENCES author ON DELETE SET NULL,
      isbn TEXT UNIQUE, pages);
    CREATE TABLE reading (pk INTEGER PRIMARY KEY, book INTEGER NOT NULL REFERENCES book ON DELETE CASCADE, day TEXT);
    CREATE TABLE shelf (book INTEGER REFERENCES book ON DELETE CASCADE, name TEXT, PRIMARY KEY (book, name)) WITHOUT ROWID;
    CREATE TABLE log (pk INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT);
    CREATE TABLE loose (word TEXT);
    CREATE TRIGGER told AFTER INSERT ON book BEGIN INSERT INTO log (what) VALUES ('new ' || new.title); END;
    INSERT INTO author VALUES (1, 'Jane Austen'), (2, 'George Eliot');
    INSERT INTO book VALUES (1, 'Emma', 1, '111', 474), (2, 'Middlemarch', 2, NULL, 880);
    INSERT INTO reading VALUES (1, 1, '2020-01-01');
    """

  init(_ name: String, in folder: String, _ carrier: any Carrier, schema: String? = schema) throws {
    (self.name, self.folder, self.carrier) = (name, "\(folder)/\(name)", carrier)
    library = "\(folder)/\(name)/library.sqlite"
    try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: true)
    if let schema { try StockDatabase(library).write { try $0.run(schema) } }
  }

  var options: SyncOptions {
    let state = "\(folder)/state"
    var options = SyncOptions(
      library: library, stateFolder: state, store: StoreOptions(editLog: EditLogOptions(folder: state)))
    (options.label, options.snapshotInterval) = (name, snapshotInterval)
    return options
  }

  @discardableResult
  func sync() throws -> SyncReport { try SyncSession.run(options, by: carrier) }

  /// Has another program edit the library, and syncs.
  func sync(after sql: String) throws {
    try run(sql)
    try sync()
  }

  /// Syncs while a reader blocks the COMMIT of the shadow, which comes after that of the library.
  func syncWithBusyShadow() throws {
    let folder = options.stateFolder
    let name = try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".sync") }
    try sync(reading: "\(folder)/\(name ?? "")/shadow.sqlite")
  }

  /// Syncs while a reader blocks the COMMIT of the library.
  func syncWithBusyLibrary() throws { try sync(reading: library) }

  /// Syncs while somebody begins to read a database, once rows are taken.
  private func sync(reading path: String) throws {
    let reader = Mutex<StockDatabase?>(nil)
    var options = options
    options.progress = { _ in
      reader.withLock { reader in
        if reader != nil { return }
        reader = try? StockDatabase(path)
        try? reader?.run("BEGIN; SELECT count(*) FROM sqlite_schema")
      }
    }
    _ = try SyncSession.run(options, by: carrier)
  }

  func run(_ sql: String) throws { try StockDatabase(library).write { try $0.run(sql) } }

  func rows(_ sql: String) throws -> [String] {
    try StockDatabase(library).read { database in
      try database.rows(sql).map { row in
        row.map { $0 == .null ? "–" : $0.description }.joined(separator: " ")
      }
    }
  }

  var questions: [SyncQuestion] { get throws { try SyncSession.questions(options) } }

  func settle(_ choice: SyncChoice) throws {
    let question = try questions[0]
    try SyncSession.settle(question, by: choice, options)
  }

  func settleAll() throws { while try !questions.isEmpty { try settle(.mine) } }

  /// Loses what it knows about its syncs.
  func forget() throws {
    let folder = options.stateFolder
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".sync") {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  func undo() throws {
    let store = try BookStore(path: library, options: options.store)
    try store.undo()
    store.close()
  }
}
