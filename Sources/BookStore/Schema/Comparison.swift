import Records

/// How a statement finds out whether a column still holds a value byte for byte, by the value's storage class.
///
/// `IS` compares without the column's affinity behind a unary plus, which also keeps SQLite from looking the value up in
/// an index, and byte by byte with the binary collation (datatype3.html, 4.2 and 7.1). Texts and blobs are never equal
/// then, but an integer and a real can be.
enum Comparison: Hashable, Sendable {
  /// An integer, which no real is to be taken for.
  case integer
  /// A real, which no integer is to be taken for.
  case real
  /// NULL, a text or a blob.
  case bytes

  init(with kind: PackedValues.Kind) {
    switch kind {
    case .integer: self = .integer
    case .real: self = .real
    case .null, .text, .other: self = .bytes
    }
  }

  /// The condition on a quoted column, with the value as `?`.
  func condition(_ column: String) -> String {
    switch self {
    case .integer: "+\(column) IS ? AND typeof(\(column)) = 'integer'"
    case .real: "+\(column) IS ? AND typeof(\(column)) = 'real'"
    case .bytes: "+\(column) COLLATE BINARY IS ?"
    }
  }
}
