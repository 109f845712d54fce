/// Starts threads that end with their work.
package enum SystemThread {
  /// - Parameters:
  ///   - name: For debuggers, at most 15 bytes.
  ///   - stackSize: In bytes; nil for the system's default.
  package static func start(_ name: String, stackSize: Int? = nil, _ work: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    let errand = Unmanaged.passRetained(Work(name: name, perform: work))
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    // The new thread inherits the blocked signals.
    var before = sigset_t()
    blockSignals(&before)
    if pthread_create(&thread, &attributes, begin, errand.toOpaque()) != 0 { errand.release() }
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Blocks all signals except those of a thread's own faults.
  ///
  /// The main thread must get the others, because it may wait for a child process and has to be interrupted.
  private static func blockSignals(_ before: inout sigset_t) {
    var signals = sigset_t()
    sigfillset(&signals)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS] { sigdelset(&signals, fault) }
    pthread_sigmask(SIG_BLOCK, &signals, &before)
  }

  private final class Work: Sendable {
    let name: String
    let perform: @Sendable () -> Void

    init(name: String, perform: @escaping @Sendable () -> Void) {
      (self.name, self.perform) = (name, perform)
    }
  }

  #if canImport(Darwin)
    private typealias Argument = UnsafeMutableRawPointer
  #else
    private typealias Argument = UnsafeMutableRawPointer?
  #endif

  private static let begin: @convention(c) (Argument) -> UnsafeMutableRawPointer? = { argument in
    #if canImport(Darwin)
      run(argument)
    #else
      if let argument { run(argument) }
    #endif
    return nil
  }

  private static func run(_ argument: UnsafeMutableRawPointer) {
    let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
    name(work.name)
    work.perform()
  }

  /// On Linux through a file (proc_pid_comm(5)).
  private static func name(_ name: String) {
    #if canImport(Darwin)
      pthread_setname_np(name)
    #else
      let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { return }
      try? DescriptorBytes.writeAll(name.utf8, to: file)
      close(file)
    #endif
  }
}
