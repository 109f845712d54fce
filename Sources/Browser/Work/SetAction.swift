import BookStore
import Records
import Screens

/// Sets a field of rows to the same value.
struct SetAction: RowAction {
  let store: BookStore
  let field: Int
  let value: Value
  private let step: EditStep

  init(_ store: BookStore, _ field: Int, _ value: Value) {
    (self.store, self.field, self.value, step) = (store, field, value, store.beginStep())
  }

  var name: String { "Setting \(store.schema.fields[field].label)" }

  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError) {
    try store.set(value, at: field, ofEach: ids, in: step)
    // What is set in memory only is written, so that it never becomes much.
    guard store.unsafeCount > 0 else { return }
    if let error = store.writeBack().error { throw error }
  }

  func sentence(_ rows: RowWork, heldCount: Int) -> String {
    "Set \(rows.schema.fields[field].label) of \(Wording.count(rows.count, rows.schema))."
  }

  func conclude(in browser: Browser) {
    if browser.isSavingAtOnce { browser.writeBack() }
  }
}
