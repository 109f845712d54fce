import Records

package struct CountedCell {
  let cell: ValueCell
  package let count: Int

  package var value: Value { cell.value }

  package var isNull: Bool { cell.kind == .null }

  /// The storage class, the count, and a number or the number of bytes.
  static let headSize = 17

  var size: Int { Self.headSize + cell.bytes.count }

  func append(to bytes: inout [UInt8]) {
    let isNumber = cell.kind == .integer || cell.kind == .real
    let number = isNumber ? cell.order : UInt64(cell.bytes.count)
    Self.appendHead(cell.kind, count: count, number: number, to: &bytes)
    bytes.append(contentsOf: cell.bytes)
  }

  static func appendHead(ofBytes count: Int, to bytes: inout [UInt8]) {
    appendHead(.blob, count: 1, number: UInt64(count), to: &bytes)
  }

  private static func appendHead(_ kind: ValueCell.Kind, count: Int, number: UInt64, to bytes: inout [UInt8])
  {
    withUnsafeTemporaryAllocation(byteCount: headSize, alignment: 1) { head in
      head.storeBytes(of: kind.rawValue, as: UInt8.self)
      head.storeBytes(of: UInt64(count).littleEndian, toByteOffset: 1, as: UInt64.self)
      head.storeBytes(of: number.littleEndian, toByteOffset: 9, as: UInt64.self)
      bytes.append(contentsOf: UnsafeRawBufferPointer(head))
    }
  }

  static func size(head: UnsafeRawBufferPointer) -> Int? {
    guard head.count >= headSize, let kind = ValueCell.Kind(rawValue: head[0]) else { return nil }
    switch kind {
    case .integer, .real, .null: return headSize
    case .text, .blob: return Int(exactly: number(in: head, at: 9)).map { headSize + $0 }
    }
  }

  init?(_ form: UnsafeRawBufferPointer) {
    guard Self.size(head: form) == form.count, let kind = ValueCell.Kind(rawValue: form[0]) else {
      return nil
    }
    let bytes = UnsafeRawBufferPointer(rebasing: form[Self.headSize...])
    count = Int(truncatingIfNeeded: Self.number(in: form, at: 1))
    cell =
      switch kind {
      case .integer, .real: ValueCell(kind: kind, number: Self.number(in: form, at: 9))
      case .null: .null
      case .text, .blob: ValueCell(bytes, isText: kind == .text)
      }
  }

  init(_ cell: ValueCell, _ count: Int) { (self.cell, self.count) = (cell, count) }

  private static func number(in bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  var line: ValueLine { ValueLine(value: cell.value, count: count) }
}
