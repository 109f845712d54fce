import BookStore
import Records
import Screens

/// Resolves all conflicts the same way.
final class ResolvingWork: Work {
  private let workspace: Workspace
  private let conflicts: ConflictChoices
  private let settling: ResolvingJob

  init(_ settling: ResolvingJob, _ workspace: Workspace, _ conflicts: ConflictChoices) {
    (self.settling, self.workspace, self.conflicts) = (settling, workspace, conflicts)
  }

  var name: String { "Settling" }
  var fraction: Double { settling.fraction }

  func step() throws(StoreError) -> Bool {
    var goesOn = false
    try workspace.focus.keepingSelection { () throws(StoreError) in goesOn = try settling.step() }
    return goesOn
  }

  /// Shows the remaining conflicts, and reports how far it got.
  func end(_ end: WorkEnd) {
    conflicts.conclude(
      settling, LogWording.kept(settling, isStopped: end != .done, end.error, workspace.listing.schema))
  }
}
