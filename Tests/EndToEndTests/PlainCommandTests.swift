import Foundation
import SeededRandom
import TestSupport
import Testing

/// Every command in its plain form, on tables of every shape: nobody who has typed no SQL is told about SQL.
@Suite("Commands in their plain form") struct PlainCommandTests {
  let desk: CommandDesk

  init() throws { desk = try CommandDesk() }

  /// What SQLite's parser says of a statement that makes no sense.
  private static let parserWords = [
    "syntax error", "no such column", "unrecognized token", "incomplete input", "ambiguous column", "Near \"",
    "near \"", "misuse of", "values for", "datatype mismatch",
  ]

  private struct Name: Decodable { let name: String }

  /// The tables and views of the library that the program lists: not those in which virtual tables keep their rows.
  private func tables() throws -> [String] {
    let output = try desk.query(
      """
      .mode json
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
      """)
    return output.isEmpty ? [] : try JSONDecoder().decode([Name].self, from: Data(output.utf8)).map(\.name)
  }

  /// Runs a command, and expects that it ends by itself and says nothing of SQL.
  @discardableResult private func run(_ arguments: [String], _ table: String) throws -> Command.Outcome {
    let outcome = try desk.run([arguments[0], "--table", table] + arguments.dropFirst())
    let said = "\(arguments) of \(table): \(outcome.status) \(outcome.errors)"
    #expect([0, 1, 3, 64, 65, 66].contains(outcome.status), "\(said)")
    #expect(!Self.parserWords.contains { outcome.errors.contains($0) }, "\(said)")
    return outcome
  }

  /// Runs every command on every table.
  ///
  /// - Returns: How many tables printed their rows.
  private func walk() throws -> Int {
    var listed = 0
    try desk.expect("info")
    for table in try tables() {
      if try run(["list"], table).status == 0 { listed += 1 }
      try run(["list", "a"], table)
      try run(["list", "--count"], table)
      try run(["export", "--format", "json"], table)
      let keys = try run(["list", "--keys", "--limit", "1"], table)
      let fields = try run(["fields"], table).text.split(separator: "\n").map {
        $0.split(separator: " ").first.map(String.init) ?? ""
      }
      if let field = fields.dropFirst().first {
        try run(["list", "--sort", field], table)
        try run(["values", field], table)
      }
      guard keys.status == 0, !keys.output.isEmpty else { continue }
      let key = keys.text.dropLast()
      let shown = try run(["show", "--", String(key)], table)
      #expect(shown.status == 0, "show \(key) of \(table): \(shown.errors)")
      try run(["rm", "--", String(key)], table)
    }
    return listed
  }

  @Test("of every template", arguments: ["sample", "reading", "possessions", "contacts", "coffees"])
  func templates(_ name: String) throws {
    try desk.make(name)
    #expect(try walk() == tables().count)
  }

  @Test(
    "of every fixture",
    arguments: [
      "coffee-untyped.sql", "contacts.sql", "possessions.sql", "everything.sql", "families/counts.sql",
      "families/full-text.sql", "families/json-column.sql", "families/messages.sql", "families/objects.sql",
      "families/reader.sql", "families/rtree.sql", "families/geometry.sql", "families/contacts-phone.sql",
    ])
  func fixtures(_ name: String) throws {
    try desk.sql(try Repository.text("Fixtures/\(name)"))
    #expect(try walk() > 0)
  }

  /// How many random schemas are walked: a sample, or what `BOOKLIST_SCHEMAS` says.
  private static let schemaCount =
    ProcessInfo.processInfo.environment["BOOKLIST_SCHEMAS"].flatMap(UInt64.init) ?? 3

  @Test("of random schemas", arguments: 1...schemaCount) func random(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try desk.sql(OddSchema(using: &random).statements)
    #expect(try walk() > 0)
  }

  @Test("list of a table whose only field is its title, and of one whose others are long or bytes")
  func oneColumn() throws {
    try desk.sql(
      """
      CREATE TABLE word (w TEXT); INSERT INTO word VALUES ('x');
      CREATE TABLE file (name TEXT, bytes BLOB); INSERT INTO file VALUES ('f', x'00');
      """)
    try desk.expect("list --table word", "rowid  w\n    1  x\n")
    try desk.expect("list --table file", "rowid  name\n    1  f\n")
  }

  @Test("list of a table with one column, and of a view, shows what it shows of all columns")
  func onlyColumn() throws {
    try desk.sql(try Repository.text("Fixtures/cases/one_column.sql"))
    for (table, column) in [
      ("word", "name"), ("number", "id"), ("tag", "code"), ("file", "data"), ("names", "name"),
    ] {
      let all = try desk.expect("list --table \(table) --columns *").text
      #expect(all.split(separator: "\n").count > 1)
      try desk.expect("list --table \(table)", all)
      #expect(try desk.expect("list --table \(table) --sort \(column)").text.count == all.count)
      let found = try desk.run("list", "alp", "--table", table)
      #expect(found.text.contains("alpha") == (column == "name"), "\(table)")
    }
  }

  @Test("The rows of a view are listed, and a command that needs their keys says that they have none")
  func view() throws {
    try desk.sql(try Repository.text("Fixtures/cases/view_rows.sql"))
    let rows = try desk.write("name,n\nx,9\n", to: "rows.csv")
    try desk.expect("list --table v")
    for line in [
      "list --keys", "show 1", "set 1 name=x", "set --where a name=x", "rm 1", "rm --where a --yes",
      "add name=x", "import \(rows)", "import \(rows) --on-match add",
    ] { try desk.expect(line + " --table v", says: "“v” is a view: its rows have no keys", status: 1) }
    #expect(try desk.query("SELECT name, n FROM base") == "a|1\nb|2")
  }
}

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
