import Records

package enum InsertStatement {
  /// A line with an INSERT statement; texts with a NUL or invalid UTF-8 are cast from blobs.
  package static func text(table: String, columns: [String], values: [Value]) -> String {
    let names = columns.map { quoted($0, by: "\"") }.joined(separator: ", ")
    let literals = values.map(literal).joined(separator: ", ")
    return "INSERT INTO \(quoted(table, by: "\"")) (\(names)) VALUES (\(literals));\n"
  }

  static func literal(_ value: Value) -> String {
    switch value {
    case .null: "NULL"
    // SQLite reads the plain literal as the negation of a number that is too large.
    case .integer(.min): "(-9223372036854775807 - 1)"
    case .integer(let number): String(number)
    case .real(let number) where number.isInfinite: number < 0 ? "-9e999" : "9e999"
    case .real: value.plainText ?? "NULL"
    case .blob(let bytes): hexadecimal(bytes)
    case .text(let text):
      String(validating: text.bytes, as: UTF8.self) != nil && !text.bytes.contains(0)
        ? quoted(text.string, by: "'") : "CAST(\(hexadecimal(text.bytes)) AS TEXT)"
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    "x'\(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())'"
  }

  private static func quoted(_ text: String, by mark: Character) -> String {
    String(mark) + text.reduce(into: "") { $0 += $1 == mark ? "\(mark)\(mark)" : String($1) } + String(mark)
  }
}
