import BookStore
import Records
import Screens

/// Changes fields or creates tables, after copying the database.
final class FieldWork: Work {
  private let job: any Job
  private let done: Message
  private unowned let workspace: Workspace

  init(_ job: any Job, _ workspace: Workspace, saying done: Message) {
    (self.job, self.workspace, self.done) = (job, workspace, done)
  }

  var name: String { "Copying the database" }
  var fraction: Double { job.fraction }
  var asksBeforeLeaving: Bool { false }

  func step() throws(StoreError) -> Bool { try job.step() }

  func end(_ end: WorkEnd) {
    switch end {
    case .done: workspace.stack.message = done
    case .cancelled: workspace.stack.message = StoreWording.cancelled
    case .failed(let error):
      workspace.stack.message = .problem(workspace.notices.sentence(error, in: workspace.stack.schema))
    }
  }
}
