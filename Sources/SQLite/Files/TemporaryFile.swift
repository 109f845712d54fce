import CSQLite
import Platform

/// A file without a name, so that it disappears with the process.
///
/// One thread may write while another reads earlier content.
package final class TemporaryFile: Sendable {
  private let descriptor: Int32

  /// In `TMPDIR` or in /var/tmp, which unlike /tmp is rarely kept in memory.
  package init(in folder: String? = nil) throws(StoreError) {
    let folder = folder ?? Environment.value("TMPDIR") ?? "/var/tmp"
    var template = Array((folder + "/booklist-XXXXXX").utf8CString)
    descriptor = template.withUnsafeMutableBufferPointer { $0.baseAddress.map(mkstemp) ?? -1 }
    guard descriptor >= 0 else { throw .cannotOpen(path: folder, reason: .system(errno: errno)) }
    _ = unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  package var byteCount: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  deinit { close(descriptor) }

  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(StoreError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw [ENOSPC, EDQUOT, EFBIG].contains(errno) ? .full : .ioError(code: Int32(CSQLITE_IOERR_WRITE))
      }
      done += count
    }
  }

  package func write(_ bytes: [UInt8], at offset: Int) throws(StoreError) {
    try bytes.withUnsafeBufferPointer { bytes throws(StoreError) in
      try write(UnsafeRawBufferPointer(bytes), at: offset)
    }
  }

  /// Reads fewer bytes at the end of the file, or if it cannot be read.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)))
  }

  package func read(_ count: Int, at offset: Int) -> [UInt8] {
    // The standard library would write the count into the storage that all empty arrays share.
    if count == 0 { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      initializedCount = read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
    }
  }
}

extension WorkFolder {
  /// Like `init(orIn:)`, but throws `cannotOpen` with the parent folder.
  package static func forStore(orIn parent: String = "/tmp") throws(StoreError) -> WorkFolder {
    do throws(SystemError) { return try WorkFolder(orIn: parent) } catch {
      throw .cannotOpen(path: error.path ?? parent, reason: .system(errno: error.number))
    }
  }
}
