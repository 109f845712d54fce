import BookStore
import Platform

/// A file that appears under its name once it is whole.
public struct OutputFile {
  /// Where the bytes go.
  public let descriptor: Int32
  private let path: String
  private let temporaryPath: String
  private let replaces: Bool

  /// Makes the file beside its place.
  ///
  /// - Throws: `alreadyExists`, or `cannotOpen`.
  public init(_ path: String, replaces: Bool) throws(StoreError) {
    (self.path, self.replaces) = (path, replaces)
    var status = stat()
    if !replaces, lstat(path, &status) == 0 { throw .alreadyExists(path: path) }
    temporaryPath = "\(path).\(getpid()).part"
    descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .cannotOpen(path: path, reason: .system(errno: errno)) }
  }

  /// Gives the file its name.
  ///
  /// - Throws: `alreadyExists` if another one got it meanwhile, or `cannotOpen`.
  public func finish() throws(StoreError) {
    let isWritten = fsync(descriptor) == 0 && close(descriptor) == 0
    guard isWritten else { throw .cannotOpen(path: path, reason: .system(errno: errno)) }
    if replaces {
      guard rename(temporaryPath, path) == 0 else {
        throw .cannotOpen(path: path, reason: .system(errno: errno))
      }
      return
    }
    guard link(temporaryPath, path) == 0 else {
      throw errno == EEXIST
        ? .alreadyExists(path: path) : .cannotOpen(path: path, reason: .system(errno: errno))
    }
    unlink(temporaryPath)
  }

  /// Removes what there is.
  public func discard() { unlink(temporaryPath) }
}
