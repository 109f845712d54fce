import Records
import SQLite

/// Runs statements of the person's own, which only read, on a read-only connection of its own.
public final class StatementReader {
  private let connection: Connection
  private let log: StatementLog?

  /// Opens an existing database; it is neither created nor changed.
  ///
  /// - Throws: `cannotOpen`, `notADatabase`, `damaged` or `tooNew`, as for a store.
  public convenience init(path: String, options: StoreOptions = StoreOptions()) throws(StoreError) {
    var options = options
    options.isReadOnly = true
    self.init(try Connection(path: path, options: options.connection), log: nil)
  }

  init(_ connection: Connection, log: StatementLog?) { (self.connection, self.log) = (connection, log) }

  /// Compiles a statement.
  ///
  /// - Throws: Why it is refused: because it would write, for example, or SQLite does not understand it.
  package func statement(_ text: String) throws(StatementError) -> ReadStatement {
    try ReadStatement(text, on: connection)
  }

  /// Runs a statement, and keeps its rows in a database of their own.
  ///
  /// - Parameters:
  ///   - text: The statement.
  ///   - limit: The most bytes of the rows.
  /// - Complexity: O(*n*) in the rows; one row is in memory.
  /// - Throws: Why it is refused, or why its rows cannot be read or kept.
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
        text: text, columns: statement.columns, rowCount: count,
        record: log?.records(after: 0).last { $0.sql == text },
        plan: (try? connection.plan(of: text)) ?? [], home: home)
    } catch {
      if isFull { throw .tooLarge(limit: limit, isValue: false) }
      if error.isTooBig { throw .tooLarge(limit: StatementResult.longestValue, isValue: true) }
      throw .store(error)
    }
  }
}

/// Writes the rows of a statement to a database of their own.
struct ResultWriter {
  private let statement: ReadStatement
  private let home: ResultFolder
  private let limit: Int

  init(_ statement: ReadStatement, in home: ResultFolder, limit: Int) {
    (self.statement, self.home, self.limit) = (statement, home, limit)
  }

  /// The table of the rows, after which one is called.
  private static let table = "rows"

  /// Writes all rows.
  ///
  /// - Parameter noteFull: Called before it gives up, because the rows have more bytes than the limit.
  /// - Returns: How many rows there are.
  func write(noteFull: () -> Void) throws(StoreError) -> Int {
    let connection = try Connection(path: home.path, options: ConnectionOptions())
    // Nobody needs the file once the program has died.
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
