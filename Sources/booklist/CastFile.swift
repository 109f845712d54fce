import BookStore
import Browser
import Platform

/// The file that a recording is written to while it runs, so that a crash leaves what was recorded until then.
final class CastFile {
  private let path: String
  private let descriptor: Int32
  /// What has kept the last line from being written, if anything has.
  private(set) var problem: String?

  /// Makes the file, or empties the one that is to be replaced.
  ///
  /// - Throws: `alreadyExists` or `cannotOpen`.
  init(_ path: String, replaces: Bool) throws(StoreError) {
    self.path = path
    // A pipe that nobody reads is not waited for.
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | (replaces ? 0 : O_EXCL)
    descriptor = open(path, flags, 0o644)
    guard descriptor >= 0 else {
      throw errno == EEXIST
        ? .alreadyExists(path: path) : .cannotOpen(path: path, reason: .system(errno: errno))
    }
    // A device cannot be emptied and need not be.
    _ = ftruncate(descriptor, 0)
  }

  deinit { close(descriptor) }

  /// Writes a line, and answers a sentence if that cannot be done.
  func write(_ line: String) -> String? {
    do throws(SystemError) {
      try DescriptorBytes.writeAll(line.utf8, to: descriptor)
    } catch {
      problem = RecordingWording.ended(path, error)
    }
    return problem
  }
}
