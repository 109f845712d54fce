/// The two ends of a pipe, which child processes do not inherit unless they are given one.
public struct PipeEnds: Sendable {
  /// The descriptor to read from.
  public let reading: Int32
  /// The descriptor to write to.
  public let writing: Int32

  /// Makes a pipe.
  public init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError() }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  /// Closes both ends.
  public func shut() {
    close(reading)
    close(writing)
  }
}
