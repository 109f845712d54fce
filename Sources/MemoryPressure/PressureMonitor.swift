import Platform
import Synchronization

/// Listens for the system's warnings that memory is short, on a thread of its own that sleeps until there is one.
///
/// A burst of warnings is one: what comes before the last warning was taken, or within a second of it, is not given
/// again, unless memory became shorter.
public final class PressureMonitor: Sendable {
  private struct State {
    var warning: MemoryWarning?
    /// What was given last, and when.
    var last: (level: MemoryWarning.Level, time: ContinuousClock.Instant)?
  }

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void
  /// Closing the other end ends the thread.
  private let stopping: Descriptor?
  #if canImport(Darwin)
    private let system = SystemPressure()
  #endif

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - source: What to listen to; if it is not there, there are no warnings.
  ///   - environment: The process's variables.
  ///   - wake: Called on any thread when there is a warning to take.
  public init(
    _ source: PressureSource, environment: [String: String] = PressureSource.environment,
    wake: @escaping @Sendable () -> Void
  ) {
    self.wake = wake
    let feeds = source.feeds(environment: environment)
    guard !feeds.isEmpty, let ends = try? PipeEnds() else {
      stopping = nil
      startSystem(source, environment)
      return
    }
    stopping = Descriptor(owning: ends.writing)
    let stop = Descriptor(owning: ends.reading)
    // The thread must not keep the monitor, for it ends when the monitor goes.
    SystemThread.start("memory pressure") { [weak self] in
      var listener = PressureListener(feeds: feeds, stop: stop)
      while let warning = listener.next() { self?.note(warning) }
    }
  }

  /// Whether there is something to listen to.
  public var isListening: Bool {
    #if canImport(Darwin)
      stopping != nil || system.isListening
    #else
      stopping != nil
    #endif
  }

  /// The warning that came since the last call, if one did.
  public func take() -> MemoryWarning? {
    state.withLock { state in
      defer { state.warning = nil }
      if let warning = state.warning { state.last = (warning.level, .now) }
      return state.warning
    }
  }

  /// Keeps a warning until it is taken, unless it says nothing new.
  func note(_ warning: MemoryWarning) {
    let isNew = state.withLock { state in
      if let waiting = state.warning, waiting.level >= warning.level { return false }
      if let last = state.last, last.level >= warning.level, .now - last.time < .seconds(1) { return false }
      state.warning = warning
      return true
    }
    if isNew { wake() }
  }

  private func startSystem(_ source: PressureSource, _ environment: [String: String]) {
    #if canImport(Darwin)
      guard source == .automatic, environment["MEMORY_PRESSURE_WATCH"] == nil else { return }
      system.start { [weak self] in self?.note(MemoryWarning(level: $0, origin: .system)) }
    #endif
  }
}
