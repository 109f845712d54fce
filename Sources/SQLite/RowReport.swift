import CSQLite

package final class RowReport {
  /// Receives the operation, the table, and the rowids before and after it.
  package typealias Note = (_ operation: Int32, _ table: String, _ old: Int64, _ new: Int64) -> Void

  private let note: Note

  /// The connection holds no reference, so this must live as long as the connection.
  init(_ connection: OpaquePointer, _ note: @escaping Note) {
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
