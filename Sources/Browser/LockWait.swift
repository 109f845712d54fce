import Cells
import Records
import Screens

/// What waits until another program unlocks the database; the loop tries it again by itself.
final class LockWait {
  /// What is tried again.
  enum Task {
    case effect(Effect)
    /// The write-back of every edit.
    case writeBack

    /// What keys do meanwhile.
    var waiting: Effect.Waiting {
      switch self {
      case .writeBack: .patient
      case .effect(let effect): effect.waiting
      }
    }
  }

  /// What becomes of a key while something waits.
  enum Answer {
    /// It is handled as always.
    case handled
    /// It does nothing.
    case ignored
    /// It has ended this.
    case cancelled(Task)
  }

  private var task: Task?
  /// Whether the record on screen could not be read because of the lock.
  private var isLookWaiting = false
  private let start = ContinuousClock.now

  /// Whether something that the person asked for waits.
  var hasTask: Bool { task != nil }

  /// Whether anything is tried again in a moment.
  var isWaiting: Bool { task != nil || isLookWaiting }

  /// Has something tried again in a moment.
  func wait(for task: Task) { self.task = task }

  /// Has the record on screen read again in a moment.
  func waitForLook() { isLookWaiting = true }

  /// Forgets what the person asked for.
  func forget() { task = nil }

  /// Takes the task to try again, if there is one.
  func takeTask() -> Task? {
    defer { task = nil }
    return task
  }

  /// Whether to read the record on screen again; true only once.
  func takeLook() -> Bool {
    defer { isLookWaiting = false }
    return isLookWaiting
  }

  /// Says what becomes of a key.
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

  /// What the status line says meanwhile.
  ///
  /// - Parameters:
  ///   - isWorkLocked: Whether work on many rows waits for the same lock.
  ///   - needsList: Whether there is work that needs the list to stay as it is.
  func progress(isWorkLocked: Bool, needsList: Bool) -> WorkProgress {
    let takesEscape = task.map { $0.waiting != .fleeting } ?? false
    let turn = (ContinuousClock.now - start) / .milliseconds(100)
    return WorkProgress(
      StoreWording.waitingForLock, isCancellable: takesEscape || isWorkLocked && task == nil,
      isCancellableAnywhere: takesEscape, needsList: needsList, turn: Int(turn))
  }
}
