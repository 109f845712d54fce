import BookStore
import Records
import Screens

/// Deletes rows.
final class DeleteAction: RowAction {
  private let workspace: Workspace
  private let step: EditStep
  /// The titles of the rows when the person was asked; nil if all rows of the list were meant.
  private let titles: SeenTitles?
  /// How many other rows were deleted or changed with them.
  private var otherCount = 0

  init(_ workspace: Workspace, _ rows: RowSet, titles: SeenTitles?) {
    (self.workspace, step) = (workspace, workspace.store.beginStep())
    if case .rows = rows { self.titles = titles } else { self.titles = nil }
  }

  var name: String { "Deleting" }
  var keepsPlaces: Bool { false }
  var failure: String { "Nothing was deleted. " }

  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError) {
    try workspace.focus.keepingSelection { () throws(StoreError) in
      otherCount += try workspace.store.delete(ids, seenAs: titles, in: step)
    }
    workspace.stack.receive(.deletedRows(.rows(Set(ids))))
  }

  func sentence(_ rows: RowWork, heldCount: Int) -> String {
    "Deleted \(Wording.count(rows.count, rows.schema))\(HistoryWording.along(otherCount))."
  }

  func conclude() { if otherCount > 0 { workspace.lookAgain() } }
}
