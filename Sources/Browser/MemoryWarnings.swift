import BookStore
import Cells
import MemoryPressure
import Screens

/// Memory warnings, from the key and from the system.
final class MemoryWarnings {
  private let workspace: Workspace
  private let inspector: InspectorFeed
  private let diagnostics: Diagnostics
  /// What listens for the system's warnings, once the first frame is out.
  private var monitor: PressureMonitor?
  /// Who gave the warning that is being answered; nil for the person's key.
  private var origin: MemoryWarning.Origin?

  init(_ workspace: Workspace, _ inspector: InspectorFeed, _ diagnostics: Diagnostics) {
    (self.workspace, self.inspector, self.diagnostics) = (workspace, inspector, diagnostics)
  }

  private var store: BookStore { workspace.store }

  /// Begins to listen for the system's warnings.
  func listen() {
    let pressure = workspace.settings.pressure
    let monitor = PressureMonitor(pressure) { [waker = workspace.terminal.waker] in waker.wake() }
    self.monitor = monitor
    if case .file(let path) = pressure, !monitor.isListening {
      workspace.stack.message = StoreWording.noPressure(path)
    }
  }

  /// Answers a warning of the system, if one has come.
  func answerSystem() { if let warning = monitor?.take() { answer(warning) } }

  /// Answers a warning: if only some work waits for memory, half of what is held is freed.
  func answer(_ warning: MemoryWarning) {
    switch warning.level {
    case .full: dehydrateAll(for: warning.origin)
    case .some:
      origin = warning.origin
      report(store.writer.dehydrateHalf(keeping: workspace.stack.needs.shownRecords))
    }
  }

  /// Dehydrates every record; if many are dirty the write-back goes on in the background.
  func dehydrateAll(for origin: MemoryWarning.Origin?) {
    self.origin = origin
    guard store.counts.dirty <= Writer.backgroundCount, !store.writer.isWritingBack else {
      return store.writer.startDehydratingAll()
    }
    report(store.dehydrateAll())
  }

  /// Says what a memory warning did.
  func report(_ result: Dehydration) {
    if result.writeBack.error == .busy { return workspace.notices.wait(for: .effect(.memoryWarning)) }
    inspector.noteWarning()
    diagnostics.noteWarning(result, from: origin)
    workspace.stack.message =
      workspace.notices.unwritten(result.writeBack)
      ?? StoreWording.memoryWarning(result, store.recordSchema, from: origin)
  }
}
