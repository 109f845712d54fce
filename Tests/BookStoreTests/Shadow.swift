import Foundation
import Records
import TestSupport
import Testing

@testable import Listings
@testable import SQLite
@testable import Transfers

/// A second table with the rows that a store should show: each edit is made in it at once, by plain SQL.
final class Shadow {
  /// How a table is made, and which of its columns can be set and are searched.
  struct Shape: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var sql: String
    var table: String
    var key: [String]
    var fields: [String]
    var searched: [Int]
    /// The key columns that are fields too come before the others.
    var settable: [Int]

    static let books = Shape(
      testDescription: "rowids", sql: "CREATE TABLE book (pk INTEGER PRIMARY KEY, title, copyright, author)",
      table: "book", key: ["pk"], fields: ["title", "copyright", "author"], searched: [0, 2],
      settable: [0, 1, 2])
    static let composite = Shape(
      testDescription: "composite key",
      sql: "CREATE TABLE t (b TEXT COLLATE NOCASE, a INT, title, x, PRIMARY KEY (a, b)) WITHOUT ROWID",
      table: "t", key: ["a", "b"], fields: ["b", "a", "title", "x"], searched: [0, 2, 3], settable: [2, 3])
  }

  let shape: Shape
  private let database: StockDatabase

  init(_ shape: Shape) throws {
    self.shape = shape
    database = try StockDatabase()
    try database.write { try $0.run(shape.sql) }
  }

  /// The rows in an order, of which all words occur in one of the searched fields: each row's key, then its title.
  func rows(by order: ListOrder, finding words: [String]) throws -> [(id: RecordID, title: Value)] {
    let keys = shape.key
    let terms =
      if order.terms.isEmpty { keys.map { $0 + (order.isDescending ? " DESC" : "") } } else {
        order.terms.flatMap { term in
          let field = shape.fields[term.field]
          return ["\(field) IS NULL", "\(field) COLLATE NOCASE\(term.isDescending ? " DESC" : "")"]
        } + keys
      }
    let conditions = words.map { word in
      "("
        + shape.searched.map {
          "typeof(\(shape.fields[$0])) = 'text' AND \(shape.fields[$0]) LIKE '%\(word)%'"
        }.joined(separator: " OR ") + ")"
    }
    let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    let sql = "SELECT \((keys + ["title"]).joined(separator: ", ")) FROM \(shape.table)\(filter) "
    return try database.read { database in
      try database.rows(sql + "ORDER BY " + terms.joined(separator: ", ")).map { row in
        let values = row.map(Value.init(_:))
        return (id: self.id(Array(values.dropLast())), title: values[self.shape.key.count])
      }
    }
  }

  func insert(_ rows: [[Value]]) throws { try database.write { try $0.insert(shape, rows) } }

  func set(_ value: Value, at field: Int, of id: RecordID) throws {
    try run("UPDATE \(shape.table) SET \(shape.fields[field]) = ? WHERE \(isKey)", [value] + id.values)
  }

  func delete(_ id: RecordID) throws { try run("DELETE FROM \(shape.table) WHERE \(isKey)", id.values) }

  private var isKey: String { shape.key.map { $0 + " = ?" }.joined(separator: " AND ") }

  private func run(_ sql: String, _ values: [Value]) throws {
    try database.write { try $0.run(sql, values) }
  }

  private func id(_ key: [Value]) -> RecordID {
    if shape.key.count == 1, case .integer(let rowid) = key[0] { return .rowid(rowid) }
    return .key(key)
  }
}

extension StockDatabase {
  func insert(_ shape: Shadow.Shape, _ rows: [[Value]]) throws {
    let columns = shape.key + shape.settable.map { shape.fields[$0] }
    let marks = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let sql = "INSERT INTO \(shape.table) (\(columns.joined(separator: ", "))) VALUES (\(marks))"
    for row in rows { try run(sql, row) }
  }
}

extension Value: StockConvertible {
  init(_ value: StockValue) {
    self =
      switch value {
      case .null: .null
      case .integer(let integer): .integer(integer)
      case .real(let real): .real(real)
      case .text(let text): .text(Text(text))
      case .blob(let data): .blob(Array(data))
      }
  }

  package var stockValue: StockValue {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let text): .text(text.string)
    case .blob(let bytes): .blob(Data(bytes))
    }
  }
}
