import CSQLite

final class StatementCallback {
  private let note: (String) -> Void

  /// The connection holds no reference, so this must outlive its statements.
  init(_ connection: OpaquePointer, _ note: @escaping (String) -> Void) {
    self.note = note
    sqlite3_trace_v2(
      connection, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, text in
        guard let context, let text else { return 0 }
        let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
        // SQLite reports a trigger as a comment.
        if !sql.hasPrefix("--") {
          Unmanaged<StatementCallback>.fromOpaque(context).takeUnretainedValue().note(sql)
        }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
