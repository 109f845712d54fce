#if canImport(Darwin)
  import Dispatch
  import Synchronization

  /// The memory pressure that macOS tells its processes.
  final class SystemPressure: Sendable {
    private let source = Mutex<(any DispatchSourceMemoryPressure)?>(nil)

    /// Whether warnings are given.
    var isListening: Bool { source.withLock { $0 != nil } }

    /// Gives each warning to a closure, on any thread: critical is full.
    func start(_ body: @escaping @Sendable (MemoryWarning.Level) -> Void) {
      let made = DispatchSource.makeMemoryPressureSource(eventMask: [.warning, .critical], queue: .global())
      made.setEventHandler { [unowned made] in body(made.data.contains(.critical) ? .full : .some) }
      made.activate()
      source.withLock { $0 = made }
    }
  }
#endif
