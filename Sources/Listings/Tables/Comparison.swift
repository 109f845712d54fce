import Records

/// How a statement tests whether a column still holds a value byte for byte.
///
/// After a unary plus, `IS` ignores affinity and indexes; the binary collation compares bytes (datatype3.html, 4.2 and
/// 7.1). Texts and blobs are never equal then, but an integer and a real can be.
package enum Comparison: Hashable, Sendable {
  case integer
  case real
  case bytes

  package init(with kind: PackedValues.Kind) {
    switch kind {
    case .integer: self = .integer
    case .real: self = .real
    case .null, .text, .other: self = .bytes
    }
  }

  package init(with value: Value) {
    switch value {
    case .integer: self = .integer
    case .real: self = .real
    case .null, .text, .blob: self = .bytes
    }
  }

  package func condition(_ column: String) -> String {
    switch self {
    case .integer: "+\(column) IS ? AND typeof(\(column)) = 'integer'"
    case .real: "+\(column) IS ? AND typeof(\(column)) = 'real'"
    case .bytes: "+\(column) COLLATE BINARY IS ?"
    }
  }
}
