import Platform

struct PressureFeed {
  enum Kind {
    /// The kernel raises an exceptional condition on the file, once a trigger is set.
    case trigger
    /// Any bytes are a warning.
    case stream
    /// The totals grow; they must be polled every two seconds.
    case reading(StallInformation)
  }

  let descriptor: Descriptor
  var kind: Kind
  let warning: MemoryWarning
  let path: String

  var events: Int16 {
    switch kind {
    case .trigger: Int16(POLLPRI)
    case .stream: Int16(POLLIN)
    case .reading: 0
    }
  }

  var isRead: Bool { if case .reading = kind { true } else { false } }

  mutating func readAgain() -> MemoryWarning.Level? {
    guard case .reading(let earlier) = kind, let now = Self.read(path) else { return nil }
    kind = .reading(now)
    return now.level(since: earlier)
  }

  /// With a trigger for each level if possible, otherwise for polling.
  static func pressureFile(_ path: String, _ origin: MemoryWarning.Origin) -> [PressureFeed] {
    guard let information = read(path) else { return [] }
    if isKernelFile(path) {
      let triggers = [
        trigger(path, "some \(StallInformation.someLimit) 2000000", .some, origin),
        trigger(path, "full \(StallInformation.fullLimit) 2000000", .full, origin),
      ].compactMap { $0 }
      if !triggers.isEmpty { return triggers }
    }
    guard let descriptor = Descriptor(opening: path, O_RDONLY) else { return [] }
    return [
      PressureFeed(
        descriptor: descriptor, kind: .reading(information),
        warning: MemoryWarning(level: .some, origin: origin), path: path)
    ]
  }

  /// The kernel wants the text with a terminating NUL.
  static func trigger(
    _ path: String, _ text: String, _ level: MemoryWarning.Level, _ origin: MemoryWarning.Origin
  ) -> PressureFeed? {
    guard let descriptor = Descriptor(opening: path, O_RDWR), descriptor.send(Array(text.utf8) + [0]) else {
      return nil
    }
    return PressureFeed(
      descriptor: descriptor, kind: .trigger, warning: MemoryWarning(level: level, origin: origin), path: path
    )
  }

  static func fifo(_ path: String, _ warning: MemoryWarning) -> PressureFeed? {
    // Opened for writing as well, so that it does not end when its writers close it.
    guard let descriptor = Descriptor(opening: path, O_RDWR) else { return nil }
    return PressureFeed(descriptor: descriptor, kind: .stream, warning: warning, path: path)
  }

  static func connection(to path: String, sending bytes: [UInt8], _ warning: MemoryWarning) -> PressureFeed? {
    guard let descriptor = connected(to: path), bytes.isEmpty || descriptor.send(bytes) else { return nil }
    return PressureFeed(descriptor: descriptor, kind: .stream, warning: warning, path: path)
  }

  private static func read(_ path: String) -> StallInformation? {
    guard let bytes = Descriptor(opening: path, O_RDONLY)?.drain() else { return nil }
    return StallInformation(String(decoding: bytes, as: UTF8.self))
  }

  enum FileKind {
    case regular, fifo, socket, other
  }

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

  /// In any file but the kernel's, writing a trigger would overwrite the contents.
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

  private static func connected(to path: String) -> Descriptor? {
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
    let number = socket(AF_UNIX, kind, 0)
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
}

/// How long tasks have waited for memory since boot, from the kernel's pressure files.
///
/// The format is `some avg10=0.00 avg60=0.00 avg300=0.00 total=0` and `full …`; see the kernel's
/// `Documentation/accounting/psi.rst`.
struct StallInformation: Hashable {
  /// In microseconds, while at least one task waited.
  var some: UInt64
  /// In microseconds, while all tasks waited.
  var full: UInt64

  /// In microseconds within two seconds; memory counts as short from this stall on.
  static let someLimit: UInt64 = 150_000
  static let fullLimit: UInt64 = 100_000

  init(some: UInt64, full: UInt64) { (self.some, self.full) = (some, full) }

  /// Nil for other texts; without a `full` line, that total is 0.
  init?(_ text: String) {
    var (some, full): (UInt64?, UInt64?) = (nil, nil)
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ")
      guard let total = words.last(where: { $0.hasPrefix("total=") }) else { continue }
      let number = UInt64(total.dropFirst("total=".count))
      switch words[0] {
      case "some": some = number
      case "full": full = number
      default: break
      }
    }
    guard let some else { return nil }
    self.init(some: some, full: full ?? 0)
  }

  func level(since earlier: StallInformation) -> MemoryWarning.Level? {
    // A total that decreased comes from another file.
    if full >= earlier.full, full - earlier.full >= Self.fullLimit { return .full }
    if some >= earlier.some, some - earlier.some >= Self.someLimit { return .some }
    return nil
  }
}

/// An open file, closed with the last reference.
final class Descriptor: Sendable {
  let number: Int32

  init(owning number: Int32) { self.number = number }

  /// Opens a file without waiting for a peer; nil if that fails.
  init?(opening path: String, _ flags: Int32) {
    number = open(path, flags | O_NONBLOCK | O_CLOEXEC)
    if number < 0 { return nil }
  }

  deinit { close(number) }

  /// Returns false after a partial write.
  func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { write(number, $0.baseAddress, $0.count) == $0.count }
  }

  /// Reads everything, but returns the first part only; nil at the end of a stream.
  func drain(_ limit: Int = 4_096) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: limit)
    var first: [UInt8]?
    while true {
      let count = buffer.withUnsafeMutableBytes { read(number, $0.baseAddress, $0.count) }
      if count == 0 { return first }
      if count < 0 { return first ?? [] }
      if first == nil { first = Array(buffer[..<count]) }
      if count < limit { return first }
    }
  }
}
