/// Statements that make tables and views in shapes that people's databases have and that a list of books has not: a
/// column alone, nothing but bytes, keys of several columns or none, names that are words of SQL.
struct OddSchema {
  let statements: String

  private static let names = [
    "a", "order", "group", "select", "from", "two words", "a\"b", "x'y", "[z]", "Ünïcode", "1st", "-",
    "count(*)",
  ]
  private static let types = [
    "", "TEXT", "INT", "REAL", "BLOB", "BOOLEAN", "DATE", "DATETIME", "NUMERIC", "VARCHAR(9)", "JSON",
  ]
  private static let values = [
    "NULL", "''", "'a'", "1", "-2.5", "x'00FF'", "'2024-02-29'", "'line' || char(10) || 'two'",
    "9007199254740993",
    "replace(hex(zeroblob(400)), '00', 'long ')",
  ]

  init(using random: inout some RandomNumberGenerator) {
    var statements: [String] = []
    for number in 0..<3 { statements += Self.table("t\(number)", using: &random) }
    statements.append("CREATE VIEW v AS SELECT * FROM t0")
    statements.append("CREATE VIEW one AS SELECT count(*) FROM t1")
    self.statements = statements.joined(separator: ";\n")
  }

  private static func table(_ table: String, using random: inout some RandomNumberGenerator) -> [String] {
    let names = names.shuffled(using: &random).prefix(.random(in: 1...4, using: &random)).map(quoted)
    let key = Int.random(in: 0..<4, using: &random)
    var parts = names.map { "\($0) \(types.randomElement(using: &random) ?? "")" }
    switch key {
    // An INTEGER key would be the rowid, which refuses most of the values.
    case 0: parts[0] = "\(names[0]) INT PRIMARY KEY"
    case 1: parts.append("PRIMARY KEY (\(names.joined(separator: ", ")))")
    default: break
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      parts[parts.count > names.count ? 0 : parts.count - 1] += " UNIQUE"
    }
    let isPlain = key != 1 || Bool.random(using: &random)
    let rows = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      "INSERT OR IGNORE INTO \(table) VALUES (\(names.map { _ in values.randomElement(using: &random) ?? "1" }.joined(separator: ", ")))"
    }
    return ["CREATE TABLE \(table) (\(parts.joined(separator: ", ")))\(isPlain ? "" : " WITHOUT ROWID")"]
      + rows
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
