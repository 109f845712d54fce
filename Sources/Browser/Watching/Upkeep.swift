import BookStore
import Screens

/// Keeps the records within their budget, and writes back edits that have been dirty for too long.
final class Upkeep {
  private let workspace: Workspace
  private var nextAgeCheck = ContinuousClock.now

  private let diagnostics: Diagnostics

  init(_ workspace: Workspace, _ diagnostics: Diagnostics) {
    (self.workspace, self.diagnostics) = (workspace, diagnostics)
  }

  /// Checks the budget after every event, and the age of edits once a second.
  func keepUp() {
    let (store, settings) = (workspace.store, workspace.settings)
    let byteCount = store.counts.byteCount
    if let reason = store.writer.keepWithin(
      bytes: settings.memoryBudget, keeping: workspace.stack.needs.shownRecords)
    {
      workspace.notices.say(
        unwritten: StoreWording.notWritten(store.counts.dirty, store.recordSchema, reason), reason)
    }
    if store.counts.byteCount < byteCount, byteCount > settings.memoryBudget {
      diagnostics.note(
        "released \(byteCount - store.counts.byteCount) bytes: \(byteCount) were over the budget")
    }
    guard store.counts.dirty > 0, ContinuousClock.now >= nextAgeCheck else { return }
    nextAgeCheck = .now + .seconds(1)
    if store.writer.hasDirty(olderThan: settings.writeAfter) {
      diagnostics.note("writing back quietly: an edit is older than \(settings.writeAfter) s")
      store.writer.startWritingBack(olderThan: settings.writeAfter)
    }
  }

  /// Stops a background write-back, and delays the next one, because a trigger may never finish.
  func stopWritingBack() {
    workspace.store.writer.stopWritingBack()
    nextAgeCheck = .now + .seconds(60)
  }
}
