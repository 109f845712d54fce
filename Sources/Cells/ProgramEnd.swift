/// How a program ended that had the terminal.
public enum ProgramEnd: Hashable, Sendable {
  /// It ended by itself, with this status.
  case exited(Int32)
  /// This signal ended it.
  case signalled(Int32)
  /// It could not be started; the number is the system's.
  case notStarted(errno: Int32)
}
