import BookStore
import Foundation
import GRDB
import Synchronization
import Testing

/// A database in a temporary folder, with a second connection to look at it and the statements that the store ran.
final class Scratch {
  let folder = FileManager.default.temporaryDirectory.appending(path: "booklist-\(UUID().uuidString)")
  let trace = Trace()

  /// The statements, as SQLite traced them.
  final class Trace: Sendable {
    private let statements = Mutex<[String]>([])
    func append(_ sql: String) { statements.withLock { $0.append(sql) } }
    func take() -> [String] {
      statements.withLock { statements in
        defer { statements = [] }
        return statements
      }
    }
  }

  /// Where the store keeps its edit log.
  var logFolder: String { folder.appending(path: "state/booklist").path }

  var path: String { folder.appending(path: "books.sqlite").path }

  /// Makes the sample, or an empty library with rows of SQL's making.
  init(_ sql: String? = nil) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try BookStore.create(at: path, sample: sql == nil)
    if let sql { try DatabaseQueue(path: path).write { try $0.execute(sql: sql) } }
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func store(isReadOnly: Bool = false) throws -> BookStore {
    try BookStore(
      path: path,
      options: StoreOptions(
        isReadOnly: isReadOnly, busyTimeout: .milliseconds(1),
        editLog: isReadOnly ? nil : EditLogOptions(folder: logFolder), trace: trace.append))
  }

  /// Another program that holds the database until it rolls back.
  func lock(_ kind: String = "IMMEDIATE") throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN \(kind)") }
    return other
  }

  /// What another program reads, as lines of columns that are joined by bars.
  func sql(_ text: String) throws -> [String] {
    // A reader of the store may hold a lock for a moment.
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    return try DatabaseQueue(path: path, configuration: configuration).write { database in
      try Row.fetchAll(database, sql: text).map { row in
        row.databaseValues.map { $0.isNull ? "NULL" : "\($0.storage.value ?? "")" }.joined(separator: "|")
      }
    }
  }

  /// Expects another program to read these rows.
  func expect(
    _ text: String, _ rows: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try sql(text)
    #expect(found == rows, sourceLocation: sourceLocation)
  }
}
