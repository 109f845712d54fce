/// The values of a row in one piece of memory, unpacked on demand.
///
/// Each value is a byte for its storage class, then eight bytes of a number, or a four-byte size and the bytes of a text or blob.
/// Numbers are in native byte order.
package struct PackedRow {
  /// The creator of the row must keep the memory alive.
  package let bytes: UnsafeRawBufferPointer

  /// A longer row is mostly one long text, for which packing saves nothing.
  package static let largestSize = 2_048

  fileprivate enum Kind {
    static let null: UInt8 = 0
    static let integer: UInt8 = 1
    static let real: UInt8 = 2
    static let text: UInt8 = 3
    static let blob: UInt8 = 4
  }

  package init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  package var values: [Value] {
    var (values, place, count): ([Value], Int, Int) = ([], 0, 0)
    forEachSize { _ in count += 1 }
    // Spare capacity would exceed what the record accounts for.
    values.reserveCapacity(count)
    while place < bytes.count { values.append(value(at: &place)) }
    return values
  }

  /// Passes zero for values other than texts and blobs.
  func forEachSize(_ body: (Int) -> Void) {
    var place = 0
    while place < bytes.count {
      let (kind, start) = (bytes[place], place + 1)
      var size = 0
      switch kind {
      case Kind.integer, Kind.real: place = start + 8
      case Kind.text, Kind.blob:
        size = Int(bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
        place = start + 4 + size
      default: place = start
      }
      body(size)
    }
  }

  private func value(at place: inout Int) -> Value {
    let (kind, start) = (bytes[place], place + 1)
    switch kind {
    case Kind.integer, Kind.real:
      place = start + 8
      let bits = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      return kind == Kind.integer ? .integer(Int64(bitPattern: bits)) : .real(Double(bitPattern: bits))
    case Kind.text, Kind.blob:
      place = start + 4 + Int(bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
      let content = Array(bytes[(start + 4)..<place])
      return kind == Kind.text ? .text(Text(bytes: content)) : .blob(content)
    default:
      place = start
      return .null
    }
  }

  package struct Packer {
    private let memory: UnsafeMutableRawBufferPointer
    private var size = 0

    /// - Parameter memory: At least `largestSize` bytes.
    package init(into memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

    package var row: PackedRow? {
      size > PackedRow.largestSize ? nil : PackedRow(bytes: UnsafeRawBufferPointer(rebasing: memory[..<size]))
    }

    package mutating func append() { _ = begin(Kind.null, 0) }

    package mutating func append(_ integer: Int64) {
      guard let place = begin(Kind.integer, 8) else { return }
      memory.storeBytes(of: integer, toByteOffset: place, as: Int64.self)
    }

    package mutating func append(_ real: Double) {
      guard let place = begin(Kind.real, 8) else { return }
      memory.storeBytes(of: real, toByteOffset: place, as: Double.self)
    }

    package mutating func append(_ content: UnsafeRawBufferPointer, isText: Bool) {
      guard let place = begin(isText ? Kind.text : Kind.blob, 4 + content.count) else { return }
      memory.storeBytes(of: UInt32(content.count), toByteOffset: place, as: UInt32.self)
      UnsafeMutableRawBufferPointer(rebasing: memory[(place + 4)...]).copyMemory(from: content)
    }

    /// Returns the offset for the value; nil once the row is too large.
    private mutating func begin(_ kind: UInt8, _ count: Int) -> Int? {
      let place = size + 1
      size = place + count
      guard size <= PackedRow.largestSize else { return nil }
      memory[place - 1] = kind
      return place
    }
  }
}
