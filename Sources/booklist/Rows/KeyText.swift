import Formats
import Records

/// A row's key as text: a number, or the values of its columns, separated by commas and quoted as in CSV.
enum KeyText {
  static func text(of id: RecordID) -> String {
    if let rowid = id.rowid { return String(rowid) }
    var lines = CSVLines(.csv)
    for value in id.values { Array(text(of: value)).withUnsafeBytes { lines.append($0) } }
    lines.endLine()
    return String(decoding: lines.bytes.dropLast(), as: UTF8.self)
  }

  private static func text(of value: Value) -> [UInt8] {
    switch value {
    case .null: []
    case .text(let text): text.bytes
    case .blob(let bytes):
      Array("x'\(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())'".utf8)
    case .integer, .real: Array((value.plainText ?? "").utf8)
    }
  }

  /// The possible values of each column of a key; nil if the text has a different number of columns.
  static func cells(of text: String, count: Int) -> [[Value]]? {
    guard count > 1 || text.hasPrefix("\"") else { return [values(of: text)] }
    var reader = CSVReader(CSVDialect())
    guard let records = try? reader.records(of: Array((text + "\n").utf8), isLast: true),
      let cells = records.first?.cells, records.count == 1, cells.count == count
    else { return nil }
    return cells.map { values(of: String(decoding: $0, as: UTF8.self)) }
  }

  /// The text itself, the number that it represents, and the bytes of `x'01FF'`.
  ///
  /// A whole number is not tried as a `Double` too: for SQLite, the smallest one would then hide its row.
  private static func values(of text: String) -> [Value] {
    var values = [Value.text(Text(text))]
    if let number = Int64(text) {
      values.append(.integer(number))
    } else if let number = Double(text), number.isFinite {
      values.append(.real(number))
    }
    if let bytes = bytes(of: text) { values.append(.blob(bytes)) }
    return values
  }

  private static func bytes(of text: String) -> [UInt8]? {
    guard text.lowercased().hasPrefix("x'"), text.hasSuffix("'"), text.utf8.count >= 3 else { return nil }
    let digits = Array(text.utf8.dropFirst(2).dropLast())
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(byte)
    }
    return bytes
  }
}
