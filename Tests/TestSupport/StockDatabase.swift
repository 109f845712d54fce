import CSQLite
import Foundation

/// A database as SQLite alone opens it: the second reader beside the store, with which it shares no code.
package final class StockDatabase {
  /// The connection, for what SQLite's C interface has besides.
  package let connection: OpaquePointer

  private var isOpen = true

  /// Opens a database, or one in memory.
  ///
  /// - Parameters:
  ///   - isReadOnly: Whether nothing can be written.
  ///   - hasForeignKeys: Whether foreign keys are enforced.
  ///   - allowsQuotedTexts: Whether a name in double quotes that is no column is a text, as SQLite has it by default.
  ///   - patience: How long a statement waits for a lock, in seconds.
  /// - Throws: `StockError` if SQLite cannot open it.
  package init(
    _ path: String = ":memory:", isReadOnly: Bool = false, hasForeignKeys: Bool = true,
    allowsQuotedTexts: Bool = false, patience: Int32 = 0
  ) throws {
    var connection: OpaquePointer?
    let flags =
      (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      | SQLITE_OPEN_FULLMUTEX
    let code = sqlite3_open_v2(path, &connection, flags, nil)
    guard let connection, code == SQLITE_OK else {
      defer { sqlite3_close_v2(connection) }
      throw StockError(connection, code)
    }
    self.connection = connection
    sqlite3_busy_timeout(connection, patience * 1000)
    csqlite_switch(connection, SQLITE_DBCONFIG_ENABLE_FKEY, hasForeignKeys ? 1 : 0)
    for option in [SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_DQS_DDL] {
      csqlite_switch(connection, option, allowsQuotedTexts ? 1 : 0)
    }
  }

  deinit { close() }

  /// Closes the connection; nothing can be run afterwards.
  package func close() {
    if isOpen { sqlite3_close_v2(connection) }
    isOpen = false
  }

  // MARK: Statements

  /// Runs the statements of a text, of which only the last can have parameters; complexity: that of the statements.
  package func run(_ sql: String, _ values: [any StockConvertible] = []) throws {
    try statements(sql, values) { statement in while try step(statement) {} }
  }

  /// All rows that the statements of a text answer.
  package func rows(_ sql: String, _ values: [any StockConvertible] = []) throws -> [[StockValue]] {
    var rows: [[StockValue]] = []
    try statements(sql, values) { statement in
      let columns = 0..<sqlite3_column_count(statement)
      while try step(statement) { rows.append(columns.map { StockValue(statement, $0) }) }
    }
    return rows
  }

  /// The first column of each row that is not NULL, as text.
  package func texts(_ sql: String, _ values: [any StockConvertible] = []) throws -> [String] {
    try rows(sql, values).compactMap { $0.first?.text }
  }

  /// The first row's first column as text, or nil if it is NULL or there is no row.
  package func text(_ sql: String, _ values: [any StockConvertible] = []) throws -> String? {
    try rows(sql, values).first?.first?.text
  }

  /// The first row's first column as an integer, or nil if it is none or there is no row.
  package func integer(_ sql: String, _ values: [any StockConvertible] = []) throws -> Int? {
    try rows(sql, values).first?.first?.integer
  }

  /// The names of the columns that a statement answers.
  package func columns(_ sql: String) throws -> [String] {
    var names: [String] = []
    try statements(sql, []) { statement in
      names = (0..<sqlite3_column_count(statement)).map {
        sqlite3_column_name(statement, $0).map { String(cString: $0) } ?? ""
      }
    }
    return names
  }

  /// How many rows the last INSERT, UPDATE or DELETE changed, without what triggers did.
  package var changeCount: Int { Int(sqlite3_changes(connection)) }

  /// Prepares one statement of a text after the other, gives the last one its values, and hands them over.
  private func statements(
    _ sql: String, _ values: [any StockConvertible], each body: (OpaquePointer) throws -> Void
  ) throws {
    try sql.withCString { start in
      var next: UnsafePointer<CChar>? = start
      while let text = next, text.pointee != 0 {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(connection, text, -1, &statement, &next)
        guard code == SQLITE_OK else { throw StockError(connection, code) }
        guard let statement else { continue }
        defer { sqlite3_finalize(statement) }
        for (place, value) in values.prefix(Int(sqlite3_bind_parameter_count(statement))).enumerated() {
          value.stockValue.bind(to: statement, at: Int32(place + 1))
        }
        try body(statement)
      }
    }
  }

  private func step(_ statement: OpaquePointer) throws -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw StockError(connection, code)
    }
  }

  // MARK: Transactions

  /// Does several things over the connection, outside a transaction.
  package func use<Result>(_ body: (StockDatabase) throws -> Result) rethrows -> Result { try body(self) }

  /// Does something in a transaction that writes, and commits it; if it throws, everything is taken back.
  package func write<Result>(_ body: (StockDatabase) throws -> Result) throws -> Result {
    try run("BEGIN IMMEDIATE")
    do {
      let result = try body(self)
      try run("COMMIT")
      return result
    } catch {
      try? run("ROLLBACK")
      throw error
    }
  }

  /// Does something within one view of the database.
  package func read<Result>(_ body: (StockDatabase) throws -> Result) throws -> Result {
    try run("BEGIN")
    defer { try? run("ROLLBACK") }
    return try body(self)
  }

  /// Copies the whole database over another one.
  package func backUp(to other: StockDatabase) throws {
    guard let backup = sqlite3_backup_init(other.connection, "main", connection, "main") else {
      throw StockError(other.connection, sqlite3_errcode(other.connection))
    }
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    if code != SQLITE_DONE { throw StockError(other.connection, code) }
  }

  // MARK: What the program that owns a database adds

  /// Adds a function of any number of arguments that always answers 0.
  package func addFunction(_ name: String) {
    sqlite3_create_function_v2(
      connection, name, -1, SQLITE_UTF8, nil, { context, _, _ in sqlite3_result_int(context, 0) }, nil, nil,
      nil)
  }

  /// Adds a collation that compares bytes, the largest first, or letters without their case.
  package func addCollation(_ name: String, isReversed: Bool = false) {
    let compare:
      @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?) -> Int32 =
        {
          isReversed, length, bytes, otherLength, otherBytes in
          let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(length)), as: UTF8.self)
          let other = String(
            decoding: UnsafeRawBufferPointer(start: otherBytes, count: Int(otherLength)), as: UTF8.self)
          let order = isReversed == nil ? text.lowercased().compare(other.lowercased()) : other.compare(text)
          return Int32(order.rawValue)
        }
    sqlite3_create_collation_v2(
      connection, name, SQLITE_UTF8, isReversed ? UnsafeMutableRawPointer(bitPattern: 1) : nil, compare, nil)
  }
}

/// Why SQLite has refused something.
package struct StockError: Error, CustomStringConvertible {
  /// SQLite's primary result code, such as `SQLITE_BUSY`.
  package let code: Int32

  /// SQLite's message.
  package let message: String

  fileprivate init(_ connection: OpaquePointer?, _ code: Int32) {
    self.code = code & 0xFF
    message = String(cString: sqlite3_errmsg(connection))
  }

  package var description: String { "SQLite error \(code): \(message)" }
}

/// A value as SQLite stores it.
package enum StockValue: Hashable, CustomStringConvertible, ExpressibleByIntegerLiteral {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)

  fileprivate init(_ statement: OpaquePointer, _ column: Int32) {
    func bytes(_ start: UnsafeRawPointer?) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    }
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      self = .text(String(decoding: bytes(sqlite3_column_text(statement, column)), as: UTF8.self))
    case SQLITE_BLOB: self = .blob(Data(bytes(sqlite3_column_blob(statement, column))))
    default: self = .null
    }
  }

  fileprivate func bind(to statement: OpaquePointer, at place: Int32) {
    let isTransient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch self {
    case .null: sqlite3_bind_null(statement, place)
    case .integer(let integer): sqlite3_bind_int64(statement, place, integer)
    case .real(let real): sqlite3_bind_double(statement, place, real)
    case .text(let text):
      sqlite3_bind_text64(statement, place, text, UInt64(text.utf8.count), isTransient, UInt8(SQLITE_UTF8))
    case .blob(let data):
      _ = data.withUnsafeBytes { bytes in
        bytes.isEmpty
          ? sqlite3_bind_zeroblob(statement, place, 0)
          : sqlite3_bind_blob64(statement, place, bytes.baseAddress, UInt64(bytes.count), isTransient)
      }
    }
  }

  /// Its text, or that of its number; nil if it is NULL or a blob.
  package var text: String? {
    switch self {
    case .text(let text): text
    case .integer(let integer): String(integer)
    case .real(let real): String(real)
    case .null, .blob: nil
    }
  }

  /// Its integer, or nil if it is none.
  package var integer: Int? {
    if case .integer(let integer) = self { Int(integer) } else { nil }
  }

  /// Its number, or nil if it is none.
  package var real: Double? {
    if case .real(let real) = self { real } else { integer.map(Double.init) }
  }

  /// The bytes of its text or blob.
  package var bytes: [UInt8] {
    if case .blob(let data) = self { Array(data) } else { Array((text ?? "").utf8) }
  }

  /// Its text, `NULL`, or the size of its blob.
  package var description: String {
    switch self {
    case .null: "NULL"
    case .blob(let data): "\(data.count) bytes"
    default: text ?? ""
    }
  }

  package init(integerLiteral value: Int64) { self = .integer(value) }
}

/// What can be given to a statement as the value of a parameter.
package protocol StockConvertible {
  /// The value as SQLite stores it.
  var stockValue: StockValue { get }
}

extension StockValue: StockConvertible { package var stockValue: StockValue { self } }
extension Int: StockConvertible { package var stockValue: StockValue { .integer(Int64(self)) } }
extension Int64: StockConvertible { package var stockValue: StockValue { .integer(self) } }
extension Double: StockConvertible { package var stockValue: StockValue { .real(self) } }
extension String: StockConvertible { package var stockValue: StockValue { .text(self) } }
extension Data: StockConvertible { package var stockValue: StockValue { .blob(self) } }
extension Optional: StockConvertible where Wrapped: StockConvertible {
  package var stockValue: StockValue { self?.stockValue ?? .null }
}
