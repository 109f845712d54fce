import BookStore
import Cells
import MemoryPressure
import Screens

final class MemoryWarnings {
  private let workspace: Workspace
  private let inspector: InspectorFeed
  private let diagnostics: Diagnostics
  private var monitor: PressureMonitor?
  private var origin: MemoryWarning.Origin?

  init(_ workspace: Workspace, _ inspector: InspectorFeed, _ diagnostics: Diagnostics) {
    (self.workspace, self.inspector, self.diagnostics) = (workspace, inspector, diagnostics)
  }

  private var store: BookStore { workspace.store }

  func listen() {
    let pressure = workspace.settings.pressure
    let monitor = PressureMonitor(pressure) { [waker = workspace.waker] in waker.wake() }
    self.monitor = monitor
    if case .file(let path) = pressure, !monitor.isListening {
      workspace.stack.message = BrowserWording.noPressure(path)
    }
  }

  func answerSystem() { if let warning = monitor?.take() { answer(warning) } }

  /// If only some tasks are stalled, this frees half of the records' memory.
  func answer(_ warning: MemoryWarning) {
    switch warning.level {
    case .full: dehydrateAll(for: warning.origin)
    case .some:
      origin = warning.origin
      report(store.writer.dehydrateHalf(keeping: workspace.stack.needs.shownRecords))
    }
  }

  /// If many records are dirty, the write-back runs in the background.
  func dehydrateAll(for origin: MemoryWarning.Origin?) {
    self.origin = origin
    workspace.dehydrateCovered()
    guard store.counts.dirty <= Writer.backgroundCount, !store.writer.isWritingBack else {
      return store.writer.startDehydratingAll()
    }
    report(store.dehydrateAll())
  }

  func report(_ result: Dehydration) {
    if result.writeBack.error == .busy { return workspace.notices.wait(for: .effect(.memoryWarning)) }
    inspector.noteWarning()
    diagnostics.noteWarning(result, from: origin)
    workspace.stack.message =
      workspace.notices.unwritten(result.writeBack)
      ?? BrowserWording.memoryWarning(result, store.recordSchema, from: origin)
  }
}

/// Keeps the records within their budget, and writes back edits that have been dirty for too long.
final class Upkeep {
  private let workspace: Workspace
  private var nextAgeCheck = ContinuousClock.now

  private let diagnostics: Diagnostics

  init(_ workspace: Workspace, _ diagnostics: Diagnostics) {
    (self.workspace, self.diagnostics) = (workspace, diagnostics)
  }

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

  /// Delays the next write-back, because a trigger may never finish.
  func stopWritingBack() {
    workspace.store.writer.stopWritingBack()
    nextAgeCheck = .now + .seconds(60)
  }
}
