#if canImport(Darwin)
  import Dispatch
  import Synchronization

  /// The memory pressure that macOS reports to processes.
  final class SystemPressure: Sendable {
    private let source = Mutex<(any DispatchSourceMemoryPressure)?>(nil)

    var isListening: Bool { source.withLock { $0 != nil } }

    /// Passes each warning to a closure, on any thread; macOS's critical level counts as full.
    func start(_ body: @escaping @Sendable (MemoryWarning.Level) -> Void) {
      let made = DispatchSource.makeMemoryPressureSource(eventMask: [.warning, .critical], queue: .global())
      made.setEventHandler { [unowned made] in body(made.data.contains(.critical) ? .full : .some) }
      made.activate()
      source.withLock { $0 = made }
    }
  }
#endif
