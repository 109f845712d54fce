import Platform
import Synchronization

/// Whether a signal asks the program to end, which takes its scratch folder with it then.
public enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  private static let caught = Atomic<Int32>(0)

  /// Whether a signal came since `listen()`.
  public static var isAsked: Bool { signal != 0 }

  /// The signal that came last, or 0.
  public static var signal: Int32 { caught.load(ordering: .relaxed) }

  /// Notes signals from now on, instead of ending by them; those that are ignored stay so.
  public static func listen() {
    set { Interruption.caught.store($0, ordering: .relaxed) }
  }

  /// Lets signals take their course again; those that are ignored stay so.
  public static func stopListening() { set(SIG_DFL) }

  /// Ends the process by the signal that came, if one did, as its sender expects.
  public static func followSignal() {
    guard isAsked else { return }
    stopListening()
    raise(signal)
  }

  /// Sets what a signal does; what it comes in the middle of, such as the wait for a pipe, ends as `EINTR`.
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
