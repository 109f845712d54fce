import BookStore
import Records
import Screens

/// Work in slices that are shorter than a frame, so that no key waits for it.
extension Browser {
  /// How long a slice takes.
  private static let slice = Duration.milliseconds(5)

  /// Begins work on the list, unless other work is under way; a search gives way to it.
  func begin(_ make: @autoclosure () -> any Work) {
    guard work?.isSearch ?? true else { return stack.message = Wording.stillWorking }
    listing.cancelSeeking()
    work = make()
  }

  /// Does a slice of the work, if there is any.
  func goOnWithWork() {
    guard let work, !work.isWaiting else { return }
    let deadline = ContinuousClock.now + Self.slice
    do throws(StoreError) {
      repeat {
        guard try work.step() else { return end(.done) }
        isWorkLocked = false
      } while !work.isWaiting && ContinuousClock.now < deadline
    } catch {
      isWorkLocked = error == .busy
      if !isWorkLocked { end(.failed(error)) }
    }
  }

  /// Ends the work and has it say what it has done, which stays done.
  private func end(_ end: WorkEnd) {
    guard let work else { return }
    (self.work, isWorkLocked) = (nil, false)
    if end != .done { quitsAfterWork = false }
    work.end(end)
  }

  /// Ends what is being worked on; what is done stays done.
  func cancelWork() {
    if work != nil {
      end(.cancelled)
    } else if listing.activity != nil {
      let id = seeking?.id ?? selectedRecord
      listing.cancelArranging()
      seeking = Seeking(id: id, isAtTop: true)
      seek()
      stack.message = Wording.cancelled
    }
  }

  /// Says how many edits are in memory only, if some are.
  func sayWhatIsUnsafe(_ reason: StoreError) {
    let count = store.unsafeCount
    guard count > 0 else { return }
    hasSaidLogState = true
    stack.message = Wording.inMemoryOnly(count, reason)
  }

  /// How many rows are hydrated, once the budget has let go of what is too much.
  var heldCount: Int {
    // What cannot be written is said by the next look at the budget.
    _ = store.writer.keepWithin(bytes: settings.memoryBudget, keeping: stack.shownRecords)
    return store.counts.hydrated
  }
}
