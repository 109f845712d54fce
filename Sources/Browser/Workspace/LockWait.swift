import Cells
import Records
import Screens

/// Holds what has to wait until another program unlocks the database; the loop retries it.
final class LockWait {
  enum Task {
    case effect(Effect)
    case writeBack

    var waiting: Effect.Waiting {
      switch self {
      case .writeBack: .patient
      case .effect(let effect): effect.waiting
      }
    }
  }

  enum Answer {
    case handled
    case ignored
    case cancelled(Task)
  }

  private var task: Task?
  private var isLookWaiting = false
  var isWorkLocked = false
  private let start = ContinuousClock.now

  var hasTask: Bool { task != nil }
  var isWaiting: Bool { task != nil || isLookWaiting || isWorkLocked }

  func wait(for task: Task) { self.task = task }
  func waitForLook() { isLookWaiting = true }
  func forget() { task = nil }

  func takeTask() -> Task? {
    defer { task = nil }
    return task
  }

  func takeLook() -> Bool {
    defer { isLookWaiting = false }
    return isLookWaiting
  }

  func answer(_ key: Key) -> Answer {
    guard let task else { return .handled }
    switch (key, task.waiting) {
    case (_, .fleeting):
      self.task = nil
      return .handled
    case (.escape, _), (.control("c"), .exclusive):
      self.task = nil
      return .cancelled(task)
    case (_, .patient), (.control("l"), _), (.control("z"), _): return .handled
    case (_, .exclusive): return .ignored
    }
  }

  func progress(needsList: Bool) -> WorkProgress {
    let takesEscape = task.map { $0.waiting != .fleeting } ?? false
    let turn = (ContinuousClock.now - start) / .milliseconds(100)
    return WorkProgress(
      BrowserWording.waitingForLock, isCancellable: takesEscape || isWorkLocked && task == nil,
      isCancellableAnywhere: takesEscape, needsList: needsList, turn: Int(turn))
  }
}
