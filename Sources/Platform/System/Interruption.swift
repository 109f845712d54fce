import Synchronization

private func ignorePipeSignal() { signal(SIGPIPE, SIG_IGN) }

private func setHandler(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
  signal(number, handler)
}

/// Records whether a signal asks the program to end, so that it can remove its scratch folder first.
package enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  private static let caught = Atomic<Int32>(0)

  /// The process that this one must not outlive; 0 if there is none.
  private static let parent = Atomic<pid_t>(0)
  private static let parentVariable = "BOOKLIST_PARENT"

  /// Whether the command should end: after a signal, or when the parent named by `takeChildrenAlong()` is gone.
  package static var isAsked: Bool { CommandWorld.current.isStopped() }

  static var hasSignal: Bool { signal != 0 || hasLostParent }

  private static var hasLostParent: Bool {
    let parent = parent.load(ordering: .relaxed)
    return parent != 0 && getppid() != parent
  }

  /// Makes children of this kind that start from now on end with this process, even if it is killed.
  package static func takeChildrenAlong() { Environment.set(parentVariable, "\(getpid())") }

  package static var signal: Int32 { caught.load(ordering: .relaxed) }

  /// Catches signals from now on instead of dying from them; ignored signals stay ignored.
  package static func listen() {
    guard CommandWorld.current.isProcess else { return }
    if let text = Environment.value(parentVariable), let process = pid_t(text) {
      parent.store(process, ordering: .relaxed)
      // The variable is meant for this process, not for its children.
      unsetenv(parentVariable)
    }
    // Swift makes a static property at its first use. A signal that arrived in that moment would wait in its handler, for ever,
    // for the thread that it has interrupted.
    _ = signal
    set { Interruption.caught.store($0, ordering: .relaxed) }
  }

  package static func handle(_ number: Int32, with handler: @escaping @convention(c) (Int32) -> Void) {
    if CommandWorld.current.isProcess { setHandler(number, handler) }
  }

  /// Makes writing to a closed pipe fail instead of ending the process.
  package static func ignoreClosedPipes() {
    if CommandWorld.current.isProcess { ignorePipeSignal() }
  }

  /// Forgets a handled signal; false if another one has arrived.
  package static func forget(_ signal: Int32) -> Bool {
    caught.compareExchange(expected: signal, desired: 0, ordering: .relaxed).exchanged
  }

  package static func stopListening() {
    if CommandWorld.current.isProcess { set(SIG_DFL) }
  }

  /// Ends the process with a signal that has arrived, as its sender expects.
  package static func followSignal() {
    guard CommandWorld.current.isProcess, isAsked else { return }
    stopListening()
    raise(signal)
  }

  /// Interrupted system calls, such as reading a pipe, end with `EINTR`.
  private static func set(_ handler: (@convention(c) (Int32) -> Void)?) {
    for number in signals {
      var (old, new) = (sigaction(), sigaction())
      sigaction(number, nil, &old)
      if isIgnored(old) { continue }
      #if canImport(Glibc)
        new.__sigaction_handler.sa_handler = handler
      #elseif canImport(Musl)
        new.__sa_handler.sa_handler = handler
      #else
        new.__sigaction_u.__sa_handler = handler
      #endif
      sigaction(number, &new, nil)
    }
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #elseif canImport(Musl)
      let handler = action.__sa_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
