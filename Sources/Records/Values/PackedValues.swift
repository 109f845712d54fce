/// Very many values in a few arrays.
///
/// Numbers and short texts are copied, so that keeping and dropping one costs no reference, and binding one after the
/// other goes through memory in order. What is long is referred to.
package struct PackedValues: Sendable {
  /// One value.
  package struct Cell: Sendable {
    /// What the value is.
    package let kind: Kind
    /// The bytes of a text.
    package let count: Int32
    /// The number, or the place of the text's first byte, or the place among the other values.
    package let bits: Int64

    /// The places of a text's bytes.
    package var range: Range<Int> { Int(bits)..<Int(bits) + Int(count) }

    /// Makes a cell of its parts.
    package init(kind: Kind, count: Int32, bits: Int64) {
      (self.kind, self.count, self.bits) = (kind, count, bits)
    }
  }

  /// What a cell holds.
  package enum Kind: Sendable {
    case null, integer, real, text, other
  }

  /// The texts that are copied are no longer than this.
  private static let longest = 256

  /// The values.
  package private(set) var cells: [Cell] = []
  /// The texts that are copied, one after the other.
  package private(set) var bytes: [UInt8] = []
  /// The values that are referred to.
  package private(set) var others: [Value] = []

  /// Makes room for as many values.
  package init(capacity: Int) {
    cells.reserveCapacity(capacity)
    bytes.reserveCapacity(capacity * 32)
  }

  /// How many values there are.
  package var count: Int { cells.count }

  /// Adds a value.
  package mutating func append(_ value: Value) {
    switch value {
    case .null: append(.null, 0)
    case .integer(let integer): append(.integer, integer)
    case .real(let real): append(.real, Int64(bitPattern: real.bitPattern))
    case .text(let text) where 1...Self.longest ~= text.bytes.count:
      append(.text, Int64(bytes.count), count: Int32(text.bytes.count))
      // The array itself would be held while it is copied.
      text.bytes.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    case .text, .blob:
      append(.other, Int64(others.count))
      others.append(value)
    }
  }

  private mutating func append(_ kind: Kind, _ bits: Int64, count: Int32 = 0) {
    cells.append(Cell(kind: kind, count: count, bits: bits))
  }

  /// Gives out the values and the texts that are copied as they lie in memory.
  package func withUnsafeCells<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Cell>, UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try cells.withUnsafeBufferPointer { cells throws(Failure) in
      try bytes.withUnsafeBufferPointer { bytes throws(Failure) in try body(cells, bytes) }
    }
  }

  /// The value at a place, as it was added.
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
