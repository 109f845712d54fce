import BookStore
import Records
import Screens

/// Undoes or redoes a large step.
final class UndoWork: Work {
  private unowned let browser: Browser
  private let undo: UndoJob

  init(_ undo: UndoJob, in browser: Browser) { (self.undo, self.browser) = (undo, browser) }

  var name: String { undo.isRedo ? "Redoing" : "Undoing" }
  var fraction: Double { undo.fraction }

  func step() throws(StoreError) -> Bool {
    var goesOn = false
    try browser.keepingSelection { () throws(StoreError) in goesOn = try undo.step() }
    return goesOn
  }

  func end(_ end: WorkEnd) {
    if end == .done { browser.finish(undo) } else { browser.stop(undo, end.error) }
  }
}
