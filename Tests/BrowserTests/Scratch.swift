import BookStore
import Browser
import Foundation
import TestSupport
import Testing

/// A database in a temporary folder, with a second connection to look at it and the statements that the store ran.
final class Scratch: Sendable {
  private let home: TemporaryFolder

  /// The statements of the store.
  let trace = StatementTrace()

  var folder: URL { home.url }

  /// Where the store keeps its edit log.
  var logFolder: String { folder.appending(path: "state/booklist").path }

  /// Where the browser keeps how lists were left, if its settings say so.
  var stateFile: String { logFolder + "/view" }

  var path: String { folder.appending(path: "books.sqlite").path }

  /// Makes the sample, or an empty library with rows of SQL's making.
  init(_ sql: String? = nil) throws {
    home = try TemporaryFolder()
    try BookStore.create(at: path, sample: sql == nil)
    if let sql { try OtherProgram(path).run(sql) }
  }

  /// Makes a library of the template `reading` with rows of SQL's making.
  static func reading(_ rows: String) throws -> Scratch {
    let scratch = try Scratch("DROP TABLE book")
    for sql in [Template.reading.sql, rows] { try OtherProgram(scratch.path).run(sql) }
    return scratch
  }

  func store(isReadOnly: Bool = false, table: String? = nil) throws -> BookStore {
    try BookStore(
      path: path,
      options: StoreOptions(
        isReadOnly: isReadOnly, busyTimeout: .milliseconds(1), table: table,
        editLog: isReadOnly ? nil : EditLogOptions(folder: logFolder), trace: trace.append))
  }

  /// Another program that holds the database until it rolls back.
  func lock(_ kind: String = "IMMEDIATE") throws -> StockDatabase { try OtherProgram(path).lock(kind) }

  /// What another program reads, as lines of columns that are joined by bars.
  func sql(_ text: String) throws -> [String] { try OtherProgram(path).rows(text) }

  /// The lines of a file in the folder.
  func lines(of name: String) throws -> [Substring] {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(whereSeparator: \.isNewline)
  }

  /// Expects another program to read these rows.
  func expect(
    _ text: String, _ rows: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try sql(text)
    #expect(found == rows, sourceLocation: sourceLocation)
  }
}

extension Settings {
  /// Starts with the rows, also where a library has several tables.
  static var onRows: Settings {
    var settings = Settings()
    settings.startsWithTables = false
    return settings
  }
}
