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

  private static func set(_ handler: (@convention(c) (Int32) -> Void)?) {
    for number in signals {
      let old = sigset(number, handler)
      if unsafeBitCast(old, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        _ = sigset(number, SIG_IGN)
      }
    }
  }

  /// The C function of this name, which the property hides.
  private static func sigset(
    _ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?
  ) -> (@convention(c) (Int32) -> Void)? {
    #if canImport(Glibc)
      Glibc.signal(number, handler)
    #elseif canImport(Musl)
      Musl.signal(number, handler)
    #else
      Darwin.signal(number, handler)
    #endif
  }
}
