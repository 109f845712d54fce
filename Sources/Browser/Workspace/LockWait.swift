import Cells
import Records
import Screens

/// Keeps what has to wait until another program unlocks the database; the loop retries it by itself.
final class LockWait {
  /// What is retried.
  enum Task {
    case effect(Effect)
    /// The write-back of every edit.
    case writeBack

    /// How keys are handled meanwhile.
    var waiting: Effect.Waiting {
      switch self {
      case .writeBack: .patient
      case .effect(let effect): effect.waiting
      }
    }
  }

  /// What happens to a key while something is waiting.
  enum Answer {
    /// It is handled as usual.
    case handled
    /// It does nothing.
    case ignored
    /// It has cancelled this task.
    case cancelled(Task)
  }

  private var task: Task?
  /// Whether the record on screen could not be read because of the lock.
  private var isLookWaiting = false
  private let start = ContinuousClock.now

  /// Whether something that the person asked for is waiting.
  var hasTask: Bool { task != nil }

  /// Whether anything will be retried soon.
  var isWaiting: Bool { task != nil || isLookWaiting }

  /// Makes the loop retry something soon.
  func wait(for task: Task) { self.task = task }

  /// Makes the loop read the record on screen again soon.
  func waitForLook() { isLookWaiting = true }

  /// Forgets what the person asked for.
  func forget() { task = nil }

  /// Takes the task to retry, if there is one.
  func takeTask() -> Task? {
    defer { task = nil }
    return task
  }

  /// Whether to read the record on screen again; true only once.
  func takeLook() -> Bool {
    defer { isLookWaiting = false }
    return isLookWaiting
  }

  /// Decides what happens to a key.
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

  /// The progress shown on the status line meanwhile.
  ///
  /// - Parameters:
  /// - isWorkLocked: Whether work on many rows is waiting for the same lock.
  /// - needsList: Whether some work needs the list to stay as it is.
  func progress(isWorkLocked: Bool, needsList: Bool) -> WorkProgress {
    let takesEscape = task.map { $0.waiting != .fleeting } ?? false
    let turn = (ContinuousClock.now - start) / .milliseconds(100)
    return WorkProgress(
      BrowserWording.waitingForLock, isCancellable: takesEscape || isWorkLocked && task == nil,
      isCancellableAnywhere: takesEscape, needsList: needsList, turn: Int(turn))
  }
}
