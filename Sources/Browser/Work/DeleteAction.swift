import BookStore
import Records
import Screens

/// Deletes rows.
final class DeleteAction: RowAction {
  private unowned let browser: Browser
  private let step: EditStep
  /// What the rows were called when the person was asked; nil where all rows of the list were meant.
  private let titles: SeenTitles?
  /// How many other rows went or changed along.
  private var otherCount = 0

  init(_ browser: Browser, _ rows: RowSet) {
    (self.browser, step) = (browser, browser.store.beginStep())
    if case .rows = rows { titles = browser.askedTitles } else { titles = nil }
  }

  var name: String { "Deleting" }
  var keepsPlaces: Bool { false }
  var failure: String { "Nothing was deleted. " }

  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError) {
    try browser.keepingSelection { () throws(StoreError) in
      otherCount += try browser.store.delete(ids, seenAs: titles, in: step)
    }
    browser.stack.receive(.deletedRows(.rows(Set(ids))))
  }

  func sentence(_ rows: RowWork, heldCount: Int) -> String {
    "Deleted \(Wording.count(rows.count, rows.schema))\(Wording.along(otherCount))."
  }

  func conclude(in browser: Browser) {
    if otherCount > 0 { browser.lookAgain() }
  }
}
