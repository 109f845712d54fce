import CSQLite
import Records

/// Binding values to parameters, byte for byte; each answers SQLite's result code.
extension PreparedStatement {
  /// Binds a packed value; a text is not copied.
  func bind(
    _ cell: PackedValues.Cell, _ bytes: UnsafeBufferPointer<UInt8>, _ others: [Value], at index: Int32
  ) -> Int32 {
    switch cell.kind {
    case .null: sqlite3_bind_null(handle, index)
    case .integer: sqlite3_bind_int64(handle, index, cell.bits)
    case .real: sqlite3_bind_double(handle, index, Double(bitPattern: UInt64(bitPattern: cell.bits)))
    case .text: bind(text: UnsafeBufferPointer(rebasing: bytes[cell.range]), at: index, nil)
    case .other: bind(others[Int(cell.bits)], at: index)
    }
  }

  /// Binds a value; empty bytes are bound apart, because SQLite takes a missing address for NULL.
  func bind(_ value: Value, at index: Int32) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let integer): sqlite3_bind_int64(handle, index, integer)
    case .real(let real): sqlite3_bind_double(handle, index, real)
    case .text(let text) where text.bytes.isEmpty: sqlite3_bind_text(handle, index, "", 0, Self.transient)
    case .text(let text):
      text.bytes.withUnsafeBufferPointer { bind(text: $0, at: index, Self.transient) }
    case .blob(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(handle, index, 0)
    case .blob(let bytes):
      bytes.withUnsafeBytes {
        sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), Self.transient)
      }
    }
  }

  private func bind(
    text: UnsafeBufferPointer<UInt8>, at index: Int32, _ destructor: sqlite3_destructor_type?
  ) -> Int32 {
    if isWide, let units = WideText.units(of: text) { return bind(units, at: index) }
    let start = UnsafeRawBufferPointer(text).assumingMemoryBound(to: CChar.self).baseAddress
    return sqlite3_bind_text64(handle, index, start, UInt64(text.count), destructor, UInt8(SQLITE_UTF8))
  }

  /// Binds a text in UTF-16.
  private func bind(_ units: [UInt16], at index: Int32) -> Int32 {
    // SQLite takes away one byte order mark, which may be the text's own.
    ([0xFEFF] + units).withUnsafeBytes {
      sqlite3_bind_text16(handle, index, $0.baseAddress, Int32(clamping: $0.count), Self.transient)
    }
  }

  /// Asks SQLite to copy what is bound; the C macro is out of Swift's sight.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
