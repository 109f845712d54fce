import Platform

/// What kinds of files there are, which decides how they are listened to.
extension PressureFeed {
  /// What a path leads to.
  enum FileKind {
    case regular, fifo, socket, other
  }

  /// The kind of a file, or nil where there is none.
  static func kind(of path: String) -> FileKind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFIFO: .fifo
    case S_IFSOCK: .socket
    default: .other
    }
  }

  /// Whether a file is one of the kernel's own, into which a trigger can be written; in anybody else's file it would
  /// overwrite what they have there.
  static func isKernelFile(_ path: String) -> Bool {
    #if os(Linux)
      guard let resolved = realpath(path, nil) else { return false }
      defer { free(resolved) }
      let text = String(cString: resolved)
      return text.hasPrefix("/proc/") || text.hasPrefix("/sys/")
    #else
      return false
    #endif
  }

  /// A connection to a socket of the local kind.
  static func connected(to path: String) -> Descriptor? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let number = Self.makeSocket(kind)
    guard number >= 0 else { return nil }
    let descriptor = Descriptor(owning: number)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { return nil }
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
    return descriptor
  }

  /// The system's `socket`, which the feed of that name hides elsewhere.
  private static func makeSocket(_ kind: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.socket(AF_UNIX, kind, 0)
    #elseif canImport(Musl)
      Musl.socket(AF_UNIX, kind, 0)
    #else
      Darwin.socket(AF_UNIX, kind, 0)
    #endif
  }
}
