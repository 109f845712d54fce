import BookStore
import Records
import Screens

/// Sets a field to another value in all rows that hold a given one.
struct ChangeAction: RowAction {
  private let setting: SetAction
  private let workspace: Workspace
  private let field: Int
  private let old: Value

  init(_ workspace: Workspace, _ field: Int, from old: Value, to new: Value) {
    setting = SetAction(workspace, field, new)
    (self.workspace, self.field, self.old) = (workspace, field, old)
  }

  var name: String { setting.name }

  /// Rows whose value has changed meanwhile, here or in the database, are left alone.
  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError) {
    // A row that cannot be read with the others is read individually below, which reports the reason.
    try? workspace.store.hydrate(ids)
    var same: [RecordID] = []
    for id in ids {
      do throws(StoreError) {
        if try workspace.store.read(field, of: id) == old { same.append(id) }
      } catch {
        if error != .rowGone { throw error }
      }
    }
    try setting.act(on: same, of: rows)
    rows.leaveOut(ids.count - same.count)
  }

  func sentence(_ rows: RowWork, heldCount: Int) -> String { setting.sentence(rows, heldCount: heldCount) }

  func conclude() { setting.conclude() }
}
