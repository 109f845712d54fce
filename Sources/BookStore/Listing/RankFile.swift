import CSQLite
import Foundation

/// A temporary file of rowids, one after the other: the rows of a listing in their order.
///
/// It has no name, so that it goes with the process whatever happens, and it lies where temporary files do, never
/// beside the person's database. One thread appends while another reads what was appended before.
final class RankFile: Sendable {
  private let descriptor: Int32

  /// Makes an empty file in `TMPDIR`, or in /var/tmp, which unlike /tmp is seldom kept in memory.
  ///
  /// - Throws: `cannotOpen` with the folder.
  init(
    in folder: String = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/var/tmp"
  ) throws(StoreError) {
    var template = Array((folder + "/booklist-XXXXXX").utf8CString)
    descriptor = template.withUnsafeMutableBufferPointer { $0.baseAddress.map(mkstemp) ?? -1 }
    guard descriptor >= 0 else { throw .cannotOpen(path: folder, reason: .system(errno: errno)) }
    _ = unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    close(descriptor)
  }

  /// Writes rowids at an index.
  ///
  /// - Throws: `full` or `ioError`.
  func write(_ rowids: [Int64], at index: Int) throws(StoreError) {
    let isWritten = rowids.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
        let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(index * Self.stride + done))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
    guard isWritten else {
      throw [ENOSPC, EDQUOT, EFBIG].contains(errno) ? .full : .ioError(code: SQLITE_IOERR | 3 << 8)
    }
  }

  /// The rowids at a range of indices that were written; fewer where the file cannot be read.
  func read(_ range: Range<Int>) -> [Int64] {
    Array(unsafeUninitializedCapacity: range.count) { buffer, initializedCount in
      let size = range.count * Self.stride
      let count = pread(descriptor, buffer.baseAddress, size, off_t(range.lowerBound * Self.stride))
      initializedCount = max(0, count) / Self.stride
    }
  }

  private static let stride = MemoryLayout<Int64>.stride
}
