import CMalloc
import CSQLite
import Platform
import Records

extension MemoryFigures {
  static func now(records: Int) -> MemoryFigures {
    let free = cmalloc_free_bytes()
    let process = ofProcess
    return MemoryFigures(
      records: records, sqlite: Int(sqlite3_memory_used()), anonymous: process?.anonymous,
      resident: process?.resident, free: free < 0 ? nil : Int(free))
  }

  #if canImport(Darwin)
    package static var ofProcess: (anonymous: Int, resident: Int)? {
      var info = task_vm_info_data_t()
      var count = mach_msg_type_number_t(
        MemoryLayout<task_vm_info_data_t>.size / MemoryLayout<natural_t>.size)
      let code = withUnsafeMutablePointer(to: &info) { pointer in
        pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          task_info(mach_task_self_, task_flavor_t(TASK_VM_INFO), $0, &count)
        }
      }
      return code == KERN_SUCCESS ? (Int(info.internal), Int(info.resident_size)) : nil
    }
  #else
    /// The anonymous and resident bytes of the process, or nil if the system does not report them.
    ///
    /// In /proc/self/statm, the second number counts resident pages, the third those of them that belong to files; see
    /// proc(5).
    package static var ofProcess: (anonymous: Int, resident: Int)? {
      let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      var bytes: [UInt8] = Array(repeating: 0, count: 128)
      let count = read(file, &bytes, bytes.count)
      guard count > 0 else { return nil }
      let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
      guard words.count > 2, let pages = Int(words[1]), let ofFiles = Int(words[2]) else { return nil }
      let size = Int(sysconf(Int32(_SC_PAGESIZE)))
      return ((pages - ofFiles) * size, pages * size)
    }
  #endif
}
