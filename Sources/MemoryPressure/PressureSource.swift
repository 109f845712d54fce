import Platform
import Records

/// The source of memory warnings.
public enum PressureSource: Hashable, Sendable {
  case off
  /// What the service manager names in the environment, otherwise the kernel's pressure files, if it has them.
  case automatic
  /// A pressure file of the kernel, a FIFO, a socket, or a file in the format of a pressure file.
  case file(String)

  /// Parses the person's setting: `off`, `auto` or a path.
  public init(_ text: String) {
    switch text {
    case "off": self = .off
    case "auto": self = .automatic
    default: self = .file(text)
    }
  }

  /// The environment variables in which the service manager says what to listen to.
  public static var environment: [String: String] {
    let names = ["MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE"]
    return Dictionary(
      uniqueKeysWithValues: names.compactMap { name in
        Environment.value(name).map { (name, $0) }
      })
  }

  /// Empty if there is nothing to listen to.
  ///
  /// The protocol is systemd's `MEMORY_PRESSURE.md`: `MEMORY_PRESSURE_WATCH` is a path, or `/dev/null`;
  /// `MEMORY_PRESSURE_WRITE` is what to write there first, in base64.
  func feeds(environment: [String: String]) -> [PressureFeed] {
    switch self {
    case .off: return []
    case .file(let path): return Self.feeds(path, sending: [], .file)
    case .automatic: break
    }
    guard let path = environment["MEMORY_PRESSURE_WATCH"] else { return Self.kernelFeeds }
    guard path != "/dev/null" else { return [] }
    let bytes = environment["MEMORY_PRESSURE_WRITE"].flatMap(Base64.bytes) ?? []
    return Self.feeds(path, sending: bytes, .serviceManager)
  }

  private static func feeds(
    _ path: String, sending bytes: [UInt8], _ origin: MemoryWarning.Origin
  ) -> [PressureFeed] {
    // A text that does not begin with `some` is about all tasks.
    let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    let warning = MemoryWarning(level: text.hasPrefix("some") ? .some : .full, origin: origin)
    switch PressureFeed.kind(of: path) {
    case .fifo: return PressureFeed.fifo(path, warning).map { [$0] } ?? []
    case .socket: return PressureFeed.connection(to: path, sending: bytes, warning).map { [$0] } ?? []
    case .regular where !text.isEmpty && PressureFeed.isKernelFile(path):
      if let feed = PressureFeed.trigger(path, text, warning.level, origin) { return [feed] }
      return PressureFeed.pressureFile(path, origin)
    case .regular: return PressureFeed.pressureFile(path, origin)
    case .other, nil: return []
    }
  }

  /// Of the process's control group if the kernel reports it, otherwise of the whole system.
  private static var kernelFeeds: [PressureFeed] {
    let groups =
      (try? DescriptorBytes.readAll("/proc/self/cgroup")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let group = groups.split(separator: "\n").first { $0.hasPrefix("0::/") }?.dropFirst(3)
    let ofGroup =
      group.map { PressureFeed.pressureFile("/sys/fs/cgroup\($0)/memory.pressure", .system) } ?? []
    return ofGroup.isEmpty ? PressureFeed.pressureFile("/proc/pressure/memory", .system) : ofGroup
  }
}
