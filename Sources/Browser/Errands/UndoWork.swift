import BookStore
import Records
import Screens

/// Undoes or redoes a large step.
final class UndoWork: Work {
  private let undoing: Undoing
  private let undo: UndoJob

  init(_ undo: UndoJob, _ undoing: Undoing) { (self.undo, self.undoing) = (undo, undoing) }

  var name: String { undo.isRedo ? "Redoing" : "Undoing" }
  var fraction: Double { undo.fraction }

  func step() throws(StoreError) -> Bool {
    var goesOn = false
    try undoing.workspace.focus.keepingSelection { () throws(StoreError) in goesOn = try undo.step() }
    return goesOn
  }

  func end(_ end: WorkEnd) {
    if end == .done { undoing.conclude(undo) } else { undoing.stop(undo, end.error) }
  }
}
