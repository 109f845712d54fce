import Records

@testable import BookStore

/// A table `t` of random columns, with random triggers, CHECKs, generated columns, indexes and views around it, as an
/// owner's program might make it.
struct RandomSchema {
  /// The statements that make it, one by one, for stock SQLite may refuse some.
  private(set) var statements: [String] = []
  let isWithoutRowID: Bool
  private let columns: [String]
  /// The column whose CHECK has it hold JSON, if there is one.
  private let json: String?

  private static let types = [
    "INTEGER", "TEXT", "REAL", "", "NUMERIC", "TEXT COLLATE NOCASE", "BLOB", "VARCHAR(9)",
  ]

  init(using random: inout some RandomNumberGenerator) {
    isWithoutRowID = Int.random(in: 0..<4, using: &random) == 0
    columns = (0..<Int.random(in: 2...5, using: &random)).map { "c\($0)" }
    json = Bool.random(using: &random) ? "j" : nil
    statements = [
      "CREATE TABLE log (number INTEGER PRIMARY KEY, verb, k, v)",
      "CREATE TABLE tally (name TEXT PRIMARY KEY, amount INTEGER) WITHOUT ROWID",
      "CREATE TABLE other (id INTEGER PRIMARY KEY, v UNIQUE)",
      "INSERT INTO other (v) VALUES (1), ('a'), ('b'), (NULL)", "INSERT INTO tally VALUES ('all', 0)",
    ]
    statements.append(table(&random))
    for number in 0..<Int.random(in: 0...3, using: &random) { statements.append(index(number, &random)) }
    for number in 0..<Int.random(in: 1...5, using: &random) { statements.append(trigger(number, &random)) }
    statements += [
      "CREATE VIEW counted AS SELECT count(*) AS \"n\", max(c0) AS \"most\", \"text\" AS t FROM t",
      "CREATE VIEW split AS SELECT t.k, e.value FROM t, json_each(json_array(c0, c1)) AS e WHERE typeof(c0) <> 'blob' AND typeof(c1) <> 'blob'",
    ]
  }

  private func table(_ random: inout some RandomNumberGenerator) -> String {
    var parts = ["k \(isWithoutRowID ? "TEXT" : "INTEGER") PRIMARY KEY"]
    for column in columns {
      parts.append(
        "\(column) \(Self.types.randomElement(using: &random) ?? "")\(constraint(column, &random))")
    }
    if let json { parts.append("\(json) TEXT DEFAULT '{}' CHECK (json_valid(\(json)) OR \(json) IS NULL)") }
    if let json, Bool.random(using: &random) {
      let kind = ["STORED", "VIRTUAL"].randomElement(using: &random) ?? ""
      parts.append("g0 AS (json_extract(\(json), '$.n')) \(kind)")
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      let expression = ["length(c0)", "upper(c0) || \"x\"", "typeof(c1)", "coalesce(c0, c1)"]
      parts.append("g1 AS (\(expression.randomElement(using: &random) ?? "c0")) STORED")
    }
    if Int.random(in: 0..<4, using: &random) == 0 { parts.append("CHECK (c0 IS NOT c1 OR c0 IS NULL)") }
    return "CREATE TABLE t (\(parts.joined(separator: ", ")))\(isWithoutRowID ? " WITHOUT ROWID" : "")"
  }

  private func constraint(_ column: String, _ random: inout some RandomNumberGenerator) -> String {
    switch Int.random(in: 0..<14, using: &random) {
    case 0: " CHECK (\(column) > -2)"
    case 1: " CHECK (length(\(column)) < 4)"
    case 2: " CHECK (\(column) <> \"forbidden\")"
    case 3: " CHECK (typeof(\(column)) IN (\"integer\", \"text\", \"null\"))"
    case 4: " NOT NULL DEFAULT 7"
    case 5: " NOT NULL"
    case 6: " UNIQUE"
    case 7: " DEFAULT (abs(-3))"
    case 8: " CHECK (\(column) IS NULL OR \(column) NOT LIKE '%e%')"
    default: ""
    }
  }

  private func index(_ number: Int, _ random: inout some RandomNumberGenerator) -> String {
    let column = columns.randomElement(using: &random) ?? "c0"
    let unique = Int.random(in: 0..<4, using: &random) == 0 ? "UNIQUE " : ""
    let json = json.map { "json_extract(\($0), '$.n'), " } ?? ""
    let terms = [
      "lower(\(column))", "\(column)) WHERE (\(column) > 0", "\(json)\(column)",
      "\(column) COLLATE NOCASE DESC", "abs(\(column))) WHERE (typeof(\(column)) = \"integer\"",
      "\(column) || 'x') WHERE (\(column) IS NOT NULL",
    ]
    return "CREATE \(unique)INDEX i\(number) ON t (\(terms.randomElement(using: &random) ?? column))"
  }

  private func trigger(_ number: Int, _ random: inout some RandomNumberGenerator) -> String {
    let event = ["INSERT", "UPDATE", "UPDATE", "DELETE"].randomElement(using: &random) ?? "UPDATE"
    let time = ["BEFORE", "AFTER", "AFTER"].randomElement(using: &random) ?? "AFTER"
    let (row, column) = (event == "DELETE" ? "old" : "new", columns.randomElement(using: &random) ?? "c0")
    let isOfColumn = event == "UPDATE" && Bool.random(using: &random)
    let condition = ["", "", " WHEN \(row).\(column) IS NOT NULL", " WHEN \(row).c0 > 3"]
    var body: [String] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      body.append(statement(event, time, row, column, &random))
    }
    return """
      CREATE TRIGGER r\(number) \(time) \(event)\(isOfColumn ? " OF \(column)" : "") ON t\
      \(condition.randomElement(using: &random) ?? "") BEGIN \(body.joined(separator: "; ")); END
      """
  }

  private func statement(
    _ event: String, _ time: String, _ row: String, _ column: String,
    _ random: inout some RandomNumberGenerator
  ) -> String {
    let value = "\(row).\(column)"
    switch Int.random(in: 0..<13, using: &random) {
    case 0: return "INSERT INTO log (verb, k, v) VALUES (\"\(event)\", \(row).k, \(value))"
    case 1: return "INSERT OR REPLACE INTO tally VALUES ('last', length(\(value)))"
    case 2: return "INSERT OR IGNORE INTO other (v) VALUES (\(value))"
    case 3: return "UPDATE OR IGNORE other SET v = \(value) WHERE id = 1"
    case 4: return "UPDATE OR REPLACE other SET v = \(value) WHERE id = 2"
    case 5: return "UPDATE tally SET amount = amount + 1"
    case 6: return "DELETE FROM other WHERE v = \(value) AND id > 2"
    case 7: return "SELECT RAISE(ABORT, \"refused by the owner\") WHERE \(value) = 5"
    case 8 where time == "BEFORE": return "SELECT RAISE(IGNORE) WHERE \(value) = 'a'"
    case 9:
      return "INSERT INTO tally VALUES (\"sum\", 1) ON CONFLICT (name) DO UPDATE SET amount = amount + 1"
    case 10 where time == "AFTER" && event != "DELETE":
      return "UPDATE t SET \(column) = upper(\(value)) WHERE k = new.k AND \(column) LIKE 'b%'"
    case 11:
      return "REPLACE INTO other (v) SELECT value FROM json_each('[1, \"b\", 9]') WHERE value = \(value)"
    case 12 where time == "AFTER":
      return "UPDATE OR IGNORE t SET c1 = \(value) WHERE k <> \(row).k AND c0 = 3"
    default: return "INSERT INTO log (verb, v) SELECT 'seen', count(*) FROM t WHERE \(column) = \(value)"
    }
  }

  /// A value of a small range, so that it is often the same as another row's.
  static func value(using random: inout some RandomNumberGenerator) -> Value {
    let texts: [Text] = [
      "a", "b", "bee", "B", "forbidden", "", "7", "long enough", "{\"n\": 3}", "[1, \"a\"]", "{\"n\"",
    ]
    return switch Int.random(in: 0..<10, using: &random) {
    case 0: .null
    case 1...4: .integer(.random(in: -3...9, using: &random))
    case 5: .real(Double(Int.random(in: -2...6, using: &random)) / 2)
    case 6: .blob([0, 1])
    default: .text(texts.randomElement(using: &random) ?? "")
    }
  }

  /// A key that may be taken.
  func key(using random: inout some RandomNumberGenerator) -> Value? {
    let number = Int64.random(in: 0...20, using: &random)
    if isWithoutRowID { return .text(Text("k\(number)")) }
    return Bool.random(using: &random) ? nil : .integer(number)
  }
}
