import CSQLite
import Records

/// A read-only statement written by the person.
///
/// It cannot write, attach a file, run a pragma or start a transaction: its first words are checked before SQLite compiles it,
/// and then SQLite itself says whether it is read-only (c3ref/stmt_readonly.html). The connection's `Defence` denies functions
/// that reach outside the database.
package struct ReadStatement {
  package let columns: [String]
  /// The columns of the database from which the columns are taken unchanged; nil for expressions.
  package let origins: [ColumnOrigin?]
  private let statement: PreparedStatement
  private let connection: Connection

  package init(_ text: String, on connection: Connection) throws(StatementError) {
    let bytes = Array(text.utf8)
    try Self.checkWords(bytes)
    if let nul = bytes.firstIndex(of: 0) { throw .nul(offset: nul) }
    try Self.check(bytes, on: connection)
    let statement: PreparedStatement
    do throws(StoreError) {
      statement = try connection.uncachedStatement(text, for: .other)
    } catch { throw .store(error) }
    (self.statement, self.connection) = (statement, connection)
    columns = Self.distinct(
      (0..<sqlite3_column_count(statement.handle)).map { column in
        sqlite3_column_name(statement.handle, column).map { String(cString: $0) } ?? ""
      })
    origins = (0..<sqlite3_column_count(statement.handle)).map { column in
      guard let table = csqlite_column_table(statement.handle, column),
        let name = csqlite_column_origin(statement.handle, column)
      else { return nil }
      return ColumnOrigin(table: String(cString: table), column: String(cString: name))
    }
  }

  /// Runs the statement and calls a closure with the values of each row; only one row is in memory.
  package func forEachRow(_ body: ([Value]) throws(StoreError) -> Void) throws(StoreError) {
    let places = columns.indices
    try connection.reading(for: .other) { () throws(StoreError) in
      try statement.forEachRow { row throws(StoreError) in try body(row.values(at: places)) }
    }
  }

  // MARK: What is refused

  private static let reading: Set<String> = ["SELECT", "WITH", "VALUES"]
  private static let writing: Set<String> = [
    "INSERT", "REPLACE", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "REINDEX", "ANALYZE", "VACUUM",
  ]
  private static let others: Set<String> = [
    "PRAGMA", "ATTACH", "DETACH", "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE",
  ]

  /// Rejects a statement that does not begin with a word that reads; leaves unknown words to SQLite to explain.
  private static func checkWords(_ bytes: [UInt8]) throws(StatementError) {
    var words = StatementWords(bytes[...])
    guard words.placeAfterBlanks() != nil else { throw .empty }
    var word = words.next() ?? ""
    if word == "EXPLAIN" {
      word = words.next() ?? ""
      if word == "QUERY", words.next() == "PLAN" { word = words.next() ?? "" }
    }
    if writing.contains(word) { throw .writes(word: word) }
    if others.contains(word) { throw .isNoQuery(word: word) }
  }

  private static func check(_ bytes: [UInt8], on connection: Connection) throws(StatementError) {
    let text = bytes.map { CChar(bitPattern: $0) }
    let end = try text.withUnsafeBufferPointer { text throws(StatementError) -> Int in
      let start = text.baseAddress
      var (handle, tail): (OpaquePointer?, UnsafePointer<CChar>?)
      defer { sqlite3_finalize(handle) }
      let code = sqlite3_prepare_v3(connection.pointer, start, Int32(clamping: text.count), 0, &handle, &tail)
      guard code == SQLITE_OK else { throw failure(of: connection) }
      guard let handle else { throw .empty }
      if sqlite3_stmt_readonly(handle) == 0 || sqlite3_column_count(handle) == 0 { throw .writes(word: "") }
      if let name = sqlite3_bind_parameter_name(handle, 1) { throw .parameter(name: String(cString: name)) }
      if sqlite3_bind_parameter_count(handle) > 0 { throw .parameter(name: "?") }
      guard let start, let tail else { return text.count }
      return tail - start
    }
    var words = StatementWords(bytes[end...])
    if let second = words.placeAfterBlanks() { throw .several(offset: second) }
  }

  private static func failure(of connection: Connection) -> StatementError {
    let error = connection.handle.failure()
    guard case .other(let code, let message) = error, [SQLITE_ERROR, SQLITE_AUTH].contains(code & 0xFF) else {
      return .store(error)
    }
    let denied = "not authorized to use function: "
    if message.hasPrefix(denied) { return .function(name: String(message.dropFirst(denied.count))) }
    let offset = Int(sqlite3_error_offset(connection.pointer))
    return .invalid(message: message, offset: offset < 0 ? nil : offset)
  }

  /// Numbers repeated names, as SQLite names the columns of a view.
  private static func distinct(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    return names.map { name in
      var (free, number) = (name, 0)
      while !taken.insert(free.lowercased()).inserted {
        number += 1
        free = "\(name):\(number)"
      }
      return free
    }
  }
}

/// A column of a table (c3ref/column_database_name.html).
package struct ColumnOrigin: Sendable {
  package let table, column: String
}

/// The words at the start of a statement, checked before SQLite compiles it: SQLite runs some pragmas while compiling them.
struct StatementWords {
  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) { (self.bytes, place) = (bytes, bytes.startIndex) }

  /// The next word in upper case; nil if something else comes next.
  mutating func next() -> String? {
    skipBlanks()
    let start = place
    while let byte = current, Self.isLetter(byte) { place += 1 }
    return start == place ? nil : String(decoding: bytes[start..<place], as: UTF8.self).uppercased()
  }

  /// The next byte that is not part of a blank, a comment or a semicolon; nil at the end.
  mutating func placeAfterBlanks() -> Int? {
    skipBlanks()
    return place < bytes.endIndex ? place : nil
  }

  private mutating func skipBlanks() {
    while let byte = current {
      if Self.blanks.contains(byte) {
        place += 1
      } else if rest.starts(with: Self.byteOrderMark) {
        place += Self.byteOrderMark.count
      } else if rest.starts(with: "--".utf8) {
        place = rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      } else if rest.starts(with: "/*".utf8) {
        skipBlockComment()
      } else {
        return
      }
    }
  }

  /// As in SQLite, a comment may end at the end of the text.
  private mutating func skipBlockComment() {
    place += 2
    while place < bytes.endIndex, !rest.starts(with: "*/".utf8) { place += 1 }
    place = min(place + 2, bytes.endIndex)
  }

  private var rest: ArraySlice<UInt8> { bytes[place...] }

  private var current: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

  private static let blanks: Set<UInt8> = [0x09, 0x0A, 0x0C, 0x0D, 0x20, UInt8(ascii: ";")]
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func isLetter(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte || 0x61...0x7A ~= byte }
}
