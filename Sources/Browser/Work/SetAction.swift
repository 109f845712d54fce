import BookStore
import Records
import Screens

/// Sets a field of rows to the same value.
struct SetAction: RowAction {
  private let workspace: Workspace
  private let field: Int
  private let value: Value
  private let step: EditStep
  private let label: String

  init(_ workspace: Workspace, _ field: Int, _ value: Value) {
    (self.workspace, self.field, self.value) = (workspace, field, value)
    step = workspace.store.beginStep()
    label = workspace.listing.schema.fields[field].label
  }

  private var store: BookStore { workspace.store }

  var name: String { "Setting \(label)" }

  var batchSize: Int { 256 }

  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError) { try set(value, of: ids) }

  /// Sets the field of some rows to a value, as a part of the step.
  func set(_ value: Value, of ids: [RecordID]) throws(StoreError) {
    try store.set(value, at: field, ofEach: ids, in: step)
    // Edits that are in memory only are written, so that they never become many.
    guard store.unsafeCount > 0 else { return }
    if let error = store.writeBack().error { throw error }
  }

  func sentence(_ rows: RowWork, heldCount: Int) -> String {
    "Set \(label) of \(Wording.count(rows.count, rows.schema))."
  }

  func conclude() { if workspace.isSavingAtOnce { workspace.writeBack() } }
}
