import BookStore
import Records
import Screens
import Sentences

/// Adds, renames or removes a field, after copying the database.
final class FieldWork: Work {
  private let job: FieldJob
  private unowned let workspace: Workspace

  init(_ job: FieldJob, _ workspace: Workspace) { (self.job, self.workspace) = (job, workspace) }

  var name: String { "Copying the database" }
  var fraction: Double { job.fraction }
  var asksBeforeLeaving: Bool { false }

  func step() throws(StoreError) -> Bool { try job.step() }

  func end(_ end: WorkEnd) {
    switch end {
    case .done: workspace.stack.message = StoreWording.changed(job.change)
    case .cancelled: workspace.stack.message = StoreWording.cancelled
    case .failed(let error):
      workspace.stack.message = .problem(workspace.notices.sentence(error, in: workspace.stack.schema))
    }
  }
}
