import BookStore
import Records
import Screens

/// Adds parts to a list that a joining table makes, in many rows, or removes them.
struct PartsAction: RowAction {
  private let parts: JoinedParts
  private let change: JoinedParts.Change
  private let step: EditStep
  private let label: String

  init(_ workspace: Workspace, _ parts: JoinedParts, _ field: Int, _ typed: Value) {
    (self.parts, change) = (parts, JoinedParts.Change(typed: typed.plainText ?? ""))
    step = workspace.store.beginStep()
    label = workspace.listing.schema.field(at: field).label
  }

  var name: String { "Changing \(label)" }

  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError) { try parts.make(change, in: ids, step) }

  func sentence(_ rows: RowWork, heldCount: Int) -> String {
    let count = Wording.count(rows.count, rows.schema)
    return switch change {
    case .add(let titles): "Added \(count) to \(titles.joined(separator: ", "))."
    case .remove(let titles): "Removed \(count) from \(titles.joined(separator: ", "))."
    }
  }
}
