import Platform
import Queries
import Records
import SQLite

/// A value with borrowed bytes, sorted as SQLite sorts `typeof(value), value`.
struct ValueCell: Comparable {
  enum Kind: UInt8 {
    case blob, integer, null, real, text
  }

  let kind: Kind
  /// Sorts like the values: made from a number, or from the first eight bytes of a text or a blob.
  let order: UInt64
  /// The same for the next eight bytes, since texts often begin alike.
  let nextOrder: UInt64
  let bytes: UnsafeRawBufferPointer

  static var null: ValueCell { ValueCell(kind: .null, number: 0) }

  init(kind: Kind, order: UInt64, nextOrder: UInt64, bytes: UnsafeRawBufferPointer) {
    (self.kind, self.order, self.nextOrder, self.bytes) = (kind, order, nextOrder, bytes)
  }

  init(kind: Kind, number: UInt64) {
    self.init(kind: kind, order: number, nextOrder: 0, bytes: UnsafeRawBufferPointer(start: nil, count: 0))
  }

  init(_ integer: Int64) { self.init(kind: .integer, number: UInt64(bitPattern: integer) ^ Self.signBit) }

  init(_ real: Double) { self.init(kind: .real, number: SortKey.orderedBits(of: real)) }

  init(_ bytes: UnsafeRawBufferPointer, isText: Bool) {
    self.init(
      kind: isText ? .text : .blob, order: Self.word(of: bytes, at: 0),
      nextOrder: Self.word(of: bytes, at: Self.wordSize), bytes: bytes)
  }

  private static let signBit: UInt64 = 1 << 63

  private static func word(of bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    let count = bytes.count - offset
    guard count < wordSize else {
      return UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    guard count > 0 else { return 0 }
    let number = bytes[offset...].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return number << UInt64(8 * (wordSize - count))
  }

  private static let wordSize = MemoryLayout<UInt64>.size

  static func with<Result, Failure: Error>(
    _ value: Value, _ body: (ValueCell) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    func call(_ bytes: [UInt8], isText: Bool) throws(Failure) -> Result {
      try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
        try body(ValueCell(UnsafeRawBufferPointer(bytes), isText: isText))
      }
    }
    return switch value {
    case .null: try body(.null)
    case .integer(let integer): try body(ValueCell(integer))
    case .real(let real): try body(ValueCell(real))
    case .text(let text): try call(text.bytes, isText: true)
    case .blob(let blob): try call(blob, isText: false)
    }
  }

  var value: Value {
    switch kind {
    case .null: .null
    case .integer: .integer(Int64(bitPattern: order ^ Self.signBit))
    case .real:
      .real(Double(bitPattern: order & Self.signBit == 0 ? ~order : order ^ Self.signBit))
    case .text: .text(Text(bytes: Array(bytes)))
    case .blob: .blob(Array(bytes))
    }
  }

  static func < (left: ValueCell, right: ValueCell) -> Bool { left.comparison(with: right) < 0 }

  static func == (left: ValueCell, right: ValueCell) -> Bool {
    left.bytes.count == right.bytes.count && left.comparison(with: right) == 0
  }

  /// Negative if this cell comes before another one, and zero if they are equal.
  private func comparison(with other: ValueCell) -> Int {
    if kind != other.kind { return kind.rawValue < other.kind.rawValue ? -1 : 1 }
    if order != other.order { return order < other.order ? -1 : 1 }
    if nextOrder != other.nextOrder { return nextOrder < other.nextOrder ? -1 : 1 }
    let shared = min(bytes.count, other.bytes.count)
    if shared > 2 * Self.wordSize, let start = bytes.baseAddress, let otherStart = other.bytes.baseAddress {
      let order = memcmp(start, otherStart, shared)
      if order != 0 { return Int(order) }
    }
    return bytes.count - other.bytes.count
  }

  var hash: UInt32 {
    var hash = UInt64(kind.rawValue) << 56 ^ UInt64(bytes.count)
    func mix(_ word: UInt64) {
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    mix(order)
    mix(nextOrder)
    for place in stride(from: 2 * Self.wordSize, to: bytes.count, by: Self.wordSize) {
      // The last word overlaps the one before it.
      let start = min(place, bytes.count - Self.wordSize)
      mix(bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    }
    return UInt32(truncatingIfNeeded: hash >> 32)
  }
}

extension PreparedStatement {
  func withValueCell(at column: Int32, _ body: (ValueCell) -> Void) {
    // SQLite itself would replace half of a surrogate pair.
    if isWide { return ValueCell.with(value(at: column), body) }
    withCell(at: column) { kind, number, bytes in
      switch kind {
      case 0: body(.null)
      case 1: body(ValueCell(Int64(bitPattern: number)))
      case 2: body(ValueCell(Double(bitPattern: number)))
      default: body(ValueCell(bytes, isText: kind == 3))
      }
    }
  }
}
