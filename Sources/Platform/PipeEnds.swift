/// The two ends of a pipe, which child processes do not inherit unless they are given one.
package struct PipeEnds: Sendable {
  package let reading, writing: Int32

  package init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemError() }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  package func shut() {
    close(reading)
    close(writing)
  }
}
