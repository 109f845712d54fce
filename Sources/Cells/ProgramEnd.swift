/// How a program that was given the terminal ended.
public enum ProgramEnd: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)
  case notStarted(errno: Int32)
}
