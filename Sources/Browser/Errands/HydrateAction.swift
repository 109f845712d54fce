import BookStore
import Records
import Screens

/// Hydrates rows.
struct HydrateAction: RowAction {
  let store: BookStore

  var name: String { "Hydrating" }
  var asksBeforeLeaving: Bool { false }
  var batchSize: Int { 512 }

  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError) {
    try store.shelf.hydrate(ids)
  }

  func sentence(_ rows: RowWork, heldCount: Int) -> String {
    let held = heldCount < rows.count ? "; the budget holds \(Wording.number(heldCount))" : ""
    return "Hydrated \(Wording.count(rows.count, rows.schema))\(held)."
  }
}
