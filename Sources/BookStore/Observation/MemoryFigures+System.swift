import CMalloc
import CSQLite
import Platform
import Records

extension MemoryFigures {
  /// The current figures of SQLite, the allocator and the system.
  static func now(records: Int) -> MemoryFigures {
    let free = cmalloc_free_bytes()
    return MemoryFigures(
      records: records, sqlite: Int(sqlite3_memory_used()), resident: residentByteCount,
      free: free < 0 ? nil : Int(free))
  }

  #if canImport(Darwin)
    /// The resident bytes of the process, or nil if the system does not report them.
    package static var residentByteCount: Int? {
      var info = mach_task_basic_info()
      var count = mach_msg_type_number_t(
        MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
      let code = withUnsafeMutablePointer(to: &info) { pointer in
        pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
        }
      }
      return code == KERN_SUCCESS ? Int(info.resident_size) : nil
    }
  #else
    /// The resident bytes of the process, from the second number in /proc/self/statm, which is in pages; see proc(5).
    package static var residentByteCount: Int? {
      let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var bytes: [UInt8] = Array(repeating: 0, count: 128)
      let count = read(file, &bytes, bytes.count)
      guard count > 0 else { return nil }
      let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
      guard words.count > 1, let pages = Int(words[1]) else { return nil }
      return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
  #endif
}
