import BookStore
import Records
import Screens

/// Sets a field of the rows that hold one value in it to another value.
struct ChangeAction: RowAction {
  private let setting: SetAction
  private let workspace: Workspace
  private let field: Int
  private let old: Value
  private let countAgain: () -> Void

  init(_ workspace: Workspace, _ field: Int, from old: Value, to new: Value, countAgain: @escaping () -> Void)
  {
    setting = SetAction(workspace, field, new)
    (self.workspace, self.field, self.old, self.countAgain) = (workspace, field, old, countAgain)
  }

  var name: String { setting.name }

  /// Rows that have another value by now, here or in the database, are left alone.
  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError) {
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

  func conclude() {
    setting.conclude()
    countAgain()
  }
}
