import Records

/// The key of a row as one value of the edit log: a rowid as it is, several values as a blob.
///
/// In the blob each value is a byte for its storage class, eight bytes for a number or for how many bytes follow, least
/// first, and those bytes.
enum PackedKey {
  static func value(of key: RecordID.Key) -> Value {
    switch key {
    case .rowid(let rowid): .integer(rowid)
    case .columns(let values): .blob(values.flatMap(bytes))
    }
  }

  /// The key that a value stands for, or nil where it was never one.
  static func key(of value: Value) -> RecordID.Key? {
    if case .integer(let rowid) = value { return .rowid(rowid) }
    guard case .blob(let bytes) = value else { return nil }
    var (rest, values) = (bytes[...], [Value]())
    while !rest.isEmpty {
      guard let value = next(&rest) else { return nil }
      values.append(value)
    }
    return .columns(values)
  }

  private static func bytes(of value: Value) -> [UInt8] {
    switch value {
    case .null: [0] + bytes(of: 0)
    case .integer(let integer): [1] + bytes(of: UInt64(bitPattern: integer))
    case .real(let real): [2] + bytes(of: real.bitPattern)
    case .text(let text): [3] + bytes(of: UInt64(text.bytes.count)) + text.bytes
    case .blob(let blob): [4] + bytes(of: UInt64(blob.count)) + blob
    }
  }

  private static func bytes(of number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func next(_ rest: inout ArraySlice<UInt8>) -> Value? {
    guard rest.count >= 9, let kind = rest.popFirst() else { return nil }
    let number = rest.prefix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    rest = rest.dropFirst(8)
    switch kind {
    case 0: return .null
    case 1: return .integer(Int64(bitPattern: number))
    case 2: return .real(Double(bitPattern: number))
    default:
      guard number <= UInt64(rest.count) else { return nil }
      defer { rest = rest.dropFirst(Int(number)) }
      let bytes = Array(rest.prefix(Int(number)))
      return kind == 3 ? .text(Text(bytes: bytes)) : .blob(bytes)
    }
  }
}
