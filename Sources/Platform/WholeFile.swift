/// A file that gets its name once it is whole, so that nobody ever reads a part of it.
///
/// It is written beside its place, synced and renamed. If it replaces a file, it has that file's mode and owner, and if the
/// path is a link, the file that the link leads to is replaced. A device or a pipe is never replaced, but written to, without
/// waiting for its reader (`DescriptorBytes.writeAll`).
///
/// A file that is not finished is removed.
public final class WholeFile {
  /// Where the bytes go.
  public let descriptor: Int32
  /// The path of the file while it has no name of its own; nil if it is a device or a pipe, or has its name.
  public private(set) var temporaryPath: [UInt8]?
  /// The path without links, or the path as it was given for a device or a pipe.
  private let target: [UInt8]
  private let replaces: Bool
  private var isOpen = true

  /// The most links that a path may lead through, as in Linux.
  private static let linkLimit = 40

  /// Makes the file beside its place, or opens a device or a pipe.
  ///
  /// - Parameters:
  ///   - path: The bytes of the path.
  ///   - replaces: Whether a file that is there is replaced, and a device or a pipe written to.
  ///   - isPrivate: Whether only its owner may read a new file, whatever the process's umask.
  /// - Throws: `EEXIST` if there is something that is not to be replaced, `ENXIO` if it is a pipe that nobody reads, or why
  ///   the file cannot be written.
  public init(_ path: [UInt8], replaces: Bool, isPrivate: Bool = false) throws(SystemError) {
    guard !path.isEmpty, !path.contains(0) else { throw SystemError(ENOENT) }
    self.replaces = replaces
    var status = stat()
    if !replaces, lstat(path.asPath, &status) == 0 { throw SystemError(EEXIST) }
    let isThere = stat(path.asPath, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG {
      (target, temporaryPath) = (path, nil)
      // A pipe that nobody reads is refused, and not waited for.
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
    // The owner first: a change of owner takes some bits of the mode away. Only root can keep another one's.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    fchmod(descriptor, status.st_mode & 0o7777)
  }

  /// Makes the file at a path that is UTF-8.
  ///
  /// - Throws: As `init(_:replaces:isPrivate:)`.
  public convenience init(_ path: String, replaces: Bool, isPrivate: Bool = false) throws(SystemError) {
    try self.init(Array(path.utf8), replaces: replaces, isPrivate: isPrivate)
  }

  deinit {
    if isOpen, descriptor >= 0 { close(descriptor) }
    discard()
  }

  /// Removes what there is, for when the process ends before the last reference goes.
  public func discard() {
    if let temporaryPath { unlink(temporaryPath.asPath) }
    temporaryPath = nil
  }

  /// Gives the file its name.
  ///
  /// - Parameter syncs: Whether it is on the disk by then.
  /// - Throws: `EEXIST` if something is there by now that is not to be replaced, or why the file cannot be written.
  public func finish(syncs: Bool = true) throws(SystemError) {
    if syncs, temporaryPath != nil { try sync() }
    isOpen = false
    // Some file systems find out only now that there is no room.
    guard close(descriptor) == 0 || errno == EINTR else { throw SystemError() }
    try appear()
    if syncs { syncFolder() }
  }

  /// Gives the file its name before it is whole, for one that should be there whatever happens; bytes can still be appended.
  ///
  /// - Throws: As `finish()`.
  public func appear() throws(SystemError) { try appear { link($0, $1) } }

  /// The same with another function in the place of the system's `link`.
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

  /// Gives the file its name on a file system without links: an empty file takes the name first, unless it is taken.
  private func takePlace(of temporary: [UInt8]) throws(SystemError) {
    let place = open(target.asPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard place >= 0 else { throw SystemError() }
    close(place)
    guard rename(temporary.asPath, target.asPath) != 0 else { return }
    let error = SystemError()
    unlink(target.asPath)
    throw error
  }

  /// Some file systems cannot sync, which is no reason to give up what is written.
  private func sync() throws(SystemError) {
    guard fsync(descriptor) == 0 || [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EINTR].contains(errno) else {
      throw SystemError()
    }
  }

  // MARK: Paths

  /// The path that a path leads to by links, also if there is nothing at their end.
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

  /// Where the last part of a path begins.
  private static func nameStart(_ path: [UInt8]) -> Int {
    path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
  }

  /// Brings the new name onto the disk, if the file system can.
  private func syncFolder() {
    let start = Self.nameStart(target)
    Folder.sync(start == 0 ? Array(".".utf8) : Array(target[..<start]))
  }
}

extension [UInt8] {
  /// The bytes as C takes a path.
  fileprivate var asPath: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
