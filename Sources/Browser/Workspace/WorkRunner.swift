import BookStore
import Records
import Screens

struct Work {
  let name: String
  let job: any Job
  var asksBeforeLeaving = true
  var keepsSelection = false
  /// Whether the positions of the list's rows must not change until the job is over.
  var needsList = false
  /// Whether the job only searches for a row, and gives way to other work.
  var isSearch = false
  var isWaiting = { false }
  let end: (WorkEnd) -> Void
}

enum WorkEnd: Equatable {
  case done
  case cancelled
  case failed(StoreError)

  var error: StoreError? { if case .failed(let error) = self { error } else { nil } }
}

/// Runs work on many rows between key presses, in slices shorter than a frame.
final class WorkRunner: Errand {
  private static let slice = Duration.milliseconds(5)

  private let workspace: Workspace
  private(set) var work: Work?
  private(set) var quitsAfterwards = false
  var isStepwise = false

  init(_ workspace: Workspace) { self.workspace = workspace }

  var kind: ErrandKind { .work }
  var isOver: Bool { work == nil }

  var progress: WorkProgress? {
    work.map {
      WorkProgress(
        quitsAfterwards ? BrowserWording.thenQuitting($0.name) : $0.name, fraction: $0.job.fraction,
        isCancellable: true, needsList: $0.needsList)
    }
  }

  var unfinished: Unfinished? {
    work.flatMap { $0.asksBeforeLeaving ? Unfinished(name: $0.name, canBeFinished: true) : nil }
  }

  var isReady: Bool { work.map { !$0.isWaiting() && !workspace.lock.isWorkLocked } ?? false }

  func begin(_ make: @autoclosure () -> Work) {
    guard work?.isSearch ?? true else { return workspace.stack.message = Wording.stillWorking }
    workspace.listing.cancelSeeking()
    start(make())
  }

  func begin(_ action: @autoclosure () -> any RowAction, _ rows: RowSet) {
    begin(RowWork(action(), rows, in: workspace).work)
  }

  /// There must be no other work.
  func start(_ work: Work) {
    self.work = work
    workspace.errands.begin(self)
  }

  func goOn() {
    guard let work, !work.isWaiting() else { return }
    let deadline = ContinuousClock.now + Self.slice
    do throws(StoreError) {
      repeat {
        guard try step(work) else { return end(.done) }
        workspace.lock.isWorkLocked = false
      } while !isStepwise && !work.isWaiting() && ContinuousClock.now < deadline
    } catch {
      workspace.lock.isWorkLocked = error == .busy
      if error != .busy { end(.failed(error)) }
    }
  }

  private func step(_ work: Work) throws(StoreError) -> Bool {
    guard work.keepsSelection else { return try work.job.step() }
    var goesOn = false
    try workspace.focus.keepingSelection { () throws(StoreError) in goesOn = try work.job.step() }
    return goesOn
  }

  private func end(_ end: WorkEnd) {
    guard let work else { return }
    (self.work, workspace.lock.isWorkLocked) = (nil, false)
    if end != .done { quitsAfterwards = false }
    work.end(end)
  }

  func cancel() -> Bool {
    guard work != nil else { return false }
    end(.cancelled)
    return true
  }

  func quitAfterwards() { quitsAfterwards = true }

  func takeQuit() -> Bool {
    guard quitsAfterwards, work == nil else { return false }
    quitsAfterwards = false
    return true
  }
}
