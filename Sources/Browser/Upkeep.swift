import BookStore
import Screens

/// Keeps the records within their budget, and writes back edits that have been dirty for long.
final class Upkeep {
  private let workspace: Workspace
  private var nextAgeCheck = ContinuousClock.now

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// Looks at the budget after every event, and at the age of edits once a second.
  func keepUp() {
    let (store, settings) = (workspace.store, workspace.settings)
    if let reason = store.writer.keepWithin(
      bytes: settings.memoryBudget, keeping: workspace.stack.shownRecords)
    {
      workspace.notices.say(
        unwritten: StoreWording.notWritten(store.counts.dirty, store.recordSchema, reason), reason)
    }
    guard store.counts.dirty > 0, ContinuousClock.now >= nextAgeCheck else { return }
    nextAgeCheck = .now + .seconds(1)
    if store.writer.hasDirty(olderThan: settings.writeAfter) {
      store.writer.startWritingBack(olderThan: settings.writeAfter)
    }
  }

  /// Ends a write-back in the background; it does not begin again at once, since a trigger may never end.
  func stopWritingBack() {
    workspace.store.writer.stopWritingBack()
    nextAgeCheck = .now + .seconds(60)
  }
}
