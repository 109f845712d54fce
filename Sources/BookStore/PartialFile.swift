#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that has another name in its folder until it is complete, and that goes if it never is.
///
/// Who may read it is as the process's mask says.
final class PartialFile {
  private let path: String
  private let partialPath: String
  private var descriptor: Int32

  /// Begins a file; what has its path stays as it is until `finish()`.
  ///
  /// - Throws: `cannotOpen`, also where there is something else than a file.
  init(_ path: String) throws(StoreError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw .cannotOpen(path: path, reason: isFolder ? .directory : .notAFile)
    }
    self.path = path
    let number = String(UInt64.random(in: 0 ... .max), radix: 36)
    partialPath = FileAccess.folder(of: path) + "/.booklist-" + number
    descriptor = open(partialPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unlink(partialPath)
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

  /// Gives the file its name, in the place of whatever file has it.
  ///
  /// - Throws: `full` or `cannotOpen`.
  func finish() throws(StoreError) {
    // Some file systems find out only now that there is no room.
    guard fsync(descriptor) == 0 || errno == EINVAL, rename(partialPath, path) == 0 else {
      throw Self.failure(path)
    }
    close(descriptor)
    descriptor = -1
  }

  private static func failure(_ path: String) -> StoreError {
    switch errno {
    case ENOSPC, EDQUOT, EFBIG: .full
    case ENOENT: .cannotOpen(path: path, reason: .folderMissing)
    default: FileAccess.failure(path)
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
