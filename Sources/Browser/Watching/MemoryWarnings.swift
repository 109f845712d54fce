import BookStore
import Cells
import MemoryPressure
import Screens

/// Handles memory warnings from the key and from the system.
final class MemoryWarnings {
  private let workspace: Workspace
  private let inspector: InspectorFeed
  private let diagnostics: Diagnostics
  private var monitor: PressureMonitor?
  /// Where the current warning came from; nil for the key.
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

  /// Dehydrates every record; if many are dirty, the write-back runs in the background.
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
