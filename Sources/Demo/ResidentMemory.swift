#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the system counts of this process's memory.
enum ResidentMemory {
  /// The bytes of the process that are in memory now, or 0 where the system does not say.
  static var bytes: Int {
    #if os(Linux)
      // proc_pid_statm(5): the second number is the resident pages.
      guard let file = fopen("/proc/self/statm", "r") else { return 0 }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 128)
      guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
      let text = String(decoding: line.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let numbers = text.split(separator: " ")
      return numbers.count > 1 ? (Int(numbers[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    #else
      var info = mach_task_basic_info()
      var count = mach_msg_type_number_t(MemoryLayout.size(ofValue: info) / MemoryLayout<natural_t>.size)
      let result = withUnsafeMutablePointer(to: &info) {
        $0.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
        }
      }
      return result == KERN_SUCCESS ? Int(info.resident_size) : 0
    #endif
  }
}
