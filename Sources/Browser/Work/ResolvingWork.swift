import BookStore
import Records
import Screens

/// Makes the same choice for all conflicts.
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

  /// Shows the conflicts that are left, and says how far it came.
  func end(_ end: WorkEnd) {
    conflicts.conclude(
      settling, StoreWording.kept(settling, isStopped: end != .done, end.error, workspace.listing.schema))
  }
}
