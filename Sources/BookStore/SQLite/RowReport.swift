import CSQLite

/// Tells a closure of each row that a connection is about to insert, change or delete.
final class RowReport {
  private let note: (_ operation: Int32, _ table: String, _ old: Int64, _ new: Int64) -> Void

  /// Begins to tell; the connection holds no reference, so this must live as long as the connection.
  init(
    _ connection: OpaquePointer,
    _ note: @escaping (_ operation: Int32, _ table: String, _ old: Int64, _ new: Int64) -> Void
  ) {
    self.note = note
    _ = sqlite3_preupdate_hook(
      connection,
      { context, _, operation, _, table, old, new in
        guard let context, let table else { return }
        Unmanaged<RowReport>.fromOpaque(context).takeUnretainedValue().note(
          operation, String(cString: table), old, new)
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

extension Connection {
  /// Has a closure told of each row before it changes, where this SQLite can.
  func report(_ note: @escaping (_ operation: Int32, _ table: String, _ old: Int64, _ new: Int64) -> Void) {
    guard csqlite_has_preupdate() != 0 else { return }
    handle.rowReport = RowReport(pointer, note)
  }
}
