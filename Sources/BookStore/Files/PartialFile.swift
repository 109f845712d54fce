import Platform
import Records

/// A file that has a temporary name in its folder until it is complete, and that is removed if it never is.
///
/// Its permissions follow the process's umask, or are those of the file that it replaces.
final class PartialFile {
  private let path: Text
  private let partialPath: Text
  private var descriptor: Int32

  /// Begins a file; an existing file at its path stays as it is until `finish()`.
  ///
  /// - Throws: `cannotOpen`, also if there is something other than a file.
  init(_ path: Text) throws(StoreError) {
    // The target of a link is replaced, not the link.
    self.path = path.resolved ?? path
    var status = stat()
    let isThere = path.withPath { stat($0, &status) } == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw .cannotOpen(path: path.string, reason: isFolder ? .directory : .notAFile)
    }
    let number = String(UInt64.random(in: 0 ... .max), radix: 36)
    partialPath = Text(bytes: self.path.parentFolder.bytes + Array("/.booklist-\(number)".utf8))
    descriptor = partialPath.withPath { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
    guard descriptor >= 0 else { throw Self.failure(path) }
    if isThere { fchmod(descriptor, status.st_mode & 0o7777) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    _ = partialPath.withPath { unlink($0) }
  }

  /// Appends bytes.
  ///
  /// - Throws: `full` or `cannotOpen`.
  func write(_ bytes: [UInt8]) throws(StoreError) {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { systemWrite(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path) }
      done += count
    }
  }

  /// Gives the file its final name, replacing any file that has it.
  ///
  /// - Throws: `full` or `cannotOpen`.
  func finish() throws(StoreError) {
    // Some file systems find out only now that the disk is full.
    guard fsync(descriptor) == 0 || errno == EINVAL,
      partialPath.withPath({ new in path.withPath { rename(new, $0) } }) == 0
    else { throw Self.failure(path) }
    close(descriptor)
    descriptor = -1
  }

  private static func failure(_ path: Text) -> StoreError {
    switch errno {
    case ENOSPC, EDQUOT, EFBIG: .full
    case ENOENT: .cannotOpen(path: path.string, reason: .folderMissing)
    default: FileAccess.failure(path.string)
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
