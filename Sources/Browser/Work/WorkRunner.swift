import BookStore
import Screens

/// Runs work on many rows between key presses, in slices shorter than a frame, so that no key has to wait.
final class WorkRunner {
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

  /// Whether it can continue without waiting.
  var isReady: Bool { work.map { !$0.isWaiting && !isLocked } ?? false }

  /// Starts work on the list, unless other work is in progress; a search gives way to it.
  func begin(_ make: @autoclosure () -> any Work) {
    guard work?.isSearch ?? true else { return workspace.stack.message = Wording.stillWorking }
    workspace.listing.cancelSeeking()
    work = make()
  }

  /// Starts work; there must be no other.
  func start(_ work: any Work) { self.work = work }

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

  /// Cancels the work in progress, or otherwise a sort or a filter of the list; what is done stays done.
  func cancel() { work == nil ? workspace.focus.cancelArranging() : end(.cancelled) }

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
