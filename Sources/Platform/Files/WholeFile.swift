/// A file that gets its name only when complete, so that nobody ever reads a part of it.
///
/// It is written next to its destination, synced and renamed; unfinished, it is removed. A replaced file keeps its mode and
/// owner, and a link its target. A device or pipe is not replaced but written to, without waiting for a reader
/// (`DescriptorBytes.writeAll`).
package final class WholeFile {
  package let descriptor: Int32
  /// Nil once the file has its name, and for a device or pipe.
  package private(set) var temporaryPath: [UInt8]?
  /// The path with links resolved, except for a device or pipe.
  private let target: [UInt8]
  private let replaces: Bool
  private var isOpen = true

  /// As in Linux.
  private static let linkLimit = 40

  /// Creates the file next to its destination, or opens a device or pipe.
  ///
  /// - Parameters:
  ///   - replaces: Whether to replace an existing file, or write to a device or pipe.
  ///   - isPrivate: Whether only the owner may read a new file, whatever the umask.
  /// - Throws: `EEXIST` if the path exists and must not be replaced, `ENXIO` for a pipe without a reader.
  package init(_ path: [UInt8], replaces: Bool, isPrivate: Bool = false) throws(SystemError) {
    guard !path.isEmpty, !path.contains(0) else { throw SystemError(ENOENT) }
    self.replaces = replaces
    var status = stat()
    if !replaces, lstat(path.asPath, &status) == 0 { throw SystemError(EEXIST) }
    let isThere = stat(path.asPath, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      (target, temporaryPath) = (path, nil)
      // A pipe without a reader fails instead of blocking.
      descriptor = open(path.asPath, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
      guard descriptor >= 0 else { throw SystemError() }
      return
    }
    target = try Self.target(of: path)
    let number = String(UInt64.random(in: 0 ... .max), radix: 36)
    let temporary = Array(target[..<Self.nameStart(target)]) + Array(".booklist-\(number)".utf8)
    temporaryPath = temporary
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    descriptor = open(temporary.asPath, flags, isThere || isPrivate ? 0o600 : 0o666)
    guard descriptor >= 0 else { throw SystemError() }
    guard isThere else { return }
    // The owner first, because changing it clears some mode bits; only root can keep another owner.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    fchmod(descriptor, status.st_mode & 0o7777)
  }

  package convenience init(_ path: String, replaces: Bool, isPrivate: Bool = false) throws(SystemError) {
    try self.init(Array(path.utf8), replaces: replaces, isPrivate: isPrivate)
  }

  /// Writes a file, replacing one that exists.
  package static func write(
    _ bytes: [UInt8], to path: String, isPrivate: Bool = false
  ) throws(SystemError) {
    let file = try WholeFile(path, replaces: true, isPrivate: isPrivate)
    try DescriptorBytes.writeAll(bytes, to: file.descriptor)
    try file.finish()
  }

  deinit {
    if isOpen, descriptor >= 0 { close(descriptor) }
    discard()
  }

  /// Removes the unfinished file, for when the process ends before the last reference is released.
  package func discard() {
    if let temporaryPath { unlink(temporaryPath.asPath) }
    temporaryPath = nil
  }

  /// Gives the file its name.
  ///
  /// - Parameter syncs: Whether to sync the file to disk first.
  /// - Throws: `EEXIST` if the path exists by now and must not be replaced.
  package func finish(syncs: Bool = true) throws(SystemError) {
    if syncs, temporaryPath != nil { try sync() }
    isOpen = false
    // Some file systems report a full disk only here.
    guard close(descriptor) == 0 || errno == EINTR else { throw SystemError() }
    try appear()
    if syncs { syncFolder() }
  }

  /// Gives the file its name before it is complete, for files that must always exist; bytes can still be appended.
  package func appear() throws(SystemError) { try appear { link($0, $1) } }

  /// As `appear()`, with a replacement for the system's `link`.
  func appear(
    linking link: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  ) throws(SystemError) {
    guard let temporary = temporaryPath else { return }
    if replaces {
      guard rename(temporary.asPath, target.asPath) == 0 else { throw SystemError() }
    } else if link(temporary.asPath, target.asPath) == 0 {
      unlink(temporary.asPath)
    } else {
      try takePlace(of: temporary)
    }
    temporaryPath = nil
  }

  /// Names the file on a file system without hard links: an empty file claims the name first.
  private func takePlace(of temporary: [UInt8]) throws(SystemError) {
    let place = open(target.asPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard place >= 0 else { throw SystemError() }
    close(place)
    guard rename(temporary.asPath, target.asPath) != 0 else { return }
    let error = SystemError()
    unlink(target.asPath)
    throw error
  }

  /// Some file systems cannot sync; that is no reason to fail.
  private func sync() throws(SystemError) {
    guard fsync(descriptor) == 0 || [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EINTR].contains(errno) else {
      throw SystemError()
    }
  }

  // MARK: Paths

  private static func target(of path: [UInt8]) throws(SystemError) -> [UInt8] {
    var path = path
    for _ in 0..<linkLimit {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path.asPath, &buffer, buffer.count)
      guard count > 0 else { return path }
      let link = buffer[..<count].map(UInt8.init(bitPattern:))
      path = (link.first == UInt8(ascii: "/") ? [] : path[..<nameStart(path)]) + link
    }
    throw SystemError(ELOOP)
  }

  private static func nameStart(_ path: [UInt8]) -> Int {
    path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
  }

  private func syncFolder() {
    let start = Self.nameStart(target)
    Folder.sync(start == 0 ? Array(".".utf8) : Array(target[..<start]))
  }
}

extension [UInt8] {
  fileprivate var asPath: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
