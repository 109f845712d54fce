import BookStore
import Platform
import Screens

/// What other programs do to the database while it is open.
final class OtherPrograms {
  private let workspace: Workspace
  private var nextCheck = ContinuousClock.now
  /// Whether it was said that the file is not where it was.
  private var hasSaidReplacement = false

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }

  /// Looks once a second whether another program has written.
  ///
  /// While a value is typed the record below stays what it was, so that a write-back finds out what was changed since.
  ///
  /// - Parameter isDue: Whether it looks now, also if the second is not over.
  func check(isDue: Bool) -> OtherWriting {
    guard isDue || ContinuousClock.now >= nextCheck, !workspace.stack.needs.isTypingValue else {
      return .nothing
    }
    nextCheck = .now + .seconds(1)
    let isReplaced = store.isFileReplaced
    // A question that is on the screen is answered first.
    if workspace.stack.mode != .alert {
      if isReplaced, !hasSaidReplacement { askAboutReplacement() }
      hasSaidReplacement = isReplaced
    }
    var found = OtherWriting.nothing
    workspace.focus.keepingSelection { found = store.checkForOtherWriters() }
    return found
  }

  /// Asks what to do when the file was moved, replaced or removed; if there is nothing to choose from, it only says so.
  private func askAboutReplacement() {
    let (isThere, dirtyCount) = (access(store.path, F_OK) == 0, store.counts.dirty)
    // What is in memory only would go with the store.
    let canOpen = isThere && (dirtyCount == 0 || store.logState == .ready)
    guard canOpen || dirtyCount > 0 else {
      return workspace.stack.message = .problem(StoreWording.sentence(.fileReplaced))
    }
    workspace.stack.receive(.alert(.replaced(canOpen: canOpen, unsavedCount: dirtyCount)))
  }

  /// Notes that the open file is the one that is there now.
  func noteReopening() { hasSaidReplacement = false }

  /// Writes the database as it was opened to the first free name beside it.
  func rescue() {
    let name = store.path.hasSuffix(".sqlite") ? String(store.path.dropLast(7)) : store.path
    let names = (1...999).lazy.map { "\(name)-rescued\($0 == 1 ? "" : "-\($0)").sqlite" }
    guard let path = names.first(where: { access($0, F_OK) != 0 }) else { return }
    do throws(StoreError) {
      try store.rescue(to: path)
      workspace.stack.message = StoreWording.rescued(to: path, unsavedCount: store.counts.dirty)
    } catch {
      workspace.stack.message = .problem(StoreWording.sentence(error))
    }
  }
}
