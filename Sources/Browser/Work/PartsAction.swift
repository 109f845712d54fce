import BookStore
import Queries
import Records
import Screens

/// Adds parts to a list that a joining table makes, in many rows, or removes them.
final class PartsAction: RowAction {
  private let parts: JoinedParts
  private let change: ListChange
  private let step: EditStep
  private let label: String
  /// How many rows of the joining table were inserted or deleted.
  private var count = 0

  init(_ workspace: Workspace, _ parts: JoinedParts, _ field: Int, _ typed: Value) {
    (self.parts, change) = (parts, ListChange(typed: typed.plainText ?? ""))
    label = workspace.listing.schema.field(at: field).label
    step = workspace.store.beginStep(from: .listed(label, of: ""))
  }

  var name: String { "Changing \(label)" }

  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError) {
    count += try parts.make(change, in: ids, step)
  }

  func sentence(_ rows: RowWork, heldCount: Int) -> String {
    if count == 0 { return "\(label) were like that already." }
    let number = Wording.number(count)
    return switch change {
    case .add(let titles): "Added \(number) to \(label): \(titles.joined(separator: "; "))."
    case .remove(let titles): "Removed \(number) from \(label): \(titles.joined(separator: "; "))."
    case .rename(let old, let new): "Changed \(label) from \(old) to \(new)."
    }
  }
}
