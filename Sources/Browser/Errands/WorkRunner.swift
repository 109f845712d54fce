import BookStore
import Screens

/// Runs work on many rows between key presses, in slices shorter than a frame, so that no key has to wait.
final class WorkRunner: Errand {
  private static let slice = Duration.milliseconds(5)

  private let workspace: Workspace
  /// The work in progress, if any.
  private(set) var work: (any Work)?
  /// Whether it is waiting for a lock.
  private(set) var isLocked = false
  /// Whether the program quits as soon as it is over.
  private(set) var quitsAfterwards = false

  /// Whether a slice is one step of the work, so that each step can be seen.
  var isStepwise = false

  init(_ workspace: Workspace) { self.workspace = workspace }

  var kind: ErrandKind { .work }
  var isOver: Bool { work == nil }

  var progress: WorkProgress? {
    work.map {
      WorkProgress(
        quitsAfterwards ? BrowserWording.thenQuitting($0.name) : $0.name, fraction: $0.fraction,
        isCancellable: true, needsList: $0.needsList)
    }
  }

  var unfinished: Unfinished? {
    work.flatMap { $0.asksBeforeLeaving ? Unfinished(name: $0.name, canBeFinished: true) : nil }
  }

  /// Whether it can continue without waiting.
  var isReady: Bool { work.map { !$0.isWaiting && !isLocked } ?? false }

  /// Starts work on the list, unless other work is in progress; a search gives way to it.
  func begin(_ make: @autoclosure () -> any Work) {
    guard work?.isSearch ?? true else { return workspace.stack.message = Wording.stillWorking }
    workspace.listing.cancelSeeking()
    start(make())
  }

  /// Starts work; there must be no other.
  func start(_ work: any Work) {
    self.work = work
    workspace.errands.begin(self)
  }

  /// Runs a slice of the work, if there is any.
  func goOn() {
    guard let work, !work.isWaiting else { return }
    let deadline = ContinuousClock.now + Self.slice
    do throws(StoreError) {
      repeat {
        guard try work.step() else { return end(.done) }
        isLocked = false
      } while !isStepwise && !work.isWaiting && ContinuousClock.now < deadline
    } catch {
      isLocked = error == .busy
      if !isLocked { end(.failed(error)) }
    }
  }

  /// Ends the work and lets it report what it has done, which stays done.
  private func end(_ end: WorkEnd) {
    guard let work else { return }
    (self.work, isLocked) = (nil, false)
    if end != .done { quitsAfterwards = false }
    work.end(end)
  }

  /// Cancels the work; what is done stays done.
  func cancel() -> Bool {
    guard work != nil else { return false }
    end(.cancelled)
    return true
  }

  // MARK: - Quitting

  /// Makes the program quit as soon as the work is over.
  func quitAfterwards() { quitsAfterwards = true }

  /// Whether to quit now, because the awaited work is over.
  func takeQuit() -> Bool {
    guard quitsAfterwards, work == nil else { return false }
    quitsAfterwards = false
    return true
  }
}
