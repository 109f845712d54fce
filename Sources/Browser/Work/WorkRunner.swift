import BookStore
import Screens

/// Does work on many rows between the keys, in slices that are shorter than a frame, so that no key waits for it.
final class WorkRunner {
  private static let slice = Duration.milliseconds(5)

  private let workspace: Workspace
  /// The work that is under way, if any.
  private(set) var work: (any Work)?
  /// Whether it waits for a lock.
  private(set) var isLocked = false
  /// Whether the program ends as soon as it is over.
  private(set) var quitsAfterwards = false

  /// Whether a slice is one step of the work, so that each can be looked at.
  var isStepwise = false

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// Whether it can go on without waiting.
  var isReady: Bool { work.map { !$0.isWaiting && !isLocked } ?? false }

  /// Begins work on the list, unless other work is under way; a search gives way to it.
  func begin(_ make: @autoclosure () -> any Work) {
    guard work?.isSearch ?? true else { return workspace.stack.message = Wording.stillWorking }
    workspace.listing.cancelSeeking()
    work = make()
  }

  /// Begins work; no other is under way.
  func start(_ work: any Work) { self.work = work }

  /// Does a slice of the work, if there is any.
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

  /// Ends the work and has it say what it has done, which stays done.
  private func end(_ end: WorkEnd) {
    guard let work else { return }
    (self.work, isLocked) = (nil, false)
    if end != .done { quitsAfterwards = false }
    work.end(end)
  }

  /// Ends what is being worked on, and otherwise an order or a filter of the list; what is done stays done.
  func cancel() { work == nil ? workspace.focus.cancelArranging() : end(.cancelled) }

  // MARK: - Quitting

  /// Has the program end as soon as the work is over.
  func quitAfterwards() { quitsAfterwards = true }

  /// Whether the program is to end now, because the work that it waited for is over.
  func takeQuit() -> Bool {
    guard quitsAfterwards, work == nil else { return false }
    quitsAfterwards = false
    return true
  }
}
