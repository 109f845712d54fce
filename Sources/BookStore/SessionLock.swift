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

  /// Takes away the file of a lock whose holder has ended without doing so.
  ///
  /// Nobody can be about to take the lock: only its holder has ever made the file, before anybody else knew its name. Who
  /// asks at this moment whether it is held takes a file that is gone for one that is not.
  static func remove(_ path: String) {
    unlink(path)
  }

  /// Whether some process holds the lock of a path, as far as can be told.
  static func isHeld(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    // What cannot be looked at, for want of descriptors say, is not taken for dead.
    guard descriptor >= 0 else { return errno != ENOENT }
    defer { close(descriptor) }
    // A shared one, so that two who ask do not take each other for the holder.
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0
  }
}
