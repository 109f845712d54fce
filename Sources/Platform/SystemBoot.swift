/// The current boot: data that a process has handed to the system survives the process until the next one.
package enum SystemBoot {
  /// A text that differs for each boot; nil if the system has none.
  package static let id: String? = {
    #if canImport(Darwin)
      var (bytes, count) = ([UInt8](repeating: 0, count: 64), 64)
      guard sysctlbyname("kern.bootsessionuuid", &bytes, &count, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix(count).prefix { $0 != 0 }, as: UTF8.self)
    #else
      guard let bytes = try? DescriptorBytes.readAll("/proc/sys/kernel/random/boot_id", upTo: 64) else {
        return nil
      }
      return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    #endif
  }()
}
