import Records
import SQLite

/// Runs the person's own read-only SQL on its own read-only connection.
public final class StatementReader {
  private let connection: Connection
  private let log: StatementLog?

  /// Opens an existing database, without creating or changing anything.
  ///
  /// - Throws: `cannotOpen`, `notADatabase`, `damaged` or `tooNew`.
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
        try ResultWriter(statement, in: home, limit: limit).write { isFull = true }
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

struct ResultWriter {
  private let statement: ReadStatement
  private let home: ResultFolder
  private let limit: Int

  init(_ statement: ReadStatement, in home: ResultFolder, limit: Int) {
    (self.statement, self.home, self.limit) = (statement, home, limit)
  }

  /// The table's name, from which the word for its rows is derived.
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
