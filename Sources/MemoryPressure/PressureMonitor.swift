import Platform
import Synchronization

#if canImport(Darwin)
  import Dispatch
#endif

/// Listens for the system's memory warnings, on its own thread, which sleeps until one arrives.
///
/// Drops warnings until the last is taken, and for a second after it, unless memory has become shorter.
package final class PressureMonitor: Sendable {
  private struct State {
    var warning: MemoryWarning?
    var last: (level: MemoryWarning.Level, time: ContinuousClock.Instant)?
  }

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void
  /// Closing the other end ends the thread.
  private let stopping: Descriptor?
  #if canImport(Darwin)
    private let system = SystemPressure()
  #endif

  /// Starts listening; `wake` is called on any thread when there is a warning to take.
  package init(
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
    // The thread ends with the monitor, so it must not retain the monitor.
    SystemThread.start("memory pressure") { [weak self] in
      var listener = PressureListener(feeds: feeds, stop: stop)
      while let warning = listener.next() { self?.note(warning) }
    }
  }

  package var isListening: Bool {
    #if canImport(Darwin)
      stopping != nil || system.isListening
    #else
      stopping != nil
    #endif
  }

  package func take() -> MemoryWarning? {
    state.withLock { state in
      defer { state.warning = nil }
      if let warning = state.warning { state.last = (warning.level, .now) }
      return state.warning
    }
  }

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

struct PressureListener {
  private var feeds: [PressureFeed]
  private let stop: Descriptor
  private var found: [MemoryWarning] = []

  init(feeds: [PressureFeed], stop: Descriptor) { (self.feeds, self.stop) = (feeds, stop) }

  mutating func next() -> MemoryWarning? {
    while found.isEmpty {
      guard !feeds.isEmpty, wait() else { return nil }
    }
    return found.removeFirst()
  }

  private mutating func wait() -> Bool {
    var sources = feeds.map {
      pollfd(fd: $0.isRead ? -1 : $0.descriptor.number, events: $0.events, revents: 0)
    }
    sources.append(pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0))
    let count = poll(&sources, nfds_t(sources.count), feeds.contains(where: \.isRead) ? 2_000 : -1)
    if count < 0 { return errno == EINTR }
    if sources.removeLast().revents != 0 { return false }
    if count == 0 { readAgain() } else { takeEvents(sources) }
    return true
  }

  private mutating func readAgain() {
    for index in feeds.indices where feeds[index].isRead {
      if let level = feeds[index].readAgain() {
        found.append(MemoryWarning(level: level, origin: feeds[index].warning.origin))
      }
    }
  }

  private mutating func takeEvents(_ sources: [pollfd]) {
    var isOver: Set<Int> = []
    for (index, source) in sources.enumerated() where source.revents != 0 {
      let isStream = feeds[index].events & Int16(POLLIN) != 0
      let bytes = isStream ? feeds[index].descriptor.drain() : []
      // The control group, or the peer, is gone.
      if bytes == nil || source.revents & Int16(POLLERR | POLLNVAL) != 0 { isOver.insert(index) }
      if source.revents & feeds[index].events != 0, bytes?.isEmpty == !isStream {
        found.append(feeds[index].warning)
      }
    }
    feeds = feeds.indices.filter { !isOver.contains($0) }.map { feeds[$0] }
  }
}

package struct MemoryWarning: Hashable, Sendable {
  /// How short memory is; greater is shorter.
  package enum Level: Int, Hashable, Sendable, Comparable {
    /// Some tasks stall; evict what has not been used lately.
    case some
    /// All tasks stall; evict everything that can go.
    case full

    package static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
  }

  package enum Origin: Hashable, Sendable {
    /// The kernel, which measures how long processes wait for memory.
    case system
    /// The service manager, through the path in `MEMORY_PRESSURE_WATCH`.
    case serviceManager
    case file
    case signal
  }

  package var level: Level
  package var origin: Origin

  package init(level: Level, origin: Origin) { (self.level, self.origin) = (level, origin) }
}

#if canImport(Darwin)
  private final class SystemPressure: Sendable {
    private let source = Mutex<(any DispatchSourceMemoryPressure)?>(nil)

    var isListening: Bool { source.withLock { $0 != nil } }

    /// On any thread; macOS's critical level counts as full.
    func start(_ body: @escaping @Sendable (MemoryWarning.Level) -> Void) {
      let made = DispatchSource.makeMemoryPressureSource(eventMask: [.warning, .critical], queue: .global())
      made.setEventHandler { [unowned made] in body(made.data.contains(.critical) ? .full : .some) }
      made.activate()
      source.withLock { $0 = made }
    }
  }
#endif
