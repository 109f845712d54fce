import BookStore
import Cells
import MemoryPressure
import Screens

/// Memory warnings, from the key and from the system.
extension Browser {
  /// Begins to listen for the system's warnings.
  func listenForWarnings(_ waker: Waker) {
    let monitor = PressureMonitor(settings.pressure) { waker.wake() }
    pressure = monitor
    if case .file(let path) = settings.pressure, !monitor.isListening {
      stack.message = Wording.noPressure(path)
    }
  }

  /// Answers a warning of the system: where only some work waits for memory, half of what is held goes.
  func answer(_ warning: MemoryWarning) {
    switch warning.level {
    case .full: warn(from: warning.origin)
    case .some:
      warningOrigin = warning.origin
      report(store.writer.dehydrateHalf(keeping: stack.shownRecords))
    }
  }

  /// Answers a memory warning; where much is dirty the write-back goes on while the person does.
  func warn(from origin: MemoryWarning.Origin?) {
    warningOrigin = origin
    guard store.counts.dirty <= Writer.backgroundCount, !store.writer.isWritingBack else {
      return store.writer.startDehydratingAll()
    }
    report(store.dehydrateAll())
  }

  /// Says what a memory warning did.
  func report(_ result: Dehydration) {
    if result.writeBack.error == .busy { return wait(for: .effect(.memoryWarning)) }
    watch?.isAfterWarning = true
    stack.message =
      unwritten(result.writeBack)
      ?? Wording.memoryWarning(result, store.recordSchema, from: warningOrigin)
  }
}
