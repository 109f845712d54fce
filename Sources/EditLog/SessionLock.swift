import Platform
import SQLite

/// A lock that a session of the edit log holds until its process ends, however that happens.
///
/// A process number could belong to another program by now; a lock cannot.
package final class SessionLock: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Makes the lock's file and takes the lock.
  init(path: String) throws(StoreError) {
    self.path = path
    // One that is doubted cannot be opened to be written.
    descriptor = open(path, O_RDONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileAccess.failure(path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .busy
    }
  }

  deinit {
    // What is doubted stays so until the log is read.
    if !Self.isDoubted(path) { unlink(path) }
    close(descriptor)
  }

  /// Leaves the file behind as a sign that the session has made changes that are not in its log.
  ///
  /// Its mode says so, for which a full disk has room.
  package func doubt() { fchmod(descriptor, 0o400) }

  /// Whether the session of a path has made changes that are not in its log.
  static func isDoubted(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & 0o200 == 0
  }

  /// Whether some process holds the lock of a path, as far as can be told.
  package static func isHeld(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    // What cannot be looked at, for want of descriptors say, is not taken for dead.
    guard descriptor >= 0 else { return errno != ENOENT }
    defer { close(descriptor) }
    // A shared one, so that two programs that ask do not take each other for the holder.
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0
  }

  /// Takes away the file of a lock whose holder has ended without doing so.
  ///
  /// A program that asks at this moment whether it is held finds no file, as for a lock that is not held. A program that has
  /// just opened it, to take the session over, finds in the log that nothing is left of it.
  package static func remove(_ path: String) { unlink(path) }
}
