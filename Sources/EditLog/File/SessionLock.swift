import Platform
import SQLite

/// A lock that a session holds until its process ends for any reason; process IDs can be reused.
package final class SessionLock: Sendable {
  private let path: String
  private let descriptor: Int32

  init(path: String) throws(StoreError) {
    self.path = path
    // A doubted session has a read-only lock file.
    descriptor = open(path, O_RDONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileAccess.failure(path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .busy
    }
  }

  deinit {
    // The sign of a doubted session stays until the log is read.
    if !Self.isDoubted(path) { unlink(path) }
    close(descriptor)
  }

  /// Keeps the file as a sign that the log lacks changes of the session; setting a mode works even on a full disk.
  package func doubt() { fchmod(descriptor, 0o400) }

  static func isDoubted(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & 0o200 == 0
  }

  /// Whether a process holds the lock; true if that cannot be determined.
  package static func isHeld(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    // A file that cannot be opened, for example for want of descriptors, must not count as dead.
    guard descriptor >= 0 else { return errno != ENOENT }
    defer { close(descriptor) }
    // With a shared lock, two programs that test at once do not take each other for the holder.
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0
  }

  /// Removes the lock file of a holder that ended without removing it.
  ///
  /// A program that tests the lock now finds no file, as for a free lock. A program that has just opened it to take over the
  /// session finds in the log that nothing is left.
  package static func remove(_ path: String) { unlink(path) }
}
