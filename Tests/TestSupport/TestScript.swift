import Foundation

/// A shell script that a test puts in the place of a program.
package enum TestScript {
  /// Writes a script, and waits until it can be run.
  ///
  /// A process that another test starts meanwhile inherits the file while it is open for writing, and Linux does not
  /// run such a file (ETXTBSY) until that process has become another program.
  ///
  /// - Parameter body: What follows the line that names the shell.
  package static func write(_ body: String, to file: URL) throws {
    try? FileManager.default.removeItem(at: file)
    try Data("#!/bin/sh\n\(body)\n".utf8).write(to: file, options: .atomic)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    #if os(Linux)
      let end = ContinuousClock.now + patience
      while isBeingWritten(file.path), ContinuousClock.now < end { sched_yield() }
    #endif
  }

  #if os(Linux)
    /// The command of fcntl(2) for a lease, which is given only for a file that nobody writes; its name is GNU's own.
    private static let setLease: Int32 = 1_024

    private static func isBeingWritten(_ path: String) -> Bool {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      return fcntl(descriptor, setLease, F_RDLCK) != 0 && errno == EAGAIN
    }
  #endif
}
