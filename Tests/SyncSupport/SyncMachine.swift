import BookStore
import EditLog
import Foundation
import Records
import Synchronization
import Syncing
import TestSupport

/// A machine with a library of its own, which other programs and the store edit, and its sync with a place in memory.
package final class SyncMachine {
  package let name: String
  /// What it calls itself to others; nil if it goes on with what it was called.
  package var label: String?
  package let library: String
  package let history: any WalkHistory
  private let state: String
  /// What its clock says.
  package let now: Int64 = 1_800_000_000
  /// Where its chance comes from, so that a seed does the same again; nil for the system's.
  package var random: (@Sendable () -> UInt64)?

  /// The machine with an empty folder, or with the library that a script makes.
  package convenience init(
    _ name: String, in folder: String, _ place: MemoryPlace, schema: String? = nil
  ) throws {
    try self.init(name, in: folder, by: MemoryHistory(place))
    if let schema { try run(schema) }
  }

  /// The machine with an empty folder, whose commits are carried by a history of its own.
  package init(_ name: String, in folder: String, by history: any WalkHistory) throws {
    (self.name, label, self.history) = (name, name, history)
    (library, state) = ("\(folder)/\(name)/library.sqlite", "\(folder)/\(name)/state")
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
  }

  package var options: SyncOptions {
    var options = SyncOptions(library: library, stateFolder: state, store: storeOptions)
    options.label = label
    options.now = { [now] in now }
    if let random { options.random = random }
    return options
  }

  private var storeOptions: StoreOptions { StoreOptions(editLog: EditLogOptions(folder: state)) }

  package var hasLibrary: Bool { FileManager.default.fileExists(atPath: library) }

  // MARK: Syncs

  /// - Parameters:
  ///   - isRestored: Whether a library that is as it was after an earlier sync is to be brought forward.
  ///   - sendsAnyway: Whether it is to be sent as it is.
  @discardableResult
  package func sync(isRestored: Bool = false, sendsAnyway: Bool = false) throws -> SyncReport {
    var options = options
    (options.isRestored, options.sendsAnyway) = (isRestored, sendsAnyway)
    return try SyncSession.run(options, by: history)
  }

  package var questions: [SyncQuestion] { get throws { try SyncSession.questions(options, by: history) } }

  package func settle(_ question: SyncQuestion, _ choice: SyncChoice) throws {
    try SyncSession.settle(question, by: choice, options, by: history)
  }

  /// Settles the first question.
  package func settle(_ choice: SyncChoice) throws {
    if let question = try questions.first { try settle(question, choice) }
  }

  /// Syncs while somebody reads a database, so that its COMMIT fails.
  package func sync(reading path: String) throws {
    let reader = Mutex<StockDatabase?>(nil)
    var options = options
    options.progress = { _ in
      reader.withLock { reader in
        if reader != nil { return }
        reader = try? StockDatabase(path)
        try? reader?.run("BEGIN; SELECT count(*) FROM sqlite_schema")
      }
    }
    _ = try SyncSession.run(options, by: history)
  }

  /// Where the machine keeps what it knows of its syncs, once it has synced.
  private var syncFolder: String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []
    return "\(state)/\(names.first { $0.hasSuffix(".sync") } ?? "none.sync")"
  }

  package var shadow: String { "\(syncFolder)/tree.sqlite" }

  /// Becomes a copy of another machine: its library, and what it knows of its syncs, its name included.
  package func copy(_ other: SyncMachine) throws {
    try sync()
    for (from, to) in [(other.library, library), (other.syncFolder, syncFolder)] {
      try FileManager.default.removeItem(atPath: to)
      try FileManager.default.copyItem(atPath: from, toPath: to)
    }
    label = nil
  }

  /// Loses what it knows of its syncs, and so needs another name.
  package func forget() throws {
    try FileManager.default.removeItem(atPath: syncFolder)
    label = "\(name) again"
  }

  // MARK: Edits

  /// Has another program edit the library, in one transaction.
  package func run(_ sql: String) throws { try StockDatabase(library).write { try $0.run(sql) } }

  /// The rows of a query, their values with blanks between them.
  package func rows(_ sql: String) throws -> [String] {
    try StockDatabase(library).rows(sql).map { row in
      row.map { $0 == .null ? "–" : $0.description }.joined(separator: " ")
    }
  }

  /// The rows of all tables, each in a line.
  package var content: [String] {
    get throws {
      let names = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
      return try rows(names).filter { !["loose", "sqlite_sequence"].contains($0) }.flatMap { table in
        try rows("SELECT * FROM \"\(table)\"").map { "\(table) \($0)" }.sorted()
      }
    }
  }

  /// Has the program itself edit the library.
  package func edit<Result>(_ body: (BookStore) throws -> Result) throws -> Result {
    let store = try BookStore(path: library, options: storeOptions)
    defer { store.retire() }
    let result = try body(store)
    store.writeBack()
    store.close()
    return result
  }

  package func undo() throws { try edit { _ = try $0.undo() } }

  package func set(_ column: String, _ value: Value, of key: Int64) throws {
    try edit { store in
      guard let field = try store.schema(of: books(store)).field(named: column) else {
        throw StoreError.rowGone
      }
      try store.set(value, at: field, of: book(key, store))
    }
  }

  /// Adds a book, and returns its key.
  @discardableResult
  package func add(_ values: [String: Value]) throws -> Int64 {
    try edit { store in
      let fields = try store.schema(of: books(store)).fields
      return try store.insert(fields.map { values[$0.column] }, into: books(store)).key.rowid ?? 0
    }
  }

  package func delete(_ key: Int64) throws { try edit { _ = try $0.delete(book(key, $0)) } }

  /// Merges a book into another one.
  package func merge(_ gone: Int64, into kept: Int64) throws {
    try edit { _ = try $0.merging.merge([Merge([book(kept, $0), book(gone, $0)])]) }
  }

  /// Changes the fields of the books.
  package func change(_ change: FieldChange) throws {
    try edit { store in
      let job = try store.fields.start(change, of: books(store))
      while try job.step() {}
    }
  }

  private func books(_ store: BookStore) -> TableID {
    store.tables.first { $0.name == "book" }?.id ?? .first
  }

  private func book(_ key: Int64, _ store: BookStore) -> RecordID { RecordID(.rowid(key), in: books(store)) }
}
