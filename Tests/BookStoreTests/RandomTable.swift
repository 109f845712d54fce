import Records

@testable import BookStore
@testable import SQLite

/// A table of random shape and content, for what has to hold for all of them.
struct RandomTable {
  static let rowCount = 5

  struct Column {
    var name: String
    var type: String
  }

  let name: String
  let columns: [Column]
  /// How many of the first columns are the key's, or none for a rowid of its own.
  let keyCount: Int
  let isWithoutRowID: Bool
  let isRowIDAlias: Bool

  private static let types = [
    "", "TEXT", "INTEGER", "INT", "REAL", "NUMERIC", "DECIMAL(10, 2)", "BLOB", "BOOLEAN", "DATE", "DATETIME",
    "TIMESTAMP", "VARCHAR(20)", "CLOB", "DOUBLE", "STRING", "ANY THING", "TINYINT(1)",
    "char(3) collate nocase",
  ]
  private static let names = [
    "photo", "Born Date", "price", "is_new", "notes", "select", "a\"b", "größe", "x'y", "title", "Image",
    "data", "created_at", "1", "[b]", "rowid",
  ]

  init(using random: inout some RandomNumberGenerator) {
    let names = Self.names.shuffled(using: &random)
    columns = (0..<Int.random(in: 2...9, using: &random)).map {
      Column(name: names[$0], type: Self.types.randomElement(using: &random) ?? "")
    }
    name = ["t", "Order Details", "a'b\"c", "täble"].randomElement(using: &random) ?? "t"
    isWithoutRowID = Int.random(in: 0..<3, using: &random) == 0
    keyCount = isWithoutRowID ? Int.random(in: 1...2, using: &random) : Int.random(in: 0...2, using: &random)
    isRowIDAlias = !isWithoutRowID && keyCount == 1
  }

  /// The places of the columns that are no part of a key.
  var settable: [Int] { Array(keyCount..<columns.count) }

  var sql: String {
    var parts = columns.enumerated().map { place, column in
      "\(quoted(column.name)) \(isRowIDAlias && place == 0 ? "INTEGER PRIMARY KEY" : column.type)"
    }
    if keyCount > 0, !isRowIDAlias { parts.append("PRIMARY KEY (\(keyList))") }
    return
      "CREATE TABLE \(quoted(name)) (\(parts.joined(separator: ", ")))\(isWithoutRowID ? " WITHOUT ROWID" : "")"
  }

  private var keyList: String { columns.prefix(keyCount).map { quoted($0.name) }.joined(separator: ", ") }

  var order: String {
    isWithoutRowID ? keyList : columns.contains { $0.name == "rowid" } ? "_rowid_" : "rowid"
  }

  func script(using random: inout some RandomNumberGenerator) -> String {
    let rows = (0..<Self.rowCount).map { row in
      let values = columns.indices.map { $0 < keyCount ? key(row, &random) : Self.value(using: &random) }
      return "(\(values.map(\.literal).joined(separator: ", ")))"
    }
    return "\(sql); INSERT INTO \(quoted(name)) VALUES \(rows.joined(separator: ", "))"
  }

  /// A value that no other row has in the column.
  private func key(_ row: Int, _ random: inout some RandomNumberGenerator) -> Value {
    let number = Int64(row) * 1_000 + Int64.random(in: 0..<1_000, using: &random)
    if isRowIDAlias || Bool.random(using: &random) { return .integer(number - 2_000) }
    return .text(Text("k\(number)"))
  }

  /// A value of any class: numbers as texts, dates in four forms, bytes that are no text, large ones.
  static func value(using random: inout some RandomNumberGenerator) -> Value {
    switch Int.random(in: 0..<18, using: &random) {
    case 0: return .null
    case 1: return .integer(.random(in: -5...5, using: &random))
    case 2: return .integer([.min, .max, 1 << 53 + 1].randomElement(using: &random) ?? 0)
    case 3: return .real(.random(in: -1e9...1e9, using: &random))
    case 4:
      return .real(
        [0.1, -0.0, 1e300, 5, .infinity, .leastNonzeroMagnitude].randomElement(using: &random) ?? 0)
    case 5:
      return .text(
        Text(
          ["3.50", " 7", "1e3", "0x10", "007", "+5", "9223372036854775808"].randomElement(using: &random)
            ?? ""))
    case 6: return .text("")
    case 7: return .blob([])
    case 8: return .text(Text(bytes: bytes(1...40, &random)))
    case 9: return .blob(bytes(1...40, &random))
    case 10: return .integer(.random(in: -20_000_000_000...2_000_000_000, using: &random))
    case 11: return .real(.random(in: 0...3_000_000, using: &random))
    case 12: return .text("1321-06-07 12:00:00")
    case 13: return .real(-3_153_600_000.25)
    case 14: return .blob(bytes(1...9, &random) + zeros(4_080...4_100, &random))
    case 15: return .text(Text(bytes: bytes(1...9, &random) + zeros(65_520...65_540, &random)))
    case 16: return .blob(bytes(1...9, &random) + zeros(60_000...150_000, &random))
    default: return .text(Text(bytes: Array("zero\0in".utf8) + zeros(0...100_000, &random)))
    }
  }

  private static func zeros(_ counts: ClosedRange<Int>, _ random: inout some RandomNumberGenerator) -> [UInt8]
  { [UInt8](repeating: 0, count: .random(in: counts, using: &random)) }

  private static func bytes(_ counts: ClosedRange<Int>, _ random: inout some RandomNumberGenerator) -> [UInt8]
  { (0..<Int.random(in: counts, using: &random)).map { _ in .random(in: 0...255, using: &random) } }
}

extension Value {
  /// The value as an expression of SQL that loses nothing of it.
  fileprivate var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(.min): "(-9223372036854775807 - 1)"
    case .integer(let integer): "\(integer)"
    case .real(let real): real.isInfinite ? (real < 0 ? "-9e999" : "9e999") : "\(real)"
    case .text(let text): Self.literal(text.bytes, "TEXT")
    case .blob(let bytes): Self.literal(bytes, "BLOB")
    }
  }

  /// Bytes, of which zeros at the end are not written out.
  private static func literal(_ bytes: [UInt8], _ type: String) -> String {
    // Long ones have their zeros after a few other bytes.
    let start = bytes.prefix(64).lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    return "CAST(x'\(Scratch.hex(Array(bytes[..<start])))' || zeroblob(\(bytes.count - start)) AS \(type))"
  }
}
