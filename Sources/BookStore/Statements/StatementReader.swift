import Listings
import Platform
import Records
import SQLite

/// Runs the person's own read-only SQL on its own read-only connection.
public final class StatementReader {
  private let connection: Connection
  private let log: StatementLog?

  /// Opens an existing database, without creating or changing anything.
  public convenience init(path: String, options: StoreOptions = StoreOptions()) throws(StoreError) {
    var options = options
    options.isReadOnly = true
    self.init(try Connection(path: path, options: options.connection), log: nil)
  }

  init(_ connection: Connection, log: StatementLog?) { (self.connection, self.log) = (connection, log) }

  package func statement(_ text: String) throws(StatementError) -> ReadStatement {
    try ReadStatement(text, on: connection)
  }

  /// Runs a statement, and stores its rows in a separate database, one by one.
  public func result(
    of text: String, limit: Int = StatementResult.limit
  ) throws(StatementError) -> StatementResult {
    let statement = try statement(text)
    var isFull = false
    do throws(StoreError) {
      let home = try ResultFolder()
      let count = try connection.withLengthLimit(StatementResult.longestValue) { () throws(StoreError) in
        try ResultWriter(statement: statement, home: home, limit: limit).write { isFull = true }
      }
      return StatementResult(
        text: text, columns: statement.columns, origins: statement.origins, rowCount: count,
        record: log?.records(after: 0).last { $0.sql == text },
        plan: (try? connection.plan(of: text)) ?? [], home: home)
    } catch {
      if isFull { throw .tooLarge(limit: limit, isValue: false) }
      if error.isTooBig { throw .tooLarge(limit: StatementResult.longestValue, isValue: true) }
      throw .store(error)
    }
  }
}

private struct ResultWriter {
  let statement: ReadStatement
  let home: ResultFolder
  let limit: Int

  /// The word for the result's rows is derived from this name.
  private static let table = "rows"

  func write(noteFull: () -> Void) throws(StoreError) -> Int {
    let connection = try Connection(path: home.path, options: ConnectionOptions())
    // The file is useless once the program has died.
    try connection.runScript("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
    // Columns without a type keep each value as it is.
    try connection.run(
      "CREATE TABLE \(Self.table) (\(statement.columns.map(quoted).joined(separator: ", ")))")
    let marks = statement.columns.map { _ in "?" }.joined(separator: ", ")
    let insertion = try connection.uncachedStatement("INSERT INTO \(Self.table) VALUES (\(marks))", for: nil)
    var (count, byteCount) = (0, 0)
    try connection.begin()
    try statement.forEachRow { values throws(StoreError) in
      byteCount += values.reduce(8) { $0 + $1.payloadByteCount + 9 }
      if byteCount > limit {
        noteFull()
        throw StoreError.full
      }
      try insertion.run(binding: values)
      count += 1
    }
    try connection.commit()
    return count
  }
}

/// A temporary folder, removed with the last reference, for a database that each thread of a store opens by name.
final class ResultFolder: Sendable {
  private let folder: WorkFolder

  init() throws(StoreError) {
    folder = try WorkFolder.forStore(orIn: "/var/tmp")
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .cannotOpen(path: path, reason: .system(errno: errno)) }
    close(file)
  }

  var path: String { folder.path + "/result.sqlite" }
}

/// A statement's rows in a separate database, which is removed with the last reference.
public struct StatementResult: Sendable {
  /// The most bytes of a result.
  public static let limit = 2 << 30
  static let longestValue = 64 << 20

  /// The statement.
  public let text: String
  /// The names of its columns.
  public let columns: [String]
  /// The columns of the library from which they are taken unchanged; nil for expressions.
  package let origins: [ColumnOrigin?]
  /// How many rows it has.
  public let rowCount: Int
  /// The cost of running the statement.
  public let record: StatementRecord?
  /// SQLite's plan for the statement.
  public let plan: [PlanStep]
  let home: ResultFolder

  /// Options to open the database with: the list shows every column, in the order of the statement.
  public var options: StoreOptions {
    StoreOptions(isReadOnly: true, title: columns.first, columns: Array(columns.dropFirst()))
  }

  /// The path of the database.
  public var path: String { home.path }
}

/// Opens connections for the person's own statements, on any thread.
public struct StatementSource: Sendable {
  let path: String
  let options: ConnectionOptions
  let arrangements: [String: FieldArrangement]

  /// Opens a connection beside the store's own; once `isUnwanted` returns true, a statement fails as `interrupted`.
  public func open(isUnwanted: @escaping @Sendable () -> Bool) throws(StoreError) -> StatementReader {
    var options = options
    // The statement's cost is part of its result.
    let log = StatementLog()
    (log.isOn, options.log) = (true, log)
    let connection = try Connection(path: path, options: options)
    connection.stop(if: isUnwanted)
    return StatementReader(connection, log: log)
  }

  /// The declarations of the tables and views.
  public func declarations(
    isUnwanted: @escaping @Sendable () -> Bool
  ) throws(StoreError) -> [TableDeclaration] {
    let connection = try Connection(path: path, options: options)
    connection.stop(if: isUnwanted)
    return try DeclarationReader(connection, arrangements: arrangements).all()
  }
}
