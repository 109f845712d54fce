import Records

extension Value {
  /// The bytes in a row: those of a text or blob, 8 for a number.
  var byteCount: Int {
    switch self {
    case .null: 0
    case .integer, .real: 8
    case .text(let text): text.bytes.count
    case .blob(let bytes): bytes.count
    }
  }
}
