import Records
import SQLite

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
