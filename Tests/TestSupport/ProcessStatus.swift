import Foundation

/// How another process ended, by the numbers that shells have for it.
package enum ProcessStatus {
  /// The exit status, or 128 and the number of the signal that ended the process.
  ///
  /// - Parameter status: What `waitpid` has given (POSIX, sys/wait.h; the bits are those of Linux and of macOS).
  package static func code(of status: Int32) -> Int32 {
    status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }

  /// Waits for the end of a child; the code of its status.
  package static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return code(of: status)
  }
}
