import Foundation

/// A lock that a session of the edit log holds until its process ends, however that happens.
///
/// A process number could belong to another program by now; a lock cannot.
final class SessionLock: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Makes the lock's file and takes the lock.
  init(path: String) throws(StoreError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileAccess.failure(path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .busy
    }
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  /// Whether some process holds the lock of a path.
  static func isHeld(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // A shared one, so that two who ask do not take each other for the holder.
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0
  }
}
