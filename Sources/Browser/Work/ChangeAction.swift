import BookStore
import Records
import Screens

/// Sets a field to another value in all rows that hold a given one, or replaces it in their lists.
struct ChangeAction: RowAction {
  private let setting: SetAction
  private let workspace: Workspace
  private let field: Int
  private let (old, new): (Value, Value)

  init(_ workspace: Workspace, _ field: Int, from old: Value, to new: Value) {
    setting = SetAction(workspace, field, new)
    (self.workspace, self.field, self.old, self.new) = (workspace, field, old, new)
  }

  var name: String { setting.name }

  /// Rows whose value has changed meanwhile, here or in the database, are left alone.
  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError) {
    // A row that cannot be read with the others is read individually below, which reports the reason.
    try? workspace.store.hydrate(ids)
    var changed: [Value: [RecordID]] = [:]
    for id in ids {
      do throws(StoreError) {
        let value = try workspace.store.read(field, of: id)
        if let new = replacement(for: value) { changed[new, default: []].append(id) }
      } catch {
        if error != .rowGone { throw error }
      }
    }
    for (value, ids) in changed { try setting.set(value, of: ids) }
    rows.leaveOut(ids.count - changed.values.reduce(0) { $0 + $1.count })
  }

  /// The new value of a row; nil if its value is not the old one and does not contain it.
  private func replacement(for value: Value) -> Value? {
    guard isOfLists else { return value == old ? new : nil }
    return ListText.holds(old, in: value) ? ListText.replacing(old, by: new, in: value) : nil
  }

  private var isOfLists: Bool { workspace.listing.schema.fields[field].kind == .list }

  func sentence(_ rows: RowWork, heldCount: Int) -> String { setting.sentence(rows, heldCount: heldCount) }

  func conclude() { setting.conclude() }
}
