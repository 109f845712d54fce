import CSQLite
import Records

/// A read-only statement written by the person: it cannot write, attach a file, run a pragma or start a transaction.
///
/// Its first words are checked before SQLite compiles it, then SQLite says whether it is read-only
/// (c3ref/stmt_readonly.html). `Defence` denies functions that reach outside the database.
package struct ReadStatement {
  package let columns: [String]
  /// The database columns that are read unchanged; nil for expressions.
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

  package func forEachRow(_ body: ([Value]) throws(StoreError) -> Void) throws(StoreError) {
    let places = columns.indices
    try connection.reading(for: .other) { () throws(StoreError) in
      try statement.forEachRow { row throws(StoreError) in try body(row.values(at: places)) }
    }
  }

  private static let reading: Set<String> = ["SELECT", "WITH", "VALUES"]
  private static let writing: Set<String> = [
    "INSERT", "REPLACE", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "REINDEX", "ANALYZE", "VACUUM",
  ]
  private static let others: Set<String> = [
    "PRAGMA", "ATTACH", "DETACH", "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE",
  ]

  /// Rejects a known word that does not only read; SQLite explains unknown words.
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

package struct ColumnOrigin: Sendable {
  package let table, column: String
}

/// Scans the first words of a statement before SQLite compiles it, because SQLite runs some pragmas while compiling.
struct StatementWords {
  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) { (self.bytes, place) = (bytes, bytes.startIndex) }

  mutating func next() -> String? {
    skipBlanks()
    let start = place
    while let byte = current, Self.isLetter(byte) { place += 1 }
    return start == place ? nil : String(decoding: bytes[start..<place], as: UTF8.self).uppercased()
  }

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

/// Why a statement written by the person is not run.
public enum StatementError: Error, Hashable, Sendable {
  case empty
  case several(offset: Int)
  /// The word is the first one, in upper case.
  case writes(word: String)
  /// A statement like `PRAGMA` or `ATTACH` does more than read rows.
  case isNoQuery(word: String)
  case function(name: String)
  case parameter(name: String)
  case nul(offset: Int)
  /// The message is SQLite's; the byte offset is nil if SQLite gives none.
  case invalid(message: String, offset: Int?)
  case tooLarge(limit: Int, isValue: Bool)
  case store(StoreError)

  /// The place in the text, in bytes, if the error has one.
  public var offset: Int? {
    switch self {
    case .several(let offset), .nul(let offset): offset
    case .invalid(_, let offset): offset
    default: nil
    }
  }
}
