import CSQLite

/// A connection of SQLite's C interface, closed when the last reference is released.
///
/// One thread uses it. Any other may interrupt it while holding a reference, as SQLite demands (c3ref/interrupt.html).
package final class RawConnection: Sendable {
  nonisolated(unsafe) package let pointer: OpaquePointer

  /// A name that starts with `file:` is a URI.
  init(_ name: String, isReadOnly: Bool) throws(StoreError) {
    var pointer: OpaquePointer?
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    let code = sqlite3_open_v2(name, &pointer, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nil)
    guard code == SQLITE_OK, let pointer else {
      let error = StoreError(code: code, message: String(cString: sqlite3_errstr(code)))
      sqlite3_close_v2(pointer)
      throw error
    }
    self.pointer = pointer
    sqlite3_extended_result_codes(pointer, 1)
  }

  deinit { sqlite3_close_v2(pointer) }

  package func interrupt() { sqlite3_interrupt(pointer) }
}
