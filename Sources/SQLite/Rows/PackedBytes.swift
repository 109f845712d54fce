import Records

/// Values as bytes: a storage class, a number or byte count (eight bytes, little-endian), and the content.
package enum PackedBytes {
  package static func pack(_ values: [Value]) -> [UInt8] {
    var bytes: [UInt8] = []
    // Growing a large array would briefly hold it twice.
    bytes.reserveCapacity(values.reduce(0) { $0 + $1.payloadByteCount + 9 })
    for value in values { append(value, to: &bytes) }
    return bytes
  }

  package static func unpack(_ bytes: [UInt8]) -> [Value]? {
    bytes.withUnsafeBytes { bytes in
      var (rest, values) = (bytes[...], [Value]())
      while !rest.isEmpty {
        guard let value = next(&rest) else { return nil }
        values.append(value)
      }
      return values
    }
  }

  /// 64-bit FNV-1a of the packed values, folded to 48 bits (Fowler, Noll and Vo, RFC 9923).
  package static func digest(_ values: [Value]) -> UInt64 {
    var hash = seed
    for value in values {
      let part = Part(value)
      part.content.withUnsafeBytes { add(part.kind, part.number, $0, to: &hash) }
    }
    return folded(hash)
  }

  /// Copies nothing; the database must be in UTF-8.
  package static func digest(of row: PreparedStatement, columns: Range<Int32>) -> UInt64 {
    var hash = seed
    for column in columns { row.withCell(at: column) { add($0, $1, $2, to: &hash) } }
    return folded(hash)
  }

  private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325

  private static func folded(_ hash: UInt64) -> UInt64 { (hash >> 48 ^ hash) & (1 << 48 - 1) }

  private static func add(
    _ kind: UInt8, _ number: UInt64, _ content: UnsafeRawBufferPointer, to hash: inout UInt64
  ) {
    add(kind, to: &hash)
    withUnsafeBytes(of: number.littleEndian) { for byte in $0 { add(byte, to: &hash) } }
    for byte in content { add(byte, to: &hash) }
  }

  private static func add(_ byte: UInt8, to hash: inout UInt64) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  private struct Part {
    let kind: UInt8
    let number: UInt64
    let content: [UInt8]

    init(_ value: Value) {
      (kind, number, content) =
        switch value {
        case .null: (0, 0, [])
        case .integer(let integer): (1, UInt64(bitPattern: integer), [])
        case .real(let real): (2, real.bitPattern, [])
        case .text(let text): (3, UInt64(text.bytes.count), text.bytes)
        case .blob(let blob): (4, UInt64(blob.count), blob)
        }
    }
  }

  package static func head(isText: Bool, byteCount: Int) -> [UInt8] {
    var bytes: [UInt8] = [isText ? 3 : 4]
    append(UInt64(byteCount), to: &bytes)
    return bytes
  }

  package static let digestSize = 6

  package static func append(_ number: UInt64, size: Int = 8, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0.prefix(size)) }
  }

  package static func number(_ rest: inout ArraySlice<UInt8>, size: Int = 8) -> UInt64? {
    guard rest.count >= size else { return nil }
    defer { rest = rest.dropFirst(size) }
    return rest.prefix(size).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
  }

  /// The database must be in UTF-8.
  package static func append(_ row: PreparedStatement, columns: Range<Int32>, to bytes: inout [UInt8]) {
    for column in columns {
      row.withCell(at: column) { kind, number, content in
        bytes.append(kind)
        append(number, to: &bytes)
        bytes += content
      }
    }
  }

  private static func append(_ value: Value, to bytes: inout [UInt8]) {
    let part = Part(value)
    bytes.append(part.kind)
    append(part.number, to: &bytes)
    bytes += part.content
  }

  private static func next(_ rest: inout Slice<UnsafeRawBufferPointer>) -> Value? {
    guard rest.count >= 9 else { return nil }
    let kind = rest[rest.startIndex]
    let number = UInt64(
      littleEndian: rest.base.loadUnaligned(fromByteOffset: rest.startIndex + 1, as: UInt64.self))
    rest = rest.dropFirst(9)
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

/// A row's key as one value of the edit log: a rowid unchanged, several values packed into a blob.
package enum PackedKey {
  package static func value(of key: RecordID.Key) -> Value {
    switch key {
    case .rowid(let rowid): .integer(rowid)
    case .columns(let values): .blob(PackedBytes.pack(values))
    }
  }

  package static func key(of value: Value) -> RecordID.Key? {
    if case .integer(let rowid) = value { return .rowid(rowid) }
    guard case .blob(let bytes) = value else { return nil }
    return PackedBytes.unpack(bytes).map { .columns($0) }
  }
}
