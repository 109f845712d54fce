import BookStore
import Records
import Screens

/// A job that the loop runs between key presses, and how people see it.
struct Work {
  /// Its name while it runs, without a full stop.
  let name: String
  let job: any Job
  /// Whether quitting asks first, because something would be left half done.
  var asksBeforeLeaving = true
  /// Whether the selected record stays selected while rows move.
  var keepsSelection = false
  /// Whether it depends on the positions of the list's rows, which must not change until it is over.
  var needsList = false
  /// Whether it only searches for a row, and therefore gives way to other work.
  var isSearch = false
  /// Whether it has to wait for more of the list, whose arrival wakes the loop.
  var isWaiting = { false }
  /// Reports what was done; the work does not continue after this.
  let end: (WorkEnd) -> Void
}

/// How work has ended.
enum WorkEnd: Equatable {
  /// Nothing is left to do.
  case done
  /// The person has cancelled it.
  case cancelled
  /// It cannot continue.
  case failed(StoreError)

  /// Why it cannot continue.
  var error: StoreError? { if case .failed(let error) = self { error } else { nil } }
}

/// A job that does the same for each of some things, one after the other.
final class EachJob: Job {
  private let count: Int
  private let body: (Int) throws(StoreError) -> Void
  /// How many are done.
  private(set) var place = 0

  init(_ count: Int, _ body: @escaping (Int) throws(StoreError) -> Void) {
    (self.count, self.body) = (count, body)
  }

  var fraction: Double { Double(place) / Double(max(1, count)) }

  func step() throws(StoreError) -> Bool {
    guard place < count else { return false }
    try body(place)
    place += 1
    return place < count
  }
}

/// Runs work on many rows between key presses, in slices shorter than a frame, so that no key has to wait.
final class WorkRunner: Errand {
  private static let slice = Duration.milliseconds(5)

  private let workspace: Workspace
  /// The work in progress, if any.
  private(set) var work: Work?
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
        quitsAfterwards ? BrowserWording.thenQuitting($0.name) : $0.name, fraction: $0.job.fraction,
        isCancellable: true, needsList: $0.needsList)
    }
  }

  var unfinished: Unfinished? {
    work.flatMap { $0.asksBeforeLeaving ? Unfinished(name: $0.name, canBeFinished: true) : nil }
  }

  /// Whether it can continue without waiting.
  var isReady: Bool { work.map { !$0.isWaiting() && !isLocked } ?? false }

  /// Starts work on the list, unless other work is in progress; a search gives way to it.
  func begin(_ make: @autoclosure () -> Work) {
    guard work?.isSearch ?? true else { return workspace.stack.message = Wording.stillWorking }
    workspace.listing.cancelSeeking()
    start(make())
  }

  /// Starts an action on rows in the same way.
  func begin(_ action: @autoclosure () -> any RowAction, _ rows: RowSet) {
    begin(RowWork(action(), rows, in: workspace).work)
  }

  /// Starts work; there must be no other.
  func start(_ work: Work) {
    self.work = work
    workspace.errands.begin(self)
  }

  /// Runs a slice of the work, if there is any.
  func goOn() {
    guard let work, !work.isWaiting() else { return }
    let deadline = ContinuousClock.now + Self.slice
    do throws(StoreError) {
      repeat {
        guard try step(work) else { return end(.done) }
        isLocked = false
      } while !isStepwise && !work.isWaiting() && ContinuousClock.now < deadline
    } catch {
      isLocked = error == .busy
      if !isLocked { end(.failed(error)) }
    }
  }

  private func step(_ work: Work) throws(StoreError) -> Bool {
    guard work.keepsSelection else { return try work.job.step() }
    var goesOn = false
    try workspace.focus.keepingSelection { () throws(StoreError) in goesOn = try work.job.step() }
    return goesOn
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
