import CSQLite
import Records

/// The statements that change a table's columns, as people read them.
///
/// SQLite copies parts of them into the schema, so names have double quotes there, as standard SQL wants, and only where
/// they need some.
enum FieldSQL {
  /// The statement that makes a change.
  static func statement(_ change: FieldChange, of table: String) -> String {
    let start = "ALTER TABLE \(name(table))"
    switch change {
    case .addition(let column, let definition):
      return "\(start) ADD COLUMN \(name(column))" + (definition.isEmpty ? "" : " " + definition)
    case .removal(let column, _): return "\(start) DROP COLUMN \(name(column))"
    case .renaming(let column, let new): return "\(start) RENAME COLUMN \(name(column)) TO \(name(new))"
    }
  }

  /// What follows the name of a new column that holds one of some texts or nothing.
  static func choice(_ column: String, among choices: [String]) -> String {
    let texts = choices.map {
      "'" + $0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
    return "TEXT CHECK (\(name(column)) IN (\(texts.joined(separator: ", "))))"
  }

  /// A name in quotes where it needs them: SQLite knows which words it keeps for itself.
  static func name(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      byte == 95 || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
    let startsRight = name.utf8.first.map { !(48...57).contains($0) } ?? false
    if isPlain, startsRight, sqlite3_keyword_check(name, Int32(name.utf8.count)) == 0 { return name }
    return "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
