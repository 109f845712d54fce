import BookStore
import Platform
import Screens

final class OtherPrograms {
  private let workspace: Workspace
  private var nextCheck = ContinuousClock.now
  private var hasSaidReplacement = false
  private(set) var failure: StoreError?

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }

  /// Checks at most once a second, or now if `isDue`; not while a value is typed.
  func check(isDue: Bool) -> OtherWriting {
    guard isDue || ContinuousClock.now >= nextCheck, !workspace.stack.needs.isTypingValue else {
      return .nothing
    }
    nextCheck = .now + .seconds(1)
    let isReplaced = store.isFileReplaced
    if workspace.stack.mode != .alert {
      if isReplaced, !hasSaidReplacement { askAboutReplacement() }
      hasSaidReplacement = isReplaced
    }
    var found = OtherWriting.nothing
    workspace.focus.keepingSelection { found = store.checkForOtherWriters() }
    guard let failure, found == .nothing || found == .rows else { return found }
    // Failures other than a lock are retried only on request.
    return failure == .busy || isDue ? .schema : found
  }

  private func askAboutReplacement() {
    let (isThere, dirtyCount) = (access(store.path, F_OK) == 0, store.counts.dirty)
    // Edits that are in memory only would be lost with the store.
    let canOpen = isThere && (dirtyCount == 0 || store.logState == .ready)
    guard canOpen || dirtyCount > 0 else {
      return workspace.stack.message = .problem(StoreWording.sentence(.fileReplaced))
    }
    workspace.stack.receive(.alert(.replaced(canOpen: canOpen, unsavedCount: dirtyCount)))
  }

  func noteReopening() { (hasSaidReplacement, failure) = (false, nil) }

  /// Returns nil if the reading is not news; after a lock, the next check retries.
  func noteReading(_ reason: StoreError?, after former: StoreError?, isAddition: Bool) -> Message? {
    if let reason { failure = reason }
    let isKnown = reason == nil ? isAddition : reason == .busy || reason == former
    return isKnown ? nil : LogWording.schemaChanged(reason)
  }

  func rescue() {
    let name = store.path.hasSuffix(".sqlite") ? String(store.path.dropLast(7)) : store.path
    let names = (1...999).lazy.map { "\(name)-rescued\($0 == 1 ? "" : "-\($0)").sqlite" }
    guard let path = names.first(where: { access($0, F_OK) != 0 }) else { return }
    do throws(StoreError) {
      try store.rescue(to: path)
      workspace.stack.message = LogWording.rescued(to: path, unsavedCount: store.counts.dirty)
    } catch {
      workspace.stack.message = .problem(StoreWording.sentence(error))
    }
  }
}
