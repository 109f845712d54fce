/// A very large number of values in a few arrays.
///
/// Numbers and short texts are copied, so that values can be dropped without counting references, and are read sequentially.
package struct PackedValues: Sendable {
  package struct Cell: Sendable {
    package let kind: Kind
    package let count: Int32
    /// The number, the offset of a short text, or the index of a referenced value.
    package let bits: Int64

    package var range: Range<Int> { Int(bits)..<Int(bits) + Int(count) }

    package init(kind: Kind, count: Int32, bits: Int64) {
      (self.kind, self.count, self.bits) = (kind, count, bits)
    }
  }

  package enum Kind: Sendable {
    case null, integer, real, text, other
  }

  private static let longest = 256

  package private(set) var cells: [Cell] = []
  package private(set) var bytes: [UInt8] = []
  package private(set) var others: [Value] = []

  package init(capacity: Int) {
    cells.reserveCapacity(capacity)
    bytes.reserveCapacity(capacity * 32)
  }

  package var count: Int { cells.count }

  package mutating func append(_ value: Value) {
    switch value {
    case .null: append(.null, 0)
    case .integer(let integer): append(.integer, integer)
    case .real(let real): append(.real, Int64(bitPattern: real.bitPattern))
    case .text(let text) where 1...Self.longest ~= text.bytes.count:
      append(.text, Int64(bytes.count), count: Int32(text.bytes.count))
      text.bytes.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    case .text, .blob:
      append(.other, Int64(others.count))
      others.append(value)
    }
  }

  private mutating func append(_ kind: Kind, _ bits: Int64, count: Int32 = 0) {
    cells.append(Cell(kind: kind, count: count, bits: bits))
  }

  package func withUnsafeCells<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Cell>, UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try cells.withUnsafeBufferPointer { cells throws(Failure) in
      try bytes.withUnsafeBufferPointer { bytes throws(Failure) in try body(cells, bytes) }
    }
  }

  package subscript(place: Int) -> Value {
    let cell = cells[place]
    switch cell.kind {
    case .null: return .null
    case .integer: return .integer(cell.bits)
    case .real: return .real(Double(bitPattern: UInt64(bitPattern: cell.bits)))
    case .text: return .text(Text(bytes: Array(bytes[cell.range])))
    case .other: return others[Int(cell.bits)]
    }
  }
}
