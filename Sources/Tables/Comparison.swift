import Records

/// How a statement tests whether a column still holds a value byte for byte, by the value's storage class.
///
/// After a unary plus, `IS` compares without the column's affinity and without using an index; with the binary
/// collation it compares byte by byte (datatype3.html, 4.2 and 7.1). Texts and blobs are never equal then, but an
/// integer and a real can be.
package enum Comparison: Hashable, Sendable {
  /// An integer, which must not match a real.
  case integer
  /// A real, which must not match an integer.
  case real
  /// NULL, a text or a blob.
  case bytes

  package init(with kind: PackedValues.Kind) {
    switch kind {
    case .integer: self = .integer
    case .real: self = .real
    case .null, .text, .other: self = .bytes
    }
  }

  /// How a value is compared.
  package init(with value: Value) {
    switch value {
    case .integer: self = .integer
    case .real: self = .real
    case .null, .text, .blob: self = .bytes
    }
  }

  /// The condition on a quoted column, with the value as `?`.
  package func condition(_ column: String) -> String {
    switch self {
    case .integer: "+\(column) IS ? AND typeof(\(column)) = 'integer'"
    case .real: "+\(column) IS ? AND typeof(\(column)) = 'real'"
    case .bytes: "+\(column) COLLATE BINARY IS ?"
    }
  }
}
